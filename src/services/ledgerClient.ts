import { transfer, wrap } from 'comlink';
import type { AdminData } from '../../workers/ledger/adminData.ts';
import type { LedgerEntry, LedgerStart } from '../../workers/ledger/entry.ts';
import type { LedgerEvent, ListStatus, RunEvent, TextOptions } from '../../workers/ledger/events.ts';
import type { KeptWork } from '../../workers/ledger/workKeep.ts';
import type { UsageCounts } from '../model/usage.ts';
import { connectRun, type LedgerRun, type RemoteLedger } from './ledgerRun.ts';
import { createObservable, type Observable } from './observable.ts';
import { connectTable, type TableService } from './table.ts';
import { connectUpload, type UploadService } from './upload.ts';

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
  classify(
    text: string,
    onEvent: (event: RunEvent) => void,
    signal?: AbortSignal,
    options?: TextOptions,
  ): LedgerRun;
  /** The text, edits and choices that were on the page before it was loaded anew; null for nothing. */
  readKept(): Promise<KeptWork | null>;
  /** Reads the mapping list again after a failure. */
  retry(): void;
  /** What admins see and do over the same connection; refused to others. */
  readonly admin: AdminData;
  /** The mapping list as a table, and its changes; admins only. */
  readonly table: TableService;
  /** Told once when the worker itself broke: another ledger must take its place. Returns the end. */
  watchBreakdown(onBroken: () => void): () => void;
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
  const breakdowns = new Set<() => void>();
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
    for (const hear of [...breakdowns]) hear();
  };
  worker.onerror = (event) => fail(event.message);
  opened.catch(fail);
  const tell = (message: (remote: RemoteLedger) => Promise<void>) => void opened.then(message).catch(fail);

  return {
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
      return connectRun(opened, id, tell);
    },
    readKept: async () => (await opened).ledger.readKept(),
    admin: {
      readUsage: async (days) => (await opened).admin.readUsage(days),
      readUserUsage: async (emails, today) => (await opened).admin.readUserUsage(emails, today),
      readAccess: async () => (await opened).admin.readAccess(),
      writeAccess: async (entry) => (await opened).admin.writeAccess(entry),
      removeAccess: async (email) => (await opened).admin.removeAccess(email),
      removeCounters: async (email) => (await opened).admin.removeCounters(email),
    },
    table: connectTable(opened),
    watchBreakdown(onBroken) {
      breakdowns.add(onBroken);
      return () => breakdowns.delete(onBroken);
    },
    upload: connectUpload(opened),
    retry() {
      // A ledger that broke cannot be asked; those who were told put another in its place.
      if (hasFailed) for (const hear of [...breakdowns]) hear();
      else tell((remote) => remote.ledger.retry());
    },
    stop() {
      port1.close();
      worker.terminate();
    },
  };
}
