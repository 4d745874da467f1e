import type { Side } from '../../amounts.ts';
import { sideOfName } from './amountNames.ts';
import type { ReadTable } from './NumericColumns.ts';

/** A column that marks the amount beside it as one side's. */
export type SideMarks = { readonly column: number; readonly isOut: (row: number) => boolean };

/** Marks of one letter or sign, in a column of their own. */
const LETTER_MARKS: Readonly<Record<string, Side>> = {
  c: 'in',
  h: 'in',
  '+': 'in',
  d: 'out',
  s: 'out',
  '-': 'out',
};
/** `Soll/Haben-Kennzeichen`, `D/C`, `Debit or credit`. */
const SIDES_NAME =
  /^(s\/h|d\/c|c\/d|dr\/cr|cr\/dr|\+\/-)$|soll.{0,3}haben|debit.{0,4}credit|credit.{0,4}debit/i;
/** Rows by which the column is recognised. */
const SAMPLE_ROWS = 500;

/** The column of marks of a table; null where none has any. */
export function findMarks(table: ReadTable): SideMarks | null {
  const column = table.names.findIndex(
    (name, at) => !table.descriptions.includes(at) && areMarks(table, name, at),
  );
  if (column < 0) return null;
  return { column, isOut: (row) => markOf(table.cell(row, column)) === 'out' };
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
  const hasBoth = new Set(marks.map(markOf)).size === 2;
  return marks.length > 0 && (hasBoth || marks.every((mark) => mark.length > 1) || SIDES_NAME.test(name));
}

/** What a cell beside an amount says; null where it is no mark. */
function markOf(cell: string): Side | null {
  const mark = cell.trim();
  return LETTER_MARKS[mark.toLowerCase()] ?? sideOfName(mark);
}
