import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Account } from '#model/user.ts';
import { startAnalysis } from '#src/services/analysis.ts';
import { LedgerClient } from '#src/services/ledger.ts';
import { readStatement } from '#src/services/statement.ts';
import { EMAIL } from '../support/ledgerSetup.ts';

type Report = (...figures: number[]) => Promise<void>;
type OnProgress = (...figures: number[]) => void;

const account: Account = { uid: 'u1', email: EMAIL, displayName: 'Ann', emailVerified: true };
const backend = { kind: 'embedded', origin: 'http://127.0.0.1:1', projectId: 'test' } as const;
const NO_LIST = { size: 0, text: new Blob(), legacyKeys: [] } as never;
const file = new Blob(['ACME']);

/** The progress that the fake worker's last job reports. */
let report: Report = async () => {};
let endJob: (answer: unknown) => void = () => {};

/** Stands in for every worker of the page: each call is a job that the test drives, what it reports and when it ends. */
class DrivenWorker extends EventTarget {
  postMessage({ id, argumentList }: Call): void {
    const callback = argumentList.map(({ value }) => value?.callback).find((one) => one !== undefined);
    if (callback === undefined) return;
    report = async (...values) => this.#say({ kind: 'callback', callback, values });
    endJob = (value) => this.#say({ id, type: 'RAW', value });
  }

  terminate(): void {}

  #say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** A call as Comlink sends it. */
type Call = {
  readonly id: string;
  readonly argumentList: readonly { readonly value?: { readonly callback?: number } | null }[];
};

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What ends with the test. */
function ending<Service extends { stop(): void }>(started: Service): Service {
  onTestFinished(() => started.stop());
  return started;
}
const ledger = () =>
  ending(new LedgerClient(new Worker(''), { backend, account, tab: { id: 'a', isNew: false } }));
const analysis = () => ending(startAnalysis());
const { signal } = new AbortController();

/** Every job of the product that reports progress. */
const JOBS: Readonly<Record<string, (onProgress: OnProgress) => Promise<unknown>>> = {
  'Delete Selected': (onProgress) => ledger().editor.removeSelected(onProgress),
  'Change account': (onProgress) => ledger().editor.changeAccounts('6100', null, onProgress),
  'a correction of Health': (onProgress) => ledger().editor.changeMany(NO_LIST, null, onProgress),
  'Add to Firebase Database': (onProgress) =>
    ledger().uploader.upload({ batch: 'b', pairs: NO_LIST }, false, onProgress),
  Restore: (onProgress) => ledger().history.restore(1, { restoreAll: true, except: [] }, onProgress),
  'Analyze Keywords': (onProgress) => analysis().analyse(NO_LIST, null, { onProgress }),
  'a file of pairs': (onProgress) => analysis().readFile(file, true, {}, { onProgress }),
  'the check of Health': (onProgress) => analysis().checkHealth(NO_LIST, null, { onProgress }),
  'a file of descriptions': (onProgress) => readStatement(file, { onProgress, signal }),
};

it.each(Object.entries(JOBS))('%s drops what it reports after its end', async (_name, begin) => {
  vi.stubGlobal('Worker', DrivenWorker);
  report = async () => {};
  const taken: number[][] = [];
  const ended = begin((...figures) => taken.push(figures));
  await vi.waitUntil(async () => {
    await report(0.5, 1);
    return taken.length > 0;
  });
  const before = taken.length;
  endJob({ kind: 'ended' });
  expect(await ended).toEqual({ kind: 'ended' });
  await report(1, 1);
  expect(taken.slice(before)).toEqual([]);
});
