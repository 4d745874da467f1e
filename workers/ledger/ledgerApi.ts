import { proxy } from 'comlink';
import type { LedgerApi, LedgerEvent, LedgerStart } from '#contract/ledger.ts';
import { type AccessMemory, followOwnAccess } from './access.ts';
import { createAdminData } from './adminData.ts';
import { ConnectionMonitor } from './ConnectionMonitor.ts';
import type { DraftStore } from './classification/draftStore.ts';
import type { LedgerDatabase } from './database.ts';
import { Ledger, type LedgerParts } from './Ledger.ts';
import type { MappingCache } from './list/indexedDbMappingCache.ts';
import { AnalysisSnapshot } from './table/AnalysisSnapshot.ts';
import { MappingEditor } from './table/MappingEditor.ts';
import { Selection } from './table/Selection.ts';
import { TableView } from './table/TableView.ts';
import { createTiming } from './timing.ts';
import { MappingUploader } from './upload/MappingUploader.ts';

export type LedgerApiOptions = {
  openDatabase(start: LedgerStart): LedgerDatabase;
  openKeep(start: LedgerStart): DraftStore;
  openMappingCache(start: LedgerStart): MappingCache;
  openAccessMemory(start: LedgerStart): AccessMemory;
  createClassifier: LedgerParts['createClassifier'];
};

/**
 * What a ledger worker exposes. Events go one way through `port`: a proxied callback would answer each of the
 * 250 batches of a large paste with a message of its own.
 */
export function createLedgerApi(parts: LedgerApiOptions): LedgerApi {
  return {
    async open(start: LedgerStart, port: MessagePort) {
      const emit = (event: LedgerEvent, transfer: ArrayBufferLike[] = []) =>
        port.postMessage(event, transfer as ArrayBuffer[]);
      const database = parts.openDatabase(start);
      const timing = createTiming();
      const connection = new ConnectionMonitor({
        database,
        timing,
        onChange: (isConnected) => emit({ kind: 'connection', isConnected }),
      });
      await followOwnAccess({
        database,
        timing,
        account: start.account,
        memory: parts.openAccessMemory(start),
        onChange: (access) => emit({ kind: 'access', access }),
      });
      const ledger = new Ledger({
        database,
        email: start.account.email,
        timing,
        keep: parts.openKeep(start),
        mappingCache: parts.openMappingCache(start),
        createClassifier: parts.createClassifier,
        emit,
      });
      const { list } = ledger;
      const selection = new Selection();
      const analysed = new AnalysisSnapshot(list);
      // The parts share one connection; each is a property of its own.
      return proxy({
        connection: proxy(connection),
        ledger: proxy(ledger),
        rows: proxy(ledger.rows),
        admin: proxy(createAdminData(database)),
        table: proxy(new TableView({ database, list, selection, analysed, timing })),
        editor: proxy(new MappingEditor({ list, selection, analysed })),
        uploader: proxy(new MappingUploader({ list, timing })),
      });
    },
  };
}
