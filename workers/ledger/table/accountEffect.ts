import { PENDING } from '#contract/ledger.ts';
import type { AccountPreview } from '#contract/table.ts';
import type { Classifier } from '#engine/classifier.ts';
import { isUsable, type Mapping, withAccount } from '#model/mapping.ts';
import { effectOnRow, previewRows } from '../classification/mappingEffect.ts';
import type { ResultTable } from '../classification/ResultTable.ts';
import { RowExamples } from '../classification/RowExamples.ts';
import type { MappingList } from '../list/MappingList.ts';

/** Rows looked at between two steps: a few milliseconds' worth. */
const ROWS_PER_STEP = 5_000;

export type AccountEffectOptions = {
  readonly list: Pick<MappingList, 'entries' | 'classifier'>;
  createClassifier(mappings: Iterable<Mapping>): Classifier;
  /** The rows of the text on the Classifier screen; undefined when there is none. */
  tableNow(): ResultTable | undefined;
};

/** Counts the rows that another account for the mappings `changing` would change; yields the share done. */
export function* countRows(
  options: AccountEffectOptions,
  changing: readonly Mapping[],
  account: string,
): Generator<number, AccountPreview['lines']> {
  const table = options.tableNow();
  if (table === undefined || table.rows.count === 0) return null;
  const after = changing.map((mapping) => withAccount(mapping, account));
  if ([...changing, ...after].every(isUsable)) return yield* countByWinner(table, changing, account);
  // Where a mapping begins to match, or ends, others win than now.
  return previewRows({ ...options, table }, after);
}

/** The account has no part in which mapping wins: so the rows of the same winners change. */
function* countByWinner(
  table: ResultTable,
  changing: readonly Mapping[],
  account: string,
): Generator<number, NonNullable<AccountPreview['lines']>> {
  const keys = new Set(changing.map(({ key }) => key));
  const counts = { unmatched: 0, others: 0 };
  const examples = new RowExamples();
  for (let row = 0; row < table.rows.count; row++) {
    if ((row + 1) % ROWS_PER_STEP === 0) yield row / table.rows.count;
    const winner = table.answer(row);
    if (winner === undefined || !keys.has(winner.key) || table.shown(row) === PENDING) continue;
    const kind = effectOnRow(table, row, account);
    if (kind === null) continue;
    counts[kind]++;
    examples.add(kind === 'unmatched' ? null : table.account(row), account, () => table.description(row));
  }
  return { ...counts, examples: examples.all };
}
