import { describe, expect, it, vi } from 'vitest';
import type { AnalysisApi } from '#contract/analysis.ts';
import type { DirectoryApi } from '#contract/directory.ts';
import type { LedgerApi } from '#contract/ledger.ts';
import type { SpreadsheetApi } from '#contract/spreadsheet.ts';
import type { StatementApi } from '#contract/statement.ts';
import { normaliseEmail } from '#model/email.ts';
import { LedgerClient } from '#src/services/ledger.ts';
import { connectWorker, WorkerEnded } from '#src/services/workerLink.ts';
import { pathsOf } from '../support/namesOf.ts';

// A method that is missing here is an error of the compiler.
const LEDGER = pathsOf<LedgerApi>()({
  open: [],
  connection: ['setVisible'],
  ledger: ['classify showRows copy readDraft notes retry'],
  rows: [
    'describe editRow takeNew takeAllNew undoTakeNew keepCurrent filter explain likelyAccounts',
    'accountsInUse chooseAccount previewKeyword summarise reading amounts journal',
  ],
  unmatched: ['suggestKeyword guesses find items lines preview save reopen chooseForLines takeBack'],
  admin: ['readUsage readUserUsage readUserDays readAccess writeAccess removeAccess removeCounters'],
  table: ['page entry use tryLines select selectFound clearSelection accounts lines setAside refresh'],
  editor: [
    'edit remove removeSelected previewAdd previewEdit previewMany previewRemoval previewApply',
    'previewAccounts changeAccounts cancelAccounts removeDuplicates changeMany takeSnapshot',
    'apply undo acceptMismatch acknowledgeBehind',
  ],
  uploader: [
    'dryRun repeatDryRun plan lines linesText preview newAccounts otherForms forgetDryRun',
    'serializeList listRevision upload cancel',
  ],
  history: [
    'beginning page changeSet export preview previewLines previewRows restore stopped',
    'continueStopped leaveStopped',
  ],
  accessHistory: ['page changeSet export preview'],
  chartHistory: ['page changeSet export'],
  proposals: ['propose followOwn followWaiting queue preview previewAll approve reject'],
  chart: ['snapshot account check usage save read readAccountsInUse lines import undo'],
});
const ANALYSIS = pathsOf<AnalysisApi>()({
  session: ['analyse cancel originals change decide takeBack decidedList'],
  importer: ['readText readFile cancel lines linesText rejectedText toCsv'],
  health: ['check cancel findings fixAll'],
});
const DIRECTORY = pathsOf<DirectoryApi>()({ begin: [], setInUse: [], reconnect: [] });
const SPREADSHEET = pathsOf<SpreadsheetApi>()({ write: [] });
const STATEMENT = pathsOf<StatementApi>()({ read: [], readChart: [] });

/** A worker that never answers, until the test lets it end or speak. */
class SilentWorker extends EventTarget {
  readonly posted: unknown[] = [];
  isTerminated = false;

