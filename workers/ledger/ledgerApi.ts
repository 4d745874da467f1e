import { proxy } from 'comlink';
import type { LedgerApi, LedgerStart } from '#contract/ledger.ts';
import { type AccessMemory, followOwnAccess } from './access.ts';
import { createAdminData } from './adminData.ts';
import { ConnectionMonitor } from './ConnectionMonitor.ts';
import type { DraftStorage } from './classification/DraftStore.ts';
import type { LedgerDatabase } from './database.ts';
import { Ledger, type LedgerOptions } from './Ledger.ts';
import type { MappingStorage } from './list/MappingCache.ts';
import { AnalysisSnapshot } from './table/AnalysisSnapshot.ts';
import { MappingEditor } from './table/MappingEditor.ts';
import { Selection, TableView } from './table/TableView.ts';
import { createTiming } from './timing.ts';
import { MappingUploader } from './upload/MappingUploader.ts';

type LedgerApiOptions = {
  openDatabase(start: LedgerStart): LedgerDatabase;
  openDraftStorage(start: LedgerStart): DraftStorage;
  openMappingStorage(start: LedgerStart): MappingStorage;
  openAccessMemory(start: LedgerStart): AccessMemory;
  createClassifier: LedgerOptions['createClassifier'];
};

/** What a ledger worker exposes. */
export function createLedgerApi(options: LedgerApiOptions): LedgerApi {
  return {
    async open(start: LedgerStart, port: MessagePort) {
      // Posted one way: a proxied callback would answer each of the 250 batches of a large paste with a message.
      const emit: LedgerOptions['emit'] = port.postMessage.bind(port);
      const database = options.openDatabase(start);
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
        memory: options.openAccessMemory(start),
        onChange: (access) => emit({ kind: 'access', access }),
      });
      const ledger = new Ledger({
        database,
        email: start.account.email,
        timing,
        draftStorage: options.openDraftStorage(start),
        mappingStorage: options.openMappingStorage(start),
        createClassifier: options.createClassifier,
        emit,
      });
      const { list } = ledger;
      const selection = new Selection();
      const snapshot = new AnalysisSnapshot(list);
      // The parts share one connection; each is a property of its own.
      return proxy({
        connection: proxy(connection),
        ledger: proxy(ledger),
        rows: proxy(ledger.rows),
        admin: proxy(createAdminData(database)),
        table: proxy(new TableView({ database, list, selection, snapshot, timing })),
        editor: proxy(new MappingEditor({ list, selection, snapshot })),
        uploader: proxy(new MappingUploader({ list, timing })),
      });
    },
  };
}
