import { expose, proxy } from 'comlink';
import { afterEach, expect, it, vi } from 'vitest';
import type { EditorApi } from '#contract/table.ts';
import type { Account } from '#model/user.ts';
import { startAnalysis } from '#src/services/analysis.ts';
import { historyOf } from '#src/services/history.ts';
import { connectLedger } from '#src/services/ledger.ts';
import { manyMappingsOf } from '#src/services/manyMappings.ts';
import { mendingOf } from '#src/services/mending.ts';
import { readStatement } from '#src/services/statement.ts';
import { EMAIL } from '../support/ledgerSetup.ts';

type Report = (...figures: number[]) => Promise<void>;
type OnProgress = (...figures: number[]) => void;

const account: Account = { uid: 'u1', email: EMAIL, displayName: 'Ann', emailVerified: true };
const backend = { kind: 'embedded', origin: 'http://127.0.0.1:1', projectId: 'test' } as const;
const NO_LIST = { size: 0, text: new Blob(), legacyKeys: [] } as never;
const file = new Blob(['ACME']);

/** The progress that the fake worker's last job reports; each report resolves once the page has taken it. */
let report: Report = async () => {};
let endJob: (answer: unknown) => void = () => {};

/** A part of a worker whose every method is a job that the test drives: what it reports, and when it ends. */
function jobs(): object {
  const job = (...args: unknown[]) =>
    new Promise((resolve) => {
      report = args.find((arg) => typeof arg === 'function') as Report;
      endJob = resolve;
    });
  return proxy(new Proxy({}, { get: (own, name) => Reflect.get(own, name) ?? job }));
}

/** Stands in for every worker of the page. */
class DrivenWorker extends EventTarget {
  readonly #port: MessagePort;

  constructor() {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.dispatchEvent(new MessageEvent('message', { data }));
    const parts = ['editor', 'history', 'uploader', 'session', 'importer', 'health', 'statement'];
    const all = Object.fromEntries(parts.map((name) => [name, jobs()]));
    expose({ ...all, read: Reflect.get(jobs(), 'read'), open: () => proxy(all) }, port2);
    ends.push(() => port2.close());
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  terminate(): void {
    this.#port.close();
  }
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

function ledger() {
  const started = connectLedger(new Worker(''), { backend, account, tab: { id: 'a', isNew: false } });
  ends.push(() => started.stop());
  return started;
}
function analysis() {
  const started = startAnalysis();
  ends.push(() => started.stop());
  return started;
}
const { signal } = new AbortController();

/** Every job of the product that reports progress. */
const JOBS: Readonly<Record<string, (onProgress: OnProgress) => Promise<unknown>>> = {
  'Delete Selected': (onProgress) => ledger().table.removeSelected(onProgress),
  'Change account': (onProgress) => manyMappingsOf(ledger()).changeAccounts('6100', null, onProgress),
  'a correction of Health': (onProgress) => mendingOf(ledger()).changeMany(NO_LIST, null, onProgress),
  'Add to Firebase Database': (onProgress) =>
    ledger().upload.upload({ batch: 'b', pairs: NO_LIST }, false, onProgress),
  Restore: (onProgress) => historyOf(ledger()).restore(1, { restoreAll: true, except: [] }, onProgress),
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

it('a screen cannot hand a worker a function of its own: the type checker refuses it', () => {
  const past = (editor: Pick<EditorApi, 'removeSelected'>, onProgress: OnProgress) =>
    // @ts-expect-error only withProgress makes a JobProgress
    editor.removeSelected(onProgress);
  expect(past).toBeTypeOf('function');
});
