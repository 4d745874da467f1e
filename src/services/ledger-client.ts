import { transfer, wrap } from 'comlink';
import type { MappingId } from '../../workers/engine/classifier.ts';
import type { AdminData } from '../../workers/ledger/admin-data.ts';
import type { LedgerEntry, LedgerStart } from '../../workers/ledger/entry.ts';
import type {
  ChoiceResult,
  CopyColumns,
  CopyResult,
  LedgerEvent,
  ListStatus,
  MappingFace,
  RowState,
  RunEvent,
} from '../../workers/ledger/events.ts';
import type { UsageCounts } from '../model/usage.ts';
import { createObservable, type Observable } from './observable.ts';
import { connectTable, type TableService } from './table.ts';
import { connectUpload, type UploadService } from './upload.ts';

/** One classification of a text, and what can be asked about its rows. */
export type LedgerRun = {
  /** Rows `from` to `to` (excluded) are on screen: they are classified first. */
  showRows(from: number, to: number): void;
  describe(mappings: readonly MappingId[]): Promise<readonly (MappingFace | undefined)[]>;
  /** Undefined when another text has taken the place of this run's. */
  editRow(row: number, text: string): Promise<RowState | undefined>;
  /** With `isShared` the suggestion becomes the mapping of the row's description, for everybody. */
  takeNew(row: number, isShared: boolean): Promise<ChoiceResult>;
  keepCurrent(row: number): Promise<RowState | undefined>;
  /** The whole result, as soon as it is complete; the rest of a run then goes on without pauses. */
  copy(columns: CopyColumns): Promise<CopyResult>;
};

/** The mapping list, classification and usage counters of the signed-in user. */
export type LedgerService = {
  readonly list: Observable<ListStatus>;
  /** False once the connection is lost, and until it is back. */
  readonly isConnected: Observable<boolean>;
  /** Null until it is known. */
  readonly usage: Observable<UsageCounts | null>;
  /** Told what went wrong when counters could not be read or written. Returns the end. */
  watchUsageFailures(onFailure: (detail: string) => void): () => void;
  /**
   * Classifies `text`, one description per line. A run under way is cancelled; so is this one by `signal`,
   * within one batch. `onEvent` is not called any more once another run has begun.
   */
  classify(text: string, onEvent: (event: RunEvent) => void, signal?: AbortSignal): LedgerRun;
  /** Reads the mapping list again after a failure. */
  retry(): void;
  /** What admins see and do over the same connection; refused to others. */
  readonly admin: AdminData;
  /** The mapping list as a table, and its changes; admins only. */
  readonly table: TableService;
  /** Adding many mappings at once; admins only. */
  readonly upload: UploadService;
  /** Ends the worker. */
  stop(): void;
};

/** Speaks with the ledger in `worker`, which this service ends when it is stopped. */
export function connectLedger(worker: Worker, start: LedgerStart): LedgerService {
  const { port1, port2 } = new MessageChannel();
  const entry = wrap<LedgerEntry>(worker);
  const opened = entry.open(start, transfer(port2, [port2]));

  const list = createObservable<ListStatus>({ kind: 'loading' });
  const isConnected = createObservable(true);
  const usage = createObservable<UsageCounts | null>(null);
  const usageFailures = new Set<(detail: string) => void>();
  let currentRun = 0;
  let tellRun: (event: RunEvent) => void = () => {};
  let wasConnected = false;
  /** Whether the worker itself broke, so that there is nobody to ask. */
  let hasFailed = false;

  port1.onmessage = ({ data: event }: MessageEvent<LedgerEvent>) => {
    if ('run' in event) {
      if (event.run === currentRun) tellRun(event);
      return;
    }
    switch (event.kind) {
      case 'list':
        list.set(event.status);
        break;
      case 'connection':
        // At start-up there is no connection yet that could be lost.
        wasConnected ||= event.isConnected;
        isConnected.set(event.isConnected || !wasConnected);
        break;
      case 'usage':
        usage.set(event.usage);
        break;
      case 'usage-failed':
        for (const hear of usageFailures) hear(event.detail);
    }
  };
  const fail = (what: unknown) => {
    console.error('The ledger worker failed:', what);
    hasFailed = true;
    list.set({ kind: 'failed', reason: 'broken' });
  };
  worker.onerror = (event) => fail(event.message);
  opened.catch(fail);
  const tell = (message: (remote: Awaited<typeof opened>) => Promise<void>) =>
    void opened.then(message).catch(fail);

  return {
    list,
    isConnected,
    usage,
    watchUsageFailures(onFailure) {
      usageFailures.add(onFailure);
      return () => usageFailures.delete(onFailure);
    },
    classify(text, onEvent, signal) {
      const id = ++currentRun;
      tellRun = onEvent;
      tell((remote) => remote.ledger.classify(id, text));
      signal?.addEventListener('abort', () => tell((remote) => remote.ledger.cancel(id)), {
        once: true,
      });
      return runOf(id);
    },
    admin: {
      readUsage: async (days) => (await opened).admin.readUsage(days),
      readUserUsage: async (emails, today) => (await opened).admin.readUserUsage(emails, today),
      readAccess: async () => (await opened).admin.readAccess(),
      writeAccess: async (entry) => (await opened).admin.writeAccess(entry),
      removeAccess: async (email) => (await opened).admin.removeAccess(email),
      removeCounters: async (email) => (await opened).admin.removeCounters(email),
    },
    table: connectTable(opened),
    upload: connectUpload(opened),
    retry() {
      if (hasFailed) window.location.reload();
      else tell((remote) => remote.ledger.retry());
    },
    stop() {
      port1.close();
      worker.terminate();
    },
  };

  function runOf(id: number): LedgerRun {
    return {
      showRows: (from, to) => tell((remote) => remote.ledger.showRows(id, from, to)),
      describe: async (mappings) => (await opened).ledger.describe(id, mappings),
      editRow: async (row, text) => (await opened).ledger.editRow(id, row, text),
      takeNew: async (row, isShared) => (await opened).ledger.takeNew(id, row, isShared),
      keepCurrent: async (row) => (await opened).ledger.keepCurrent(id, row),
      copy: async (columns) => (await opened).ledger.copy(id, columns),
    };
  }
}
