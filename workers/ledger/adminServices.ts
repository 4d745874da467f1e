import type { LedgerEvent } from '#contract/ledger.ts';
import type { Account } from '#model/user.ts';
import type { Emit } from '../exposeWorker.ts';
import { createAdminData } from './adminData.ts';
import type { LedgerDatabase } from './database.ts';
import { createHistoryServices } from './history/historyServices.ts';
import { ChangeSetWriter } from './list/ChangeSetWriter.ts';
import type { ChangePlans } from './list/changePlans.ts';
import type { MappingList } from './list/MappingList.ts';
import { createPreviewer, type PreviewerOptions } from './preview/createPreviewer.ts';
import type { ResultTable } from './rows/ResultTable.ts';
import { AnalysisSnapshot } from './table/AnalysisSnapshot.ts';
import { createAccountChanges } from './table/accountChanges.ts';
import { MappingEditor } from './table/MappingEditor.ts';
import { type Selection, TableView } from './table/TableView.ts';
import type { Timing } from './timing.ts';
import { MappingUploader } from './upload/MappingUploader.ts';

type AdminServicesOptions = Pick<PreviewerOptions, 'loadPreviewText'> & {
  readonly database: LedgerDatabase;
  readonly list: MappingList;
  readonly timing: Timing;
  readonly account: Account;
  readonly plans: ChangePlans;
  /** The rows of the text on the Classifier screen; undefined when there is none. */
  tableNow(): ResultTable | undefined;
  readonly emit: Emit<LedgerEvent>;
};

/** What only the screens of admins ask for. A module of its own: most tabs never load it. */
export function createAdminServices(options: AdminServicesOptions) {
  const { database, list, timing, account, plans, tableNow, emit } = options;
  // It opens the text that the tab had before a reload: mappings are counted in it, too.
  options.loadPreviewText().catch(console.warn);
  const selection: Selection = new Set();
  const snapshot = new AnalysisSnapshot(list);
  const writer = new ChangeSetWriter(list, plans);
  const admin = createAdminData(database, account);
  const { undo, ...histories } = createHistoryServices({
    database,
    list,
    writer,
    preview: createPreviewer(options),
    readAccess: () => admin.readAccess(),
    onRevision: (kind, revision) => emit({ kind, revision }),
  });
  return {
    admin,
    table: new TableView({ database, list, selection, snapshot, timing, tableNow }),
    editor: Object.assign(
      new MappingEditor({ list, writer, selection, snapshot, history: undo, previews: options }),
      createAccountChanges({ list, writer, selection, preview: createPreviewer(options) }),
    ),
    uploader: new MappingUploader({ list, timing, preview: createPreviewer(options), writer }),
    ...histories,
  };
}
