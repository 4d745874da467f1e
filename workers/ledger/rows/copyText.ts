import type { CopyColumns } from '#contract/ledger.ts';
import type { TextTarget } from '#contract/table.ts';
import { tabbedCells } from '#model/spreadsheetCell.ts';
import { copiedCells } from './pastedText.ts';
import type { ResultTable } from './ResultTable.ts';

/** Rows joined into one string: between a million pieces for the Blob and one huge string. */
const CHUNK_ROWS = 20_000;

/**
 * The result as text for a spreadsheet: one line per row, blank rows included, without a line break after the last.
 * The other columns of a pasted table keep their places. Cells are those of {@link tabbedCells}. `rows` selects rows; null takes all. The result is a Blob, since a Blob reaches the page and the clipboard without being
 * copied through the main thread.
 */
export function copyText(
  table: ResultTable,
  columns: CopyColumns,
  target: TextTarget,
  rows: Uint32Array | null,
): Blob {
  const count = rows?.length ?? table.rows.count;
  const chunks: string[] = [];
  for (let from = 0; from < count; from += CHUNK_ROWS) {
    const copied =
      rows?.subarray(from, from + CHUNK_ROWS) ?? rowsFrom(from, Math.min(from + CHUNK_ROWS, count));
    chunks.push((from === 0 ? '' : '\n') + linesOf(table, columns, copied, target).join('\n'));
  }
  return new Blob(chunks, { type: 'text/plain' });
}

function rowsFrom(from: number, to: number): Uint32Array {
  const rows = new Uint32Array(to - from);
  for (let row = from; row < to; row++) rows[row - from] = row;
  return rows;
}

function linesOf(
  table: ResultTable,
  columns: CopyColumns,
  rows: Uint32Array,
  target: TextTarget,
): readonly string[] {
  const cells = (texts: readonly string[]) => tabbedCells(texts, target);
  const accounts: string[] = [];
  for (const row of rows) accounts.push(table.account(row));
  const ends = cells(accounts);
  if (columns === 'account') return ends;
  const descriptions: string[] = [];
  for (const row of rows) descriptions.push(table.description(row));
  if (table.pasted.columns === null) return cells(descriptions).map((text, i) => `${text}\t${ends[i]}`);
  return descriptions.map((text, i) =>
    [...cells(copiedCells(table.pasted, rows[i] as number, text)), ends[i]].join('\t'),
  );
}
