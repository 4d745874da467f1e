import type {
  ClassificationApi,
  Draft,
  FollowedPart,
  HistoryLoss,
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
import type { UnmatchedApi } from '#contract/unmatched.ts';
import type { UsageCounts } from '#model/usage.ts';
import { appVersion } from './appVersion.ts';
import { createObservable, type Observable } from './observable.ts';
import { createProposalService, type ProposalService } from './proposals.ts';
import { slowSteps } from './runSteps.ts';
import { tabOf } from './tab.ts';
import { resolveFailures } from './toFailedResult.ts';
import { type AsyncApi, connectWorker, extendPart, WorkerEnded, type WorkerLink } from './workerLink.ts';

/** The methods of one run as the page calls them: the first argument, the run's id, is added on the way. */
type OfRun<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (run: RunId, ...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

/** One classification of a text, with the questions and changes about its rows; see {@link RowsApi}. */
export type LedgerRun = OfRun<RowsApi> & {
  /** See {@link ClassificationApi}. */
  readonly text: OfRun<Pick<ClassificationApi, 'copy' | 'notes' | 'showRows'>>;
  /** The queue of rows without a match. */
  readonly unmatched: OfRun<UnmatchedApi>;
};

type LedgerParts = AsyncApi<LedgerApi>;
export type TableService = LedgerParts['table'];
export type EditorService = LedgerParts['editor'];
export type UploadService = LedgerParts['uploader'];

type Followed = {
  /** Calls `onRevision` when answers of a smaller revision would read otherwise. Returns the end. */
  watchRevision(onRevision: (revision: number) => void): () => void;
};
/** The history of the list. Admins only, as the others. */
export type HistoryService = LedgerParts['history'] & Followed;
export type AccessHistoryService = LedgerParts['accessHistory'] & Followed;
export type ChartHistoryService = LedgerParts['chartHistory'] & Followed;
/** The chart of accounts. */
export type ChartService = LedgerParts['chart'] & Followed;

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
  const ledger = new LedgerClient(worker, { ...start, tab: tabOf(start.account.uid) }, stopped);
  reportVisibility(ledger, stopped.signal);
  return ledger;
}

/** Whether the stored list is out of reach for now; a cached one may be there to classify with. */
export function isOutOfReach(list: ListStatus): boolean {
  return list.kind === 'failed' || (list.kind === 'cached' && list.isUnreachable);
}

/** A worker has neither `visibilitychange` nor reliable `online` events, nor what the page waits for: the page passes them on. */
function reportVisibility(ledger: LedgerService, signal: AbortSignal): void {
  const report = () => ledger.setVisible(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', report, { signal });
  for (const name of ['online', 'offline', 'pageshow']) window.addEventListener(name, report, { signal });
  slowSteps.addEventListener('slow', report, { signal });
  if (document.visibilityState !== 'visible') report();
}

/** The page's side of a ledger worker, which `stop` ends. */
export class LedgerClient {
  readonly #access = createObservable<OwnAccess | null>(null);
  readonly #list = createObservable<ListStatus>({ kind: 'loading' });
  readonly #isConnected = createObservable(true);
  readonly #blockedSockets = createObservable<string | null>(null);
  readonly #usage = createObservable<UsageCounts | null>(null);
  readonly #loss = createObservable<HistoryLoss | null>(null);
  readonly #listeners = new Set<(event: LedgerEvent) => void>();
  readonly #breakdownListeners = new Set<() => void>();
  readonly #link: WorkerLink<LedgerApi>;
  #hasBrokenDown = false;
  #currentRun: RunId = 0;
  #onRunEvent: (event: RunEvent) => void = () => {};

  /** What the person's own entry of `access` allows; null until that is known. Nothing else is read before. */
  readonly access: Observable<OwnAccess | null> = this.#access;
  /** The mapping list as the worker has it. */
  readonly list: Observable<ListStatus> = this.#list;
  /** False once the connection is lost, or cannot be made at first, and until it is there. */
  readonly isConnected: Observable<boolean> = this.#isConnected;
  /** The address whose WebSockets the network does not let through, while it lets ordinary requests through; else null. */
  readonly blockedSockets: Observable<string | null> = this.#blockedSockets;
  /** Null until it is known. */
  readonly usage: Observable<UsageCounts | null> = this.#usage;
  /** What the server has lost since this browser saw it; null for nothing. */
  readonly loss: Observable<HistoryLoss | null> = this.#loss;

  // LedgerParts of the worker. Every call rejects when the server refuses or the worker ends, except that a change resolves as
  // failed: what is stored of it is seen by following the list.
  readonly admin: LedgerParts['admin'];
  readonly table: TableService;
  readonly editor: EditorService;
  readonly uploader: UploadService;
  readonly history: HistoryService;
  readonly accessHistory: AccessHistoryService;
  readonly chartHistory: ChartHistoryService;
  readonly proposals: ProposalService;
  readonly chart: ChartService;

  /** `stop` aborts `stopped`. */
  constructor(
    worker: Worker,
    start: LedgerStart,
    private readonly stopped = new AbortController(),
  ) {
    this.#link = connectWorker<LedgerApi, LedgerEvent>(worker, {
      name: 'ledger',
      endedMessage: 'The classifier had stopped and was started again. Try again.',
      onEvent: (event) => this.#onEvent(event),
      // The server may refuse what an app of a former version writes.
      onFailure: () => void appVersion.check(),
      onEnd: () => this.#breakDown(),
    });
    const { api } = this.#link;
    this.admin = api.admin;
    this.table = api.table;
    this.editor = resolveFailures(api.editor, EDITOR_FAILURES);
    this.uploader = resolveFailures(api.uploader, { upload: { added: 0, skipped: 0 } });
    this.history = extendPart(api.history, this.#followed('history'));
    this.accessHistory = extendPart(api.accessHistory, this.#followed('accessHistory'));
    this.chartHistory = extendPart(api.chartHistory, this.#followed('chartHistory'));
    this.chart = extendPart(api.chart, this.#followed('chart'));
    this.proposals = createProposalService(api.proposals, (listener) => this.watch(listener));
    this.#orBreakDown(api.open(start));
  }

  /** Calls `listener` at each event of the worker, but for those of runs. Returns the end. */
  watch(listener: (event: LedgerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `onBroken` when the worker broke down, and at each `retry` after that: start another ledger. Returns the end. */
  watchBreakdown(onBroken: () => void): () => void {
    this.#breakdownListeners.add(onBroken);
    return () => this.#breakdownListeners.delete(onBroken);
  }

  /**
   * Classifies `text`, one description per line. A run under way is cancelled within one batch. `onEvent` is not called
   * any more once another run has begun. A large text comes as a Blob where one is at hand: a string would hold the page up.
   */
  classify(text: string | Blob, onEvent: (event: RunEvent) => void, options?: TextOptions): LedgerRun {
    const id = ++this.#currentRun;
    this.#onRunEvent = onEvent;
    const { api } = this.#link;
    this.#orBreakDown(api.ledger.classify(id, text, options));
    const rows = resolveFailures(api.rows, { takeNew: {} });
    const parts = { text: ofRun(api.ledger, id), unmatched: ofRun(api.unmatched, id) };
    return extendPart(ofRun(rows, id), parts);
  }

  /** The text, edits and choices that were on the page before a reload; null for nothing. */
  readDraft(): Promise<Draft | null> {
    return this.#link.api.ledger.readDraft();
  }

  /** Reads the mapping list again after a failure; a ledger that broke down is replaced by its watchers. */
  retry(): void {
    if (this.#hasBrokenDown) this.#notifyBreakdown();
    else this.#orBreakDown(this.#link.api.ledger.retry());
  }

  /** Whether the page is visible. Call it again when the network has changed: the connection is then checked at once. */
  setVisible(isVisible: boolean): void {
    this.#orBreakDown(this.#link.api.connection.setVisible(isVisible));
  }

  /** Ends the worker. */
  stop(): void {
    this.stopped.abort();
    this.#link.stop();
  }

  #followed(kind: FollowedPart): Followed {
    return {
      watchRevision: (onRevision) =>
        this.watch((event) => {
          if (event.kind === kind) onRevision(event.revision);
        }),
    };
  }

  #onEvent(event: LedgerEvent): void {
    if ('run' in event) {
      if (event.run === this.#currentRun) this.#onRunEvent(event);
      return;
    }
    if (event.kind === 'access') this.#access.set(event.access);
    else if (event.kind === 'list') this.#list.set(event.status);
    else if (event.kind === 'connection') this.#onConnection(event);
    else if (event.kind === 'usage') this.#usage.set(event.usage);
    else if (event.kind === 'loss') this.#loss.set(event.loss);
    else if (event.kind === 'draft-failed')
      console.warn('The text will not be there after a reload:', event.detail);
    for (const notify of this.#listeners) notify(event);
  }

  #onConnection({ isConnected, blocked }: Extract<LedgerEvent, { kind: 'connection' }>): void {
    this.#isConnected.set(isConnected);
    this.#blockedSockets.set(blocked);
  }

  /** For calls that the ledger is of no use without. The end of the worker is reported by the link. */
  #orBreakDown(call: Promise<void>): void {
    call.catch((error: unknown) => {
      if (error instanceof WorkerEnded) return;
      console.error('The ledger worker failed:', error);
      this.#breakDown();
    });
  }

  #breakDown(): void {
    this.#list.set({ kind: 'failed', reason: 'broken' });
    if (this.#hasBrokenDown) return;
    this.#hasBrokenDown = true;
    this.#notifyBreakdown();
  }

  #notifyBreakdown(): void {
    for (const notify of [...this.#breakdownListeners]) notify();
  }
}

const NOTHING_CHANGED = { count: 0, undo: null };
/** The changes of the editor, and what is known of one that has failed besides why. */
const EDITOR_FAILURES = {
  edit: {},
  remove: {},
  removeSelected: NOTHING_CHANGED,
  removeDuplicates: NOTHING_CHANGED,
  changeMany: NOTHING_CHANGED,
  apply: NOTHING_CHANGED,
  undo: {},
  acceptMismatch: {},
  acknowledgeBehind: {},
};

/** The methods of a part for one run. */
function ofRun<Api>(part: AsyncApi<Api>, run: RunId): OfRun<Api> {
  return new Proxy(part as object, {
    get:
      (target, name) =>
      (...args: readonly unknown[]) =>
        (Reflect.get(target, name) as AnyMethod)(run, ...args),
  }) as OfRun<Api>;
}

type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>;
