import { proxy } from 'comlink';
import type { BackendSettings } from '../../src/model/backend.ts';
import type { Account } from '../../src/model/user.ts';
import { createAdminData } from './adminData.ts';
import { ConnectionKeeper } from './ConnectionKeeper.ts';
import type { LedgerDatabase } from './database.ts';
import type { LedgerEvent } from './events.ts';
import { Ledger, type LedgerParts } from './Ledger.ts';
import type { ListCache } from './list/listCache.ts';
import { AnalysedList } from './table/AnalysedList.ts';
import { MappingEditor } from './table/MappingEditor.ts';
import { Selection } from './table/Selection.ts';
import { TableView } from './table/TableView.ts';
import { createTiming } from './timing.ts';
import { MappingUploader } from './upload/MappingUploader.ts';
import type { WorkKeep } from './workKeep.ts';

/** For whom the ledger works, and where. */
export type LedgerStart = { readonly backend: BackendSettings; readonly account: Account };

export type EntryParts = {
  openDatabase(start: LedgerStart): LedgerDatabase;
  openKeep(start: LedgerStart): WorkKeep;
  openListCache(start: LedgerStart): ListCache;
  createClassifier: LedgerParts['createClassifier'];
};

/**
 * What a ledger worker exposes. Events go one way through `port`: a proxied callback would answer each of the
 * 250 batches of a large paste with a message of its own.
 */
export function createEntry(parts: EntryParts) {
  return {
    open(start: LedgerStart, port: MessagePort) {
      const emit = (event: LedgerEvent, transfer: ArrayBufferLike[] = []) =>
        port.postMessage(event, transfer as ArrayBuffer[]);
      const database = parts.openDatabase(start);
      const timing = createTiming();
      const ledger = new Ledger({
        database,
        email: start.account.email,
        timing,
        keep: parts.openKeep(start),
        listCache: parts.openListCache(start),
        createClassifier: parts.createClassifier,
        emit,
      });
      const { list } = ledger;
      const connection = new ConnectionKeeper({
        database,
        timing,
        onChange: (isConnected) => emit({ kind: 'connection', isConnected }),
      });
      const selection = new Selection();
      const analysed = new AnalysedList(list);
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

export type LedgerEntry = ReturnType<typeof createEntry>;
