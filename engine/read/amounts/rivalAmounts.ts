import type { AmountColumns } from './amountCandidates.ts';
import { codesOf, findCurrency } from './currencyColumn.ts';
import type { NumericColumn, NumericColumns, ReadTable } from './NumericColumns.ts';

/** A column of amounts with its codes of currencies. */
type Money = {
  readonly candidate: AmountColumns;
  readonly found: NumericColumn;
  /** The column of its codes, and what stands there. */
  readonly column: number;
  readonly codes: readonly string[];
};

/**
 * Of amounts that stand in each row twice, in the money of the shop and in that of the account, the account's: all of these
 * are in one currency. Where both always are in one, the names decide, or the currency that was chosen.
 * @returns rivals: columns of codes of amounts that may as well be meant
 */
export function amountsOfAccount(
  table: ReadTable,
  numbers: NumericColumns,
  candidates: readonly AmountColumns[],
  chosen: string | null,
): { readonly candidate: AmountColumns | undefined; readonly rivals: readonly number[] } {
  const likeliest = candidates.filter(({ found }) => found !== 'numbers');
  const [candidate, ...others] = likeliest;
  const first = candidate && moneyOf(table, numbers, candidate);
  if (!first) return { candidate, rivals: [] };
  const beside = others
    .flatMap((other) => moneyOf(table, numbers, other) ?? [])
    .filter((other) => isSameBut(first, other) && only(other) !== null && other.column !== first.column);
  const isMeant = (other: Money) => chosen !== null && only(other) === chosen;
  const own = beside.find((other) => only(first) === null || isMeant(other));
  if (own && !isMeant(first)) return { candidate: own.candidate, rivals: [] };
  const isNamed = first.candidate.found === 'names';
  const rivals = beside.filter((other) => !isNamed && only(other) !== only(first));
  return { candidate, rivals: rivals.map(({ column }) => column) };
}

function moneyOf(table: ReadTable, numbers: NumericColumns, candidate: AmountColumns): Money | null {
  const [at = -1, second] = candidate.columns;
  const found = numbers.at(at);
  if (found === undefined || second !== undefined || candidate.side !== null) return null;
  const all = numbers.all.map((column) => column.at);
  const { column } = findCurrency(table, [at], all);
  return column === null ? null : { candidate, found, column, codes: codesOf(table, column) };
}

/** The currency of all amounts; null for several. */
function only({ codes }: Money): string | null {
  return new Set(codes.filter(Boolean)).size === 1 ? (codes.find(Boolean) ?? null) : null;
}

/** Whether two columns have the same payments: on one side in each row, and the same amount where the currency is the same. */
function isSameBut(a: Money, b: Money): boolean {
  return a.codes.every((code, row) => {
    const [one = 0, other = 0] = [a.found.units[row], b.found.units[row]];
    if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) === Number.isNaN(other);
    return code === b.codes[row] ? one === other : Math.sign(one) === Math.sign(other) && one !== 0;
  });
}
