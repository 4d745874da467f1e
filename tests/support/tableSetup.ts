import { createClassifier } from '#engine/classifier.ts';
import { mappingKey } from '#model/mapping.ts';
import { createHistoryParts } from '#workers/ledger/history/historyParts.ts';
import { ChangeSetWriter } from '#workers/ledger/list/ChangeSetWriter.ts';
import { AccountChanges } from '#workers/ledger/table/AccountChanges.ts';
import { AnalysisSnapshot } from '#workers/ledger/table/AnalysisSnapshot.ts';
import { changesEffect, type EffectOf } from '#workers/ledger/table/changesEffect.ts';
import { MappingEditor } from '#workers/ledger/table/MappingEditor.ts';
import { createRemovalEffect } from '#workers/ledger/table/removalEffect.ts';
import { Selection, TableView } from '#workers/ledger/table/TableView.ts';
import { setupLedger } from './ledgerSetup.ts';
import { createMemoryPlans } from './memoryPlans.ts';

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
  const { ledger, database, timing, counters } = await setupLedger(leaves, options);
  const selection = new Selection();
  const { list, tableNow } = ledger;
  const plans = createMemoryPlans();
  const writer = new ChangeSetWriter(list, plans);
  const snapshot = new AnalysisSnapshot(list);
  const effectOf: EffectOf = (changes) => changesEffect({ list, createClassifier, tableNow }, changes);
  const readAccess = async () => [];
  const onRevision = () => {};
  const { undo } = createHistoryParts({ database, list, writer, effectOf, readAccess, onRevision });
  return {
    ledger,
    database,
    timing,
    counters,
    plans,
    writer,
    view: new TableView({ database, list, selection, snapshot, timing, tableNow }),
    editor: new MappingEditor({
      list,
      writer,
      selection,
      snapshot,
      history: undo,
      accounts: new AccountChanges({ list, writer, selection, timing, createClassifier, tableNow }),
      removalEffect: createRemovalEffect({ list, timing, createClassifier, tableNow }),
      effectOf,
    }),
    /** Somebody else's change; null removes. */
    writeElsewhere(description: string, glAccount: string | null) {
      database.writeElsewhere({
        [`gl_mappings/${mappingKey(description)}`]: glAccount === null ? null : { description, glAccount },
      });
    },
    /** What is stored under a key. */
    at: (key: string) => database.stored(`gl_mappings/${key}`),
  };
}
