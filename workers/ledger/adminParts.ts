import type { Account } from '#model/user.ts';
import { createAdminData } from './adminData.ts';
import type { LedgerDatabase } from './database.ts';
import { HistoryReader } from './history/HistoryReader.ts';
import { createHistoryApi } from './history/historyApi.ts';
import type { MappingList } from './list/MappingList.ts';
import { AccountChanges } from './table/AccountChanges.ts';
import { AnalysisSnapshot } from './table/AnalysisSnapshot.ts';
import { MappingEditor } from './table/MappingEditor.ts';
import { Selection, TableView } from './table/TableView.ts';
import type { Timing } from './timing.ts';
import { MappingUploader } from './upload/MappingUploader.ts';

type AdminPartsOptions = {
  readonly database: LedgerDatabase;
  readonly list: MappingList;
  readonly timing: Timing;
  readonly account: Account;
};

/** What only the screens of admins ask for. A module of its own: most tabs never load it. */
export function createAdminParts({ database, list, timing, account }: AdminPartsOptions) {
  const selection = new Selection();
  const snapshot = new AnalysisSnapshot(list);
  return {
    admin: createAdminData(database, account),
    table: new TableView({ database, list, selection, snapshot, timing }),
    editor: new MappingEditor({
      list,
      selection,
      snapshot,
      history: new HistoryReader(database),
      accounts: new AccountChanges({ list, selection, timing }),
    }),
    uploader: new MappingUploader({ list, timing }),
    history: createHistoryApi({ database, list }),
  };
}

export type AdminParts = ReturnType<typeof createAdminParts>;
