import { guard } from './formulaGuard.ts';

/** Stands at the start of a CSV file, so that spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * The pairs as CSV text, description and account, with a byte order mark; to be encoded as UTF-8. `parsePairFile`
 * reads the same pairs from it.
 */
export function writeCsv(
  pairs: Iterable<{ readonly description: string; readonly glAccount: string }>,
): string {
  const rows: string[] = [];
  for (const { description, glAccount } of pairs) rows.push(csvRow([description, glAccount]));
  return BYTE_ORDER_MARK + rows.join('');
}

/** One row: every field quoted, CR LF at the end, and formulas defused (see `guard`). */
export function csvRow(fields: readonly string[]): string {
  return `${fields.map(quote).join(',')}\r\n`;
}

function quote(field: string): string {
  return `"${guard(field).replaceAll('"', '""')}"`;
}
