import { type Remote, transfer, wrap } from 'comlink';
import type { ChartApi } from '#contract/chart.ts';
import type { HistoryApi } from '#contract/history.ts';
import type {
  AdminData,
  ClassificationApi,
  Draft,
  LedgerApi,
  LedgerEvent,
  LedgerStart,
  ListStatus,
  OwnAccess,
  RowsApi,
  RunEvent,
  RunId,
  TextOptions,
} from '#contract/ledger.ts';
import type { ProposalsApi } from '#contract/proposals.ts';
import type { EditorApi, TableApi } from '#contract/table.ts';
import type { UnmatchedApi } from '#contract/unmatched.ts';
import type { UploadApi } from '#contract/upload.ts';
import type { UsageCounts } from '#model/usage.ts';
import { appVersion } from './appVersion.ts';
import type { Async } from './async.ts';
import { createObservable, type Observable } from './observable.ts';
import { orFailed } from './orFailed.ts';
import { tabOf } from './tab.ts';
import { withProgress } from './withProgress.ts';
import { watchWorkerExit } from './workerExit.ts';

/** The same for the methods of one run: the first argument, the run's id, is added on the way. */
export type AsyncOfRun<Api> = {
  [Name in keyof Api]: Api[Name] extends (run: RunId, ...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : Async<Api>[Name];
};

/** One classification of a text, with the questions and changes about its rows; see {@link RowsApi}. */
export type LedgerRun = AsyncOfRun<RowsApi & Pick<ClassificationApi, 'copy' | 'notes'>> & {
  /** Rows `from` to `to` (excluded) are on screen: they are classified first. */
  showRows(from: number, to: number): void;
  /** The queue of rows without a match, which only its own page asks: see `unmatchedOf` in unmatched.ts. */
  askUnmatched<Answer>(
    question: (unmatched: Remote<UnmatchedApi>, run: RunId) => Promise<Answer>,
  ): Promise<Answer>;
};

/** What only one screen asks of the table and its editor has a service of its own: see manyMappings.ts and mending.ts. */
export type ManyMappingsApi = Pick<TableApi, 'accounts' | 'lines' | 'tryLines'> &
  Pick<EditorApi, 'previewAccounts' | 'changeAccounts' | 'cancelAccounts'>;
export type MendingApi = Pick<EditorApi, 'changeMany'>;

/** The shared list as a table of pages, and its changes; see {@link TableApi} and {@link EditorApi}. Admins only. */
export type TableService = Async<Omit<TableApi & EditorApi, keyof (ManyMappingsApi & MendingApi)>>;

/** Adding many mappings to the shared list; see {@link UploadApi}. Admins only. */
export type UploadService = Async<UploadApi>;

/** What the ledger worker does for the signed-in person; `fakeLedger` of the tests has the same form. */
export type LedgerService = Pick<LedgerClient, keyof LedgerClient>;

/**
 * Starts the ledger worker for the signed-in, allowed `account`: the mapping list, classification and usage counters
 * of this tab. Call `stop` at sign-out; it ends the worker and with it the database connection.
 */
export function startLedger(start: Omit<LedgerStart, 'tab'>): LedgerService {
  const worker = new Worker(new URL('../../workers/ledger.worker.ts', import.meta.url), {
    type: 'module',
    name: 'ledger',
  });
  const stopped = new AbortController();
  const ledger = connectLedger(worker, { ...start, tab: tabOf(start.account.uid) }, stopped);
  reportVisibility(ledger, stopped.signal);
  return ledger;
}

/** Connects to the ledger in `worker`, which `stop` of the service ends; `stopped` is aborted then. */
export function connectLedger(
  worker: Worker,
  start: LedgerStart,
  stopped = new AbortController(),
): LedgerService {
  return new LedgerClient(worker, start, stopped);
}

/** Whether the stored list is out of reach for now; a cached one may be there to classify with. */
export function isOutOfReach(list: ListStatus): boolean {
  return list.kind === 'failed' || (list.kind === 'cached' && list.isUnreachable);
}

/** A worker has neither `visibilitychange` nor reliable `online` events: the page passes them on. */
function reportVisibility(ledger: LedgerService, signal: AbortSignal): void {
  const report = () => ledger.setVisible(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', report, { signal });
  for (const name of ['online', 'offline', 'pageshow']) window.addEventListener(name, report, { signal });
  if (document.visibilityState !== 'visible') report();
}

/** The ledger worker's API once it is open. */
type RemoteLedger = Awaited<ReturnType<Remote<LedgerApi>['open']>>;

class LedgerClient {
  readonly #access = createObservable<OwnAccess | null>(null);
  readonly #list = createObservable<ListStatus>({ kind: 'loading' });
  readonly #isConnected = createObservable(true);
  readonly #usage = createObservable<UsageCounts | null>(null);
  readonly #usageFailureListeners = new Set<(detail: string) => void>();
  readonly #breakdownListeners = new Set<() => void>();
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #remote: Promise<RemoteLedger>;
  readonly #stopped: AbortController;
  readonly #endExitWatch: () => void;
  /** Rejects each call that waits for its answer. */
  readonly #waiting = new Set<(reason: Error) => void>();
  #hasBrokenDown = false;
  #currentRun: RunId = 0;
  #onRunEvent: (event: RunEvent) => void = () => {};

  /** What the person's own entry of `access` allows; null until that is known. Nothing else is read before. */
  readonly access: Observable<OwnAccess | null> = this.#access;
  /** The mapping list as the worker has it. */
  readonly list: Observable<ListStatus> = this.#list;
  /** False once the connection is lost, or cannot be made at first, and until it is there. */
  readonly isConnected: Observable<boolean> = this.#isConnected;
  /** Null until it is known. */
  readonly usage: Observable<UsageCounts | null> = this.#usage;

  constructor(worker: Worker, start: LedgerStart, stopped: AbortController) {
    const { port1, port2 } = new MessageChannel();
    this.#worker = worker;
    this.#port = port1;
    this.#stopped = stopped;
    port1.onmessage = this.#onMessage;
    worker.onerror = (event) => this.#breakDown(event.message);
    this.#endExitWatch = watchWorkerExit(worker, () => this.#breakDown('it has ended'));
    this.#remote = wrap<LedgerApi>(worker).open(start, transfer(port2, [port2]));
    this.#remote.catch(this.#breakDown);
  }

  /** Calls `onFailure` with the reason when counters could not be read or written. Returns the end. */
  watchUsageFailures(onFailure: (detail: string) => void): () => void {
    this.#usageFailureListeners.add(onFailure);
    return () => this.#usageFailureListeners.delete(onFailure);
  }

  /** Calls `onBroken` when the worker broke down, and at each `retry` after that: start another ledger. Returns the end. */
  watchBreakdown(onBroken: () => void): () => void {
    this.#breakdownListeners.add(onBroken);
    return () => this.#breakdownListeners.delete(onBroken);
  }

  /**
   * Classifies `text`, one description per line. A run under way is cancelled within one batch. `onEvent` is not called
   * any more once another run has begun.
   */
  classify(text: string, onEvent: (event: RunEvent) => void, options?: TextOptions): LedgerRun {
    const id = ++this.#currentRun;
    this.#onRunEvent = onEvent;
    this.#remote.then(({ ledger }) => ledger.classify(id, text, options)).catch(this.#breakDown);
    return this.#run(id);
  }

  /** The text, edits and choices that were on the page before a reload; null for nothing. */
  async readDraft(): Promise<Draft | null> {
    return (await this.#remote).ledger.readDraft();
  }

  /** Reads the mapping list again after a failure; a ledger that broke down is replaced by its watchers. */
  retry(): void {
    if (this.#hasBrokenDown) this.#notifyBreakdown();
    else this.#remote.then(({ ledger }) => ledger.retry()).catch(this.#breakDown);
  }

  /** Whether the page is visible. Call it again when the network has changed: the connection is then checked at once. */
  setVisible(isVisible: boolean): void {
    this.#remote.then(({ connection }) => connection.setVisible(isVisible)).catch(this.#breakDown);
  }

  /** Ends the worker. Answers still under way never come. */
  stop(): void {
    this.#stopped.abort();
    this.#endExitWatch();
    this.#port.close();
    this.#worker.terminate();
  }

  /** Usage of everybody and access entries, over the worker's connection; the server refuses it to others than admins. */
  readonly admin: AdminData = {
    readUsage: (days) => this.#ask(async ({ admin }) => admin.readUsage(days)),
    readUserUsage: (emails, days) => this.#ask(async ({ admin }) => admin.readUserUsage(emails, days)),
    readAccess: () => this.#ask(async ({ admin }) => admin.readAccess()),
    writeAccess: (entry) => this.#ask(async ({ admin }) => admin.writeAccess(entry)),
    removeAccess: (email) => this.#ask(async ({ admin }) => admin.removeAccess(email)),
    removeCounters: (email) => this.#ask(async ({ admin }) => admin.removeCounters(email)),
  };

  /** A change whose answer is lost resolves as failed. */
  readonly table: TableService = {
    page: async (query, page) => (await this.#remote).table.page(query, page),
    entry: async (key) => (await this.#remote).table.entry(key),
    select: async (keys, isSelected) => (await this.#remote).table.select(keys, isSelected),
    selectFound: async (query) => (await this.#remote).table.selectFound(query),
    clearSelection: async () => (await this.#remote).table.clearSelection(),
    refresh: () => this.#ask(async ({ table }) => table.refresh()).catch(() => 'unreachable' as const),
    edit: (...args) => orFailed(this.#ask(async ({ editor }) => editor.edit(...args))),
    remove: (mapping) => orFailed(this.#ask(async ({ editor }) => editor.remove(mapping))),
    removeSelected: (onProgress) =>
      orFailed(
        withProgress(onProgress, (report) => this.#ask(async ({ editor }) => editor.removeSelected(report))),
        NOTHING_CHANGED,
      ),
    removeDuplicates: (keys) =>
      orFailed(
        this.#ask(async ({ editor }) => editor.removeDuplicates(keys)),
        NOTHING_CHANGED,
      ),
    takeSnapshot: async () => (await this.#remote).editor.takeSnapshot(),
    apply: (change) =>
      orFailed(
        this.#ask(async ({ editor }) => editor.apply(change)),
        NOTHING_CHANGED,
      ),
    undo: (id) => orFailed(this.#ask(async ({ editor }) => editor.undo(id))),
    acceptDifference: () => orFailed(this.#ask(async ({ editor }) => editor.acceptDifference())),
  };

  /** An upload whose end is not known resolves as failed. */
  readonly upload: UploadService = {
    dryRun: async (pairs) => (await this.#remote).uploader.dryRun(pairs),
    repeatDryRun: async () => (await this.#remote).uploader.repeatDryRun(),
    plan: async () => (await this.#remote).uploader.plan(),
    lines: async (name, from, to) => (await this.#remote).uploader.lines(name, from, to),
    linesText: async (name) => (await this.#remote).uploader.linesText(name),
    newAccounts: async () => (await this.#remote).uploader.newAccounts(),
    forgetDryRun: async () => (await this.#remote).uploader.forgetDryRun(),
    serializeList: async () => (await this.#remote).uploader.serializeList(),
    listRevision: async () => (await this.#remote).uploader.listRevision(),
    upload: (plan, isResumed, onProgress) =>
      orFailed(
        withProgress(onProgress, (report) =>
          this.#ask(async ({ uploader }) => uploader.upload(plan, isResumed, report)),
        ),
        { added: 0, skipped: 0 },
      ),
    cancel: async () => (await this.#remote).uploader.cancel(),
  };

  /** The history of the list, which only its own screen and the Admin Panel ask: see `historyOf` in history.ts. */
  askHistory<Answer>(question: (history: Remote<HistoryApi>) => Promise<Answer>): Promise<Answer> {
    return this.#ask(({ history }) => question(history));
  }

  /** Proposals for the list: see `proposalsOf` in proposals.ts. */
  askProposals<Answer>(question: (proposals: Remote<ProposalsApi>) => Promise<Answer>): Promise<Answer> {
    return this.#ask(({ proposals }) => question(proposals));
  }

  /** The table, its editor, and the rows of the current run, for what has a service of its own: see manyMappings.ts. */
  askTable<Answer>(
    question: (parts: Pick<RemoteLedger, 'table' | 'editor' | 'rows'>, run: RunId) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#ask((parts) => question(parts, this.#currentRun));
  }

  /** The chart of accounts: see `chartOf` in chart.ts. */
  askChart<Answer>(question: (chart: Remote<ChartApi>) => Promise<Answer>): Promise<Answer> {
    return this.#ask(({ chart }) => question(chart));
  }

  #run(id: RunId): LedgerRun {
    return {
      showRows: (from, to) => {
        this.#remote.then(({ ledger }) => ledger.showRows(id, from, to)).catch(this.#breakDown);
      },
      describe: async (mappings) => (await this.#remote).rows.describe(id, mappings),
      editRow: async (row, text, isUndo) => (await this.#remote).rows.editRow(id, row, text, isUndo),
      takeNew: (row, isShared) => orFailed(this.#ask(async ({ rows }) => rows.takeNew(id, row, isShared))),
      takeAllNew: async () => (await this.#remote).rows.takeAllNew(id),
      undoTakeAllNew: async () => (await this.#remote).rows.undoTakeAllNew(id),
      keepCurrent: async (row) => (await this.#remote).rows.keepCurrent(id, row),
      keepAllCurrent: async () => (await this.#remote).rows.keepAllCurrent(id),
      filter: async (query) => (await this.#remote).rows.filter(id, query),
      explain: async (row) => (await this.#remote).rows.explain(id, row),
      askUnmatched: (question) => this.#ask(({ unmatched }) => question(unmatched, id)),
      likelyAccounts: async (rows) => (await this.#remote).rows.likelyAccounts(id, rows),
      accountsInUse: async () => (await this.#remote).rows.accountsInUse(id),
      chooseAccount: async (row, glAccount) => (await this.#remote).rows.chooseAccount(id, row, glAccount),
      previewKeyword: async (keyword, glAccount, row) =>
        (await this.#remote).rows.previewKeyword(id, keyword, glAccount, row),
      summarise: (column, decimal) => this.#ask(({ rows }) => rows.summarise(id, column, decimal)),
      notes: () => this.#ask(async ({ ledger }) => ledger.notes(id)),
      copy: (columns, target, rows) =>
        this.#ask(async ({ ledger }) => ledger.copy(id, columns, target, rows)),
    };
  }

  readonly #onMessage = ({ data: event }: MessageEvent<LedgerEvent>): void => {
    if ('run' in event) {
      if (event.run === this.#currentRun) this.#onRunEvent(event);
      return;
    }
    switch (event.kind) {
      case 'access':
        this.#access.set(event.access);
        break;
      case 'list':
        this.#list.set(event.status);
        break;
      case 'connection':
        this.#isConnected.set(event.isConnected);
        break;
      case 'usage':
        this.#usage.set(event.usage);
        break;
      case 'usage-failed':
        for (const notify of this.#usageFailureListeners) notify(event.detail);
        break;
      case 'draft-failed':
        console.warn('The text will not be there after a reload:', event.detail);
    }
  };

  /** Calls a method; rejects when the worker breaks down before the answer. */
  #ask<Answer>(question: (remote: RemoteLedger) => Promise<Answer>): Promise<Answer> {
    // No race with one promise for all calls, which would hold every answer as long as the worker lives.
    const answer = new Promise<Answer>((resolve, reject) => {
      if (this.#hasBrokenDown) return reject(brokenDown());
      this.#waiting.add(reject);
      const end = () => this.#waiting.delete(reject);
      this.#remote.then(question).finally(end).then(resolve, reject);
    });
    // The server may refuse what an app of a former version writes.
    answer.then((its) => void (isFailed(its) && appVersion.check()), appVersion.check);
    return answer;
  }

  readonly #breakDown = (reason: unknown): void => {
    console.error('The ledger worker failed:', reason);
    this.#list.set({ kind: 'failed', reason: 'broken' });
    if (this.#hasBrokenDown) return;
    this.#hasBrokenDown = true;
    for (const reject of this.#waiting) reject(brokenDown());
    this.#waiting.clear();
    this.#notifyBreakdown();
  };

  #notifyBreakdown(): void {
    for (const notify of [...this.#breakdownListeners]) notify();
  }
}

function isFailed(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'failed';
}

/** What a call rejects with whose answer is lost with the worker. */
function brokenDown(): Error {
  return new Error('The classifier had stopped and was started again. Try again.');
}

const NOTHING_CHANGED = { count: 0, undo: null };
