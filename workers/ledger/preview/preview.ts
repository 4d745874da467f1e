import { PENDING } from '#contract/ledger.ts';
import type { Preview, StoredText } from '#contract/preview.ts';
import { type ChangedClassifier, createClassifier } from '#engine/classifier.ts';
import type { MappingChange } from '#model/history.ts';
import { fieldsOf, isSameMapping, isUsable, type Mapping, type MappingKey } from '#model/mapping.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { ResultTable } from '../rows/ResultTable.ts';
import { accountTotals } from './accountTotals.ts';
import { ChangedRows } from './ChangedRows.ts';

/** Rows looked at between two steps: a few milliseconds' worth. */
const ROWS_PER_STEP = 1_000;

/** Rows over which a change is counted. */
export type PreviewRows = { readonly table: ResultTable; readonly storedText?: StoredText | null };

export type PreviewOptions = PreviewRows & { readonly list: Pick<MappingList, 'entries' | 'classifier'> };

/**
 * What changes of the list would do, made at once: a second classifier, with the changes applied, is asked. Of several
 * changes of one mapping the last counts. One that is added has nothing before it, whatever is stored at its key. Yields
 * the share done.
 *
 * @param named rows of which the answer says how many get an account
 */
export function* preview(
  { list, table, storedText = null }: PreviewOptions,
  changes: readonly MappingChange[],
  named: ReadonlySet<number> = new Set(),
): Generator<number, Preview> {
  const byKey = new Map(changes.map((change) => [change.key, change]));
  const last = [...byKey.values()];
  const after = listAfter(list, last);
  const changed = yield* changedRows(table, after, table.idsOf(new Set(byKey.keys())));
  const accounts = yield* accountTotals(table, changed.moved);
  return {
    rows: table.rows.count - table.blankRows,
    ...changed.counts,
    ...accounts,
    storedText,
    ofNamed: changed.gainedOf(named),
    missed: after
      .winners(Array.from(named, (row) => table.description(row)))
      .filter((one) => one === undefined).length,
    ...countOwnTexts(list, byKey, after),
    replaced: replacedBy(list, last),
  };
}

/** The change that stores a mapping, whatever stands in its place. */
export function addition(after: Mapping): MappingChange {
  return { key: after.key, before: null, after };
}

/** The classifier of the list with changes applied. */
export function listAfter(
  { classifier }: Pick<MappingList, 'classifier'>,
  changes: readonly MappingChange[],
): ChangedClassifier {
  const set = changes.flatMap(({ after }) => after ?? []);
  const removed = changes.filter(({ after }) => after === null).map(({ key }) => key);
  return (classifier ?? createClassifier([])).after(set, removed);
}

/** Only rows that a changed mapping matches, or that one answers now, are asked. @param answers the ids of changed mappings */
function* changedRows(
  table: ResultTable,
  after: ChangedClassifier,
  answers: ReadonlySet<number>,
): Generator<number, ChangedRows> {
  const changed = new ChangedRows(table);
  for (let start = 0; start < table.rows.count; start += ROWS_PER_STEP) {
    yield start / table.rows.count;
    const rows: number[] = [];
    for (const [i, id] of findRows(after, table, start).entries()) {
      const row = start + i;
      if (table.shown(row) === PENDING) changed.pending++;
      else if (id >= 0 || answers.has(table.answerId(row))) rows.push(row);
    }
    const winners = after.winners(rows.map((row) => table.description(row)));
    for (const [i, row] of rows.entries()) changed.add(row, winners[i]);
  }
  return changed;
}

/** By row from `start`, the mapping that wins among those alone that are set, negative for none. */
function findRows({ set }: ChangedClassifier, table: ResultTable, start: number): Int32Array {
  const end = Math.min(start + ROWS_PER_STEP, table.rows.count);
  const found = new Int32Array(end - start);
  set.classifyRows(table.rows, start, end, found);
  for (const [row, text] of table.edits)
    if (row >= start && row < end) found[row - start] = set.classify(text);
  return found;
}

/** On its own text a mapping loses only against another spelling of the same keyword: so these alone are asked. */
function countOwnTexts(
  { entries, classifier }: PreviewOptions['list'],
  changes: ReadonlyMap<MappingKey, MappingChange>,
  after: ChangedClassifier,
): Pick<Preview, 'ownTexts' | 'overruled'> {
  const spellings = (mapping: Mapping | null | undefined) =>
    (mapping && classifier?.spellings(mapping.description)) ?? [];
  const isOther = ({ key }: Mapping) => !changes.has(key);
  const isOverruled = (set: Mapping) => {
    const winner = after.winner(set.description);
    return isUsable(set) && winner && isOther(winner) && winner.glAccount !== set.glAccount;
  };
  const others = new Set<Mapping>();
  let overruled = 0;
  for (const { key, after: set } of changes.values()) {
    const alike = spellings(set).filter(isOther);
    const stored = entries.get(key);
    const former = stored?.description === set?.description ? [] : spellings(stored).filter(isOther);
    for (const other of [...alike, ...former]) others.add(other);
    if (set !== null && alike.length > 0 && isOverruled(set)) overruled++;
  }
  const moved = [...others].filter(
    (other) => spellings(other)[0]?.glAccount !== after.winner(other.description)?.glAccount,
  );
  return { ownTexts: moved.length, overruled };
}

function replacedBy({ entries }: PreviewOptions['list'], changes: readonly MappingChange[]) {
  return changes.flatMap(({ key, before, after }) => {
    const stored = entries.get(key);
    const isReplaced = stored && after && !isSameMapping(stored, before) && !isSameMapping(stored, after);
    return isReplaced ? fieldsOf(stored) : [];
  });
}
