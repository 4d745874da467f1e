import { transfer, wrap } from 'comlink';
import type {
  AdminData,
  Draft,
  LedgerApi,
  LedgerEvent,
  LedgerStart,
  ListStatus,
  OwnAccess,
  RunEvent,
  TextOptions,
} from '#contract/ledger.ts';
import type { UsageCounts } from '#model/usage.ts';
import { connectRun, type LedgerRun, type RemoteLedger } from './ledgerRun.ts';
import { createObservable, type Observable } from './observable.ts';
import { connectTable, type TableService } from './table.ts';
import type { UntilEnded } from './untilEnded.ts';
import { connectUpload, type UploadService } from './upload.ts';
import { watchWorkerExit } from './workerExit.ts';

/** The mapping list, classification and usage counters of the signed-in user. */
export type LedgerService = {
  /** What the person's own entry of `access` allows; null until that is known. Nothing else is read before. */
  readonly access: Observable<OwnAccess | null>;
  readonly list: Observable<ListStatus>;
  /** False once the connection is lost, or cannot be had at first, and until it is there. */
  readonly isConnected: Observable<boolean>;
  /** Null until it is known. */
  readonly usage: Observable<UsageCounts | null>;
  /** Called with the reason when counters could not be read or written. Returns the end. */
  watchUsageFailures(onFailure: (detail: string) => void): () => void;
  /**
   * Classifies `text`, one description per line. A run under way is cancelled; so is this one by `signal`,
   * within one batch. `onEvent` is not called any more once another run has begun.
   */
  classify(
    text: string,
    onEvent: (event: RunEvent) => void,
    signal?: AbortSignal,
    options?: TextOptions,
  ): LedgerRun;
  /** The text, edits and choices that were on the page before it was loaded anew; null for nothing. */
  readKept(): Promise<Draft | null>;
  /** Reads the mapping list again after a failure. */
  retry(): void;
  /** What admins see and do over the same connection; refused to others. */
  readonly admin: AdminData;
  /** The mapping list as a table, and its changes; admins only. */
  readonly table: TableService;
  /** Called once when the worker itself broke: another ledger must take its place. Returns the end. */
  watchBreakdown(onBroken: () => void): () => void;
  /** Adding many mappings at once; admins only. */
  readonly upload: UploadService;
  /** Whether somebody looks at the page; told again when the network has changed. The connection is looked after. */
  setVisible(isVisible: boolean): void;
  /** Ends the worker. */
  stop(): void;
};

/** Speaks with the ledger in `worker`, which this service ends when it is stopped. */
export function connectLedger(worker: Worker, start: LedgerStart): LedgerService {
  const { port1, port2 } = new MessageChannel();
  const entry = wrap<LedgerApi>(worker);
  let isOver: (reason: Error) => void = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    isOver = reject;
  });
  // Most of those who wait for an answer are gone with the ledger, and need not hear of its end.
  ended.catch(() => {});
  const untilEnded: UntilEnded = (answer) => Promise.race([answer, ended]);
  const opened = entry.open(start, transfer(port2, [port2]));

  const access = createObservable<OwnAccess | null>(null);
  const list = createObservable<ListStatus>({ kind: 'loading' });
  const isConnected = createObservable(true);
  const usage = createObservable<UsageCounts | null>(null);
  const usageFailures = new Set<(detail: string) => void>();
  const breakdowns = new Set<() => void>();
  let currentRun = 0;
  let tellRun: (event: RunEvent) => void = () => {};
  /** Whether the worker itself broke, so that there is nobody to ask. */
  let hasFailed = false;

  port1.onmessage = ({ data: event }: MessageEvent<LedgerEvent>) => {
    if ('run' in event) {
      if (event.run === currentRun) tellRun(event);
      return;
    }
    switch (event.kind) {
      case 'access':
        access.set(event.access);
        break;
      case 'list':
        list.set(event.status);
        break;
      case 'connection':
        isConnected.set(event.isConnected);
        break;
      case 'usage':
        usage.set(event.usage);
        break;
      case 'usage-failed':
        for (const hear of usageFailures) hear(event.detail);
        break;
      case 'keep-failed':
        console.warn('The text will not be there after a reload:', event.detail);
    }
  };
  const fail = (what: unknown) => {
    console.error('The ledger worker failed:', what);
    list.set({ kind: 'failed', reason: 'broken' });
    if (hasFailed) return;
    hasFailed = true;
    isOver(new Error('The classifier had stopped and was started again. Try again.'));
    for (const hear of [...breakdowns]) hear();
  };
  worker.onerror = (event) => fail(event.message);
  const endLifeWatch = watchWorkerExit(worker, () => fail('it has ended'));
  opened.catch(fail);
  const tell = (message: (remote: RemoteLedger) => Promise<void>) => void opened.then(message).catch(fail);

  return {
    access,
    list,
    isConnected,
    usage,
    watchUsageFailures(onFailure) {
      usageFailures.add(onFailure);
      return () => usageFailures.delete(onFailure);
    },
    classify(text, onEvent, signal, options) {
      const id = ++currentRun;
      tellRun = onEvent;
      tell((remote) => remote.ledger.classify(id, text, options));
      signal?.addEventListener('abort', () => tell((remote) => remote.ledger.cancel(id)), {
        once: true,
      });
      return connectRun(opened, id, tell, untilEnded);
    },
    readKept: async () => (await opened).ledger.readKept(),
    admin: {
      readUsage: async (days) => untilEnded((await opened).admin.readUsage(days)),
      readUserUsage: async (emails, today) => untilEnded((await opened).admin.readUserUsage(emails, today)),
      readAccess: async () => untilEnded((await opened).admin.readAccess()),
      writeAccess: async (entry) => untilEnded((await opened).admin.writeAccess(entry)),
      removeAccess: async (email) => untilEnded((await opened).admin.removeAccess(email)),
      removeCounters: async (email) => untilEnded((await opened).admin.removeCounters(email)),
    },
    table: connectTable(opened, untilEnded),
    watchBreakdown(onBroken) {
      breakdowns.add(onBroken);
      return () => breakdowns.delete(onBroken);
    },
    upload: connectUpload(opened, untilEnded),
    retry() {
      // A ledger that broke cannot be asked; those who were told put another in its place.
      if (hasFailed) for (const hear of [...breakdowns]) hear();
      else tell((remote) => remote.ledger.retry());
    },
    setVisible: (isVisible) => tell((remote) => remote.connection.setVisible(isVisible)),
    stop() {
      endLifeWatch();
      port1.close();
      worker.terminate();
    },
  };
}
