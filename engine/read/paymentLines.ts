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
 * above an amount. Names that mean these decide; else the nearest such line. Null where there is none.
 */
export function headerOfPayments(lines: readonly Line[]): number | null {
  const first = lines.findIndex(({ cells }) => isPayment(cells));
  if (first <= 0) return null;
  const { dates, amounts } = valuesIn(lines[first] as Line);
  const above = lines.slice(0, first).map(({ cells }) => cells);
  const isNamed = (cells: readonly string[], column: number) => (cells[column] ?? '').trim() !== '';
  const mayName = (cells: readonly string[]) =>
    cells.filter((cell) => cell.trim() !== '').length >= LEAST_COLUMNS &&
    !cells.some(isValueCell) &&
    [dates, amounts].every((columns) => columns.some((column) => isNamed(cells, column)));
  const means = (cells: readonly string[]) =>
    dates.some((column) => isDateName(cells[column] ?? '')) ||
    amounts.some((column) => isAmountName(cells[column] ?? '') || isBalanceName(cells[column] ?? ''));
  const known = above.findIndex((cells) => mayName(cells) && means(cells));
  const at = known >= 0 ? known : above.findLastIndex(mayName);
  return at < 0 ? null : at;
}
