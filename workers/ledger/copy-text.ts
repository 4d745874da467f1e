import type { CopyColumns } from './events.ts';
import type { ResultTable } from './result-table.ts';

/** Rows joined into one string at a time: neither a million pieces for the Blob nor one huge string. */
const CHUNK_ROWS = 20_000;
const BREAKS_A_CELL = /[\t\r\n]+/g;

/**
 * The whole result as text for a spreadsheet: one line per row, blank rows included, without a line end after
 * the last. A tab or line break inside a cell becomes a space. A Blob, because it reaches the page and the
 * clipboard without being copied through the main thread.
 */
export function copyText(table: ResultTable, columns: CopyColumns): Blob {
  const line =
    columns === 'account'
      ? (row: number) => cell(table.account(row))
      : (row: number) => `${cell(table.description(row))}\t${cell(table.account(row))}`;
  const chunks: string[] = [];
  for (let from = 0; from < table.rows.count; from += CHUNK_ROWS) {
    const lines = Array.from({ length: Math.min(CHUNK_ROWS, table.rows.count - from) }, (_, i) =>
      line(from + i),
    );
    chunks.push((from === 0 ? '' : '\n') + lines.join('\n'));
  }
  return new Blob(chunks, { type: 'text/plain' });
}

function cell(text: string): string {
  return text.replace(BREAKS_A_CELL, ' ');
}
