import { readAmount } from '../amounts.ts';
import { isAmountName, isBalanceName } from './amounts/amountNames.ts';
import { isDate } from './amounts/rowOrder.ts';
import { isDateName } from './columnNames.ts';

/** The name of a month between a day and a year. */
const WORDED_DATE = /^\s*\d{1,2}[\s.-]{0,3}\p{L}{3,10}[\s.,-]{0,3}\d{2,4}\s*$/u;
/** A table of payments has a column for the date, one for the amount, and one for a text. */
const LEAST_COLUMNS = 3;

type Line = { readonly cells: readonly string[] };

/** Whether a cell is a date and little else. */
function isDay(cell: string): boolean {
  return isDate(cell) || WORDED_DATE.test(cell);
}

/** Whether a cell is an amount, in whatever way it is written. */
function isAmount(cell: string): boolean {
  return /\d/.test(cell) && !isDay(cell) && (readAmount(cell, '.') ?? readAmount(cell, ',')) !== null;
}

/** Whether a cell is a date or an amount. */
export function isValueCell(cell: string): boolean {
  return isDay(cell) || isAmount(cell);
}

/** Whether a line has a date and an amount. */
export function isPayment(cells: readonly string[]): boolean {
  return cells.some(isDay) && cells.some(isAmount);
}

/** The columns in which a line has a date and those in which it has an amount. */
function valuesIn({ cells }: Line): { readonly dates: number[]; readonly amounts: number[] } {
  const columnsWith = (is: (cell: string) => boolean) => cells.flatMap((cell, i) => (is(cell) ? [i] : []));
  return { dates: columnsWith(isDay), amounts: columnsWith(isAmount) };
}

/**
 * The line above the first payment that names its columns, however few payments follow: it has a text above the date and
 * above an amount. Names that mean these decide; else the nearest such line, or one with such names below it: what looks like
 * a payment above that sums up the account. Null where there is none.
 */
export function headerOfPayments(lines: readonly Line[]): number | null {
  const [first = 0, second = lines.length] = lines.flatMap(({ cells }, at) => (isPayment(cells) ? [at] : []));
  const named = lines.slice(0, second).map((_line, at) => mayName(lines, at));
  const above = named.findLastIndex((name, at) => name !== null && at < first);
  const known = named.indexOf('known');
  const at = known >= 0 && (known < first || above < 0) ? known : above;
  return at < 0 ? null : at;
}

/** Whether a line may name the columns of the payment below it, and whether its names are known to mean a date or an amount. */
function mayName(lines: readonly Line[], at: number): 'known' | 'unknown' | null {
  const { cells } = lines[at] as Line;
  const names = cells.filter((cell) => cell.trim() !== '');
  if (names.length < LEAST_COLUMNS || names.some(isValueCell)) return null;
  const payment = lines.slice(at + 1).find((line) => isPayment(line.cells));
  if (payment === undefined) return null;
  const { dates, amounts } = valuesIn(payment);
  const nameAt = (column: number) => (cells[column] ?? '').trim();
  if (![dates, amounts].every((columns) => columns.some((column) => nameAt(column) !== ''))) return null;
  const means = (column: number) => isAmountName(nameAt(column)) || isBalanceName(nameAt(column));
  const isKnown = dates.some((column) => isDateName(nameAt(column))) || amounts.some(means);
  return isKnown ? 'known' : 'unknown';
}
