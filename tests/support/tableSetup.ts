import { mappingKey } from '#model/mapping.ts';
import { createHistoryServices } from '#workers/ledger/history/historyServices.ts';
import { ChangeSetWriter } from '#workers/ledger/list/ChangeSetWriter.ts';
import { createPreviewer } from '#workers/ledger/preview/createPreviewer.ts';
import { AnalysisSnapshot } from '#workers/ledger/table/AnalysisSnapshot.ts';
import { createAccountChanges } from '#workers/ledger/table/accountChanges.ts';
import { MappingEditor } from '#workers/ledger/table/MappingEditor.ts';
import { type Selection, TableView } from '#workers/ledger/table/TableView.ts';
import { setupLedger } from './ledgerSetup.ts';
import { leavesOf } from './mapping.ts';
import { createMemoryPlans } from './memoryPlans.ts';
import { previewerOptions } from './previewerOptions.ts';

type Options = {
  silent?: boolean;
  /** Entries as they are stored, by key, beside the mappings. */
  stored?: Readonly<Record<string, unknown>>;
};

/** The table and the editor of the list over a database in memory. Mappings are description and account. */
export async function setupTable(
  mappings: readonly (readonly [description: string, glAccount: string])[],
  { stored = {}, ...options }: Options = {},
) {
  const entries = new Map<string, unknown>(
    mappings.map(([description, glAccount]) => [mappingKey(description), { description, glAccount }]),
  );
  for (const [key, value] of Object.entries(stored)) entries.set(key, value);
  const leaves = Object.fromEntries([...entries].map(([key, value]) => [`gl_mappings/${key}`, value]));
  const setup = await setupLedger(leaves, options);
  const { database } = setup;
  return {
    ...setup,
    ...createTable(setup),
    /** Somebody else's change; null removes. */
    writeElsewhere(description: string, glAccount: string | null) {
      database.writeElsewhere(leavesOf({ [description]: glAccount }));
    },
    /** What is stored under a key. */
    at: (key: string) => database.stored(`gl_mappings/${key}`),
  };
}

/** The table and the editor over a ledger. */
export function createTable({
  ledger,
  database,
  timing,
}: Pick<Awaited<ReturnType<typeof setupLedger>>, 'ledger' | 'database' | 'timing'>) {
  const selection: Selection = new Set();
  const { list, tableNow } = ledger;
  const plans = createMemoryPlans();
  const writer = new ChangeSetWriter(list, plans);
  const snapshot = new AnalysisSnapshot(list);
  const previews = previewerOptions(ledger, timing);
  const preview = createPreviewer(previews);
  const readAccess = async () => [];
  const onRevision = () => {};
  const { undo } = createHistoryServices({ database, list, writer, preview, readAccess, onRevision });
  return {
    plans,
    writer,
    view: new TableView({ database, list, selection, snapshot, timing, tableNow }),
    editor: Object.assign(
      new MappingEditor({ list, writer, selection, snapshot, history: undo, previews }),
      createAccountChanges({ list, writer, selection, preview }),
    ),
  };
}

/** The id with which a successful change can be undone. */
export function undoOf(result: { readonly kind: string; readonly undo?: string | null }): string {
  if (result.kind !== 'saved' || typeof result.undo !== 'string') throw new Error(JSON.stringify(result));
  return result.undo;
}
