import type { CopyColumns } from './events.ts';
import { copiedCells } from './pasted.ts';
import type { ResultTable } from './ResultTable.ts';

/** Rows joined into one string at a time: neither a million pieces for the Blob nor one huge string. */
const CHUNK_ROWS = 20_000;
const BREAKS_A_CELL = /[\t\r\n]+/g;

/**
 * The result as text for a spreadsheet: one line per row, blank rows included, without a line end after the last.
 * The other columns of a pasted table come back in their places. A tab or line break inside a cell becomes a
 * space. `rows` picks some of them; null takes all. A Blob, because it reaches the page and the clipboard
 * without being copied through the main thread.
 */
export function copyText(table: ResultTable, columns: CopyColumns, rows: Uint32Array | null): Blob {
  const line =
    columns === 'account'
      ? (row: number) => cell(table.account(row))
      : (row: number) =>
          [...copiedCells(table.pasted, row, table.description(row)), table.account(row)]
            .map(cell)
            .join('\t');
  const count = rows?.length ?? table.rows.count;
  const chunks: string[] = [];
  for (let from = 0; from < count; from += CHUNK_ROWS) {
    const lines = Array.from({ length: Math.min(CHUNK_ROWS, count - from) }, (_, i) =>
      line(rows ? (rows[from + i] as number) : from + i),
    );
    chunks.push((from === 0 ? '' : '\n') + lines.join('\n'));
  }
  return new Blob(chunks, { type: 'text/plain' });
}

function cell(text: string): string {
  return text.replace(BREAKS_A_CELL, ' ');
}
