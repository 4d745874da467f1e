import type { Side } from '../../amounts.ts';
import { sideOfName } from './amountNames.ts';
import type { NumericColumns, ReadTable } from './NumericColumns.ts';

/** A column that marks the amount beside it as one side's. */
export type SideMarks = { readonly column: number; readonly isOut: (row: number) => boolean };

/** Marks of one letter or sign, and words that are none of headings, in a column of their own. */
const MARKS: Readonly<Record<string, Side>> = {
  c: 'in',
  h: 'in',
  '+': 'in',
  a: 'in',
  k: 'in',
  χ: 'out',
  π: 'in',
  b: 'out',
  d: 'out',
  paid: 'out',
  s: 'out',
  '-': 'out',
};
/** `Soll/Haben-Kennzeichen`, `D/C`, `Debit or credit`. */
const SIDES_NAME =
  /^(s\/h|d\/c|c\/d|dr\/cr|cr\/dr|d\/k|k\/d|d\/a|a\/d|b\/a|a\/b|χ\/π|\+\/-|segno)$|soll.{0,3}haben|debit.{0,4}credit|credit.{0,4}debit/i;
/** Letters that are marks only where the name of their column says so: `A` and `B` are classes of anything. */
const UNLIKELY = /^[ab]$/i;
/** What alone is the state of an invoice: money may have come in. */
const STATE = /^paid$/i;
/** Rows by which the column is recognised. */
const SAMPLE_ROWS = 500;

/** The columns of marks of a table: that of the amounts, and that of balances, which stands behind these. */
export function findMarks(
  table: ReadTable,
  numbers: NumericColumns,
): { readonly ofAmounts: SideMarks | null; readonly ofBalances: SideMarks | null } {
  const columns = table.names.flatMap((name, at) =>
    !table.descriptions.includes(at) && areMarks(table, name, at) ? [at] : [],
  );
  const isBehindBalance = (at: number) => numbers.at(at - 1)?.heading.isBalance === true;
  const isPair = numbers.all.filter(({ heading }) => heading.side !== null).length > 1;
  const ofAmounts = columns.find((at) => !isBehindBalance(at)) ?? (isPair ? undefined : columns[0]);
  const ofBalances = columns.find((at) => at !== ofAmounts && isBehindBalance(at));
  const marksIn = (column: number | undefined) =>
    column === undefined
      ? null
      : { column, isOut: (row: number) => markOf(table.cell(row, column)) === 'out' };
  return { ofAmounts: marksIn(ofAmounts), ofBalances: marksIn(ofBalances) };
}

/** Letters and signs may mean anything, dashes nothing: both sides must occur, or the name of the column tell them. */
function areMarks({ rows, cell }: ReadTable, name: string, at: number): boolean {
  const filled = new Set<string>();
  for (let row = 0; row < Math.min(rows, SAMPLE_ROWS); row++) {
    const mark = cell(row, at).trim();
    if (mark !== '' && markOf(mark) === null) return false;
    if (mark !== '') filled.add(mark);
  }
  const marks = [...filled];
  const hasBoth = new Set(marks.map(markOf)).size === 2 && !marks.some((mark) => UNLIKELY.test(mark));
  const areWords = marks.every((mark) => mark.length > 1 && !STATE.test(mark));
  return marks.length > 0 && (hasBoth || areWords || SIDES_NAME.test(name));
}

/** What a cell beside an amount says; null where it is no mark. */
function markOf(cell: string): Side | null {
  const mark = cell.trim();
  return MARKS[mark.toLowerCase()] ?? sideOfName(mark);
}
