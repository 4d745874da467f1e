import type { ColumnChoice } from '#contract/ledger.ts';
import {
  cellsOf,
  columnRows,
  countColumns,
  guessColumn,
  joinQuotedCells,
  sample,
} from '#engine/import/columns.ts';
import type { Rows } from '#engine/rows.ts';
import { splitRows } from '#engine/rows.ts';

/** Longer examples say no more in the picker. */
const EXAMPLE_LENGTH = 60;

/** A pasted text as it is classified: `rows` are the cells of `column` of `lines`, or the lines themselves. */
export type Pasted = {
  readonly lines: Rows;
  readonly rows: Rows;
  readonly columns: ColumnChoice | null;
};

/** `column`: counted from 0; null for whole lines; undefined for the one that looks like descriptions. */
export function readPasted(text: string, column?: number | null): Pasted {
  const lines = splitRows(joinQuotedCells(text));
  const count = text.includes('\t') ? countColumns(lines) : 1;
  if (count === 1) return { lines, rows: lines, columns: null };
  const chosen = column === undefined || (column ?? 0) >= count ? guessColumn(lines) : column;
  return {
    lines,
    rows: chosen === null ? lines : columnRows(lines, chosen),
    columns: { chosen, examples: examples(lines, count) },
  };
}

/** The cells that one row is copied as, its description replaced by `description` (edited or not). */
export function copiedCells({ lines, columns }: Pasted, row: number, description: string): string[] {
  const chosen = columns?.chosen ?? null;
  if (chosen === null) return [description];
  const cells = cellsOf(lines, row);
  return Array.from({ length: Math.max(columns?.examples.length ?? 0, cells.length) }, (_, column) =>
    column === chosen ? description : (cells[column] ?? ''),
  );
}

/** By column, its first cell that is not blank. */
function examples(lines: Rows, count: number): string[] {
  const sampled = sample(lines);
  return Array.from({ length: count }, (_, column) => {
    const cell = sampled.map((cells) => cells[column]?.trim() ?? '').find((text) => text !== '') ?? '';
    return cell.length > EXAMPLE_LENGTH ? `${cell.slice(0, EXAMPLE_LENGTH)}…` : cell;
  });
}
