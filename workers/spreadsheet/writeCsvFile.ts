import { guard } from '#engine/import/csv.ts';

const BYTE_ORDER_MARK = '\ufeff';
/** Lines joined into one string at a time. */
const CHUNK = 20_000;

/**
 * Rows as a CSV file: every field quoted, CR LF after every row, UTF-8 with a byte order mark, and what a
 * spreadsheet would run as a formula defused.
 */
export function writeCsvFile(rows: readonly (readonly string[])[]): Blob {
  const parts: string[] = [BYTE_ORDER_MARK];
  for (let from = 0; from < rows.length; from += CHUNK) {
    parts.push(
      rows
        .slice(from, from + CHUNK)
        .map((cells) => `${cells.map(quote).join(',')}\r\n`)
        .join(''),
    );
  }
  return new Blob(parts, { type: 'text/csv' });
}

function quote(field: string): string {
  return `"${guard(field).replaceAll('"', '""')}"`;
}