  postMessage(message: unknown): void {
    this.posted.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  break(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

type Ledger = LedgerApi & Record<string, unknown>;
const EVENT = { kind: 'connection', isConnected: true, blocked: null };

function setup() {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const worker = new SilentWorker();
  const onEvent = vi.fn();
  const onEnd = vi.fn();
  const link = connectWorker<Ledger>(worker as unknown as Worker, { name: 'test', onEvent, onEnd });
  type Member = { readonly [name: string]: Member } & (() => Promise<unknown>);
  const call = (path: readonly string[]) =>
    path.reduce((member, name) => member[name] as Member, link.api as unknown as Member)();
  const answer = (call: number, value: unknown) => {
    const { id } = worker.posted[call] as { id: string };
    worker.say({ id, type: 'RAW', value });
  };
  return { worker, link, call, answer, onEvent, onEnd };
}

describe.each([
  ['ledger', LEDGER],
  ['analysis', ANALYSIS],
  ['directory', DIRECTORY],
  ['spreadsheet', SPREADSHEET],
  ['statement', STATEMENT],
] as const)('of the %s worker', (_worker, paths) => {
  it.each(paths.map((path) => [path.join('.'), path] as const))(
    '%s rejects when the worker ends, and afterwards',
    async (_name, path) => {
      const { worker, call, onEnd } = setup();
      const open = call(path);
      const rejected = expect(open).rejects.toThrow('The test worker has ended. Try again.');
      worker.break('out of memory');
      await rejected;
      await expect(call(path)).rejects.toBeInstanceOf(WorkerEnded);
      expect(onEnd).toHaveBeenCalledOnce();
      expect(worker.isTerminated).toBe(true);
    },
  );
});

describe('a call of a worker', () => {
  it('resolves with the answer, also of a part of the API', async () => {
    const { link, answer } = setup();
    const entry = link.api.table.entry('A' as never);
    answer(0, null);
    expect(await entry).toBeNull();
  });

  it('rejects when the page ends the worker, whose end is then not reported', async () => {
    const { link, onEnd } = setup();
    const open = link.api.table.clearSelection();
    const rejected = expect(open).rejects.toThrow('The test worker was stopped.');
    link.stop();
    await rejected;
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('rejects when an answer cannot be read', async () => {
    const { worker, link } = setup();
    const rejected = expect(link.api.table.clearSelection()).rejects.toBeInstanceOf(WorkerEnded);
    worker.dispatchEvent(new Event('messageerror'));
    await rejected;
  });

  it('passes progress on until it is answered, and drops what comes later', async () => {
    const { worker, link, answer } = setup();
    const onProgress = vi.fn();
    const removal = link.api.editor.removeSelected(onProgress);
    worker.say({ kind: 'callback', callback: 1, values: [500] });
    answer(0, { kind: 'saved', count: 500, undo: null });
    expect(await removal).toEqual({ kind: 'saved', count: 500, undo: null });
    worker.say({ kind: 'callback', callback: 1, values: [500] });
    expect(onProgress.mock.calls).toEqual([[500]]);
  });
});

describe('events of a worker', () => {
  it('reach the page, answers and progress do not', () => {
    const { worker, link, onEvent, answer } = setup();
    link.api.table.clearSelection().catch(() => {});
    worker.say(EVENT);
    worker.say({ kind: 'callback', callback: 7, values: [] });
    answer(0, undefined);
    expect(onEvent.mock.calls).toEqual([[EVENT]]);
  });

  it('end with the worker', () => {
    const { worker, link, onEvent } = setup();
    link.stop();
    worker.say(EVENT);
    expect(onEvent).not.toHaveBeenCalled();
  });

  it('say whether the worker has begun', () => {
    const { worker, link } = setup();
    expect(link.hasBegun()).toBe(false);
    worker.say(EVENT);
    expect(link.hasBegun()).toBe(true);
  });
});

describe('a ledger', () => {
  function setupLedger() {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const worker = new SilentWorker();
    const email = normaliseEmail('ann@example.com');
    const ledger = new LedgerClient(worker as unknown as Worker, {
      backend: { kind: 'embedded', origin: 'http://127.0.0.1:1', projectId: 'test' },
      account: { uid: 'u1', email, displayName: 'Ann', emailVerified: true },
      tab: { id: 'a', isNew: false },
    });
    const onBroken = vi.fn();
    ledger.watchBreakdown(onBroken);
    /** Answers the last call with an error, as Comlink does. */
    const refuse = () => {
      const { id } = worker.posted.at(-1) as { id: string };
      const value = { isError: true, value: { name: 'Error', message: 'as the test asked', stack: '' } };
      worker.say({ id, type: 'HANDLER', name: 'throw', value });
    };
    return { ledger, logged, onBroken, refuse };
  }

  it.each([
    ['cannot be opened', () => {}],
    ['cannot classify', ({ ledger }) => void ledger.classify('TESCO', () => {})],
    ['cannot read the list again', ({ ledger }) => ledger.retry()],
  ] as [string, (setup: ReturnType<typeof setupLedger>) => void][])(
    'that %s has broken down, so that another takes its place',
    async (_what, call) => {
      const setup = setupLedger();
      call(setup);
      setup.refuse();
      await vi.waitFor(() => expect(setup.onBroken).toHaveBeenCalledOnce());
      expect(setup.ledger.list.get()).toEqual({ kind: 'failed', reason: 'broken' });
    },
  );

  it('that the page ends before it is open has not broken down', async () => {
    const { ledger, logged, onBroken } = setupLedger();
    const draft = ledger.readDraft();
    ledger.stop();
    await expect(draft).rejects.toThrow('The ledger worker was stopped.');
    expect(ledger.list.get()).toEqual({ kind: 'loading' });
    expect(onBroken).not.toHaveBeenCalled();
    expect(logged).not.toHaveBeenCalled();
  });
});
