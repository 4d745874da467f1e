import { PENDING } from '#contract/ledger.ts';
import type { MappingUse } from '#contract/table.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import type { ResultTable } from '../rows/ResultTable.ts';

/** Different descriptions that are shown. */
const MAX_EXAMPLES = 5;
/** Rows looked at between two steps: a few milliseconds' worth. */
const ROWS_PER_STEP = 5_000;

/** Counts where the mapping at `key` is used; yields the share done. */
export function* countUse(
  key: MappingKey,
  list: ReadonlyMap<MappingKey, Mapping>,
  table: ResultTable | undefined,
): Generator<number, MappingUse | null> {
  const account = list.get(key)?.glAccount.trim();
  if (account === undefined) return null;
  let sameAccount = 0;
  for (const { glAccount } of list.values()) if (glAccount.trim() === account) sameAccount++;
  const hasRows = table !== undefined && table.rows.count > 0;
  return { sameAccount, rows: hasRows ? yield* countRows(key, table) : null };
}

function* countRows(key: MappingKey, table: ResultTable): Generator<number, NonNullable<MappingUse['rows']>> {
  const examples = new Set<string>();
  let count = 0;
  for (let row = 0; row < table.rows.count; row++) {
    if ((row + 1) % ROWS_PER_STEP === 0) yield row / table.rows.count;
    if (table.shown(row) === PENDING || table.mapping(table.answerId(row))?.key !== key) continue;
    count++;
    if (examples.size < MAX_EXAMPLES) examples.add(table.description(row));
  }
  return { count, examples: [...examples] };
}
