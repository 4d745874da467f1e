import { guard } from './formulaGuard.ts';

const BYTE_ORDER_MARK = '\ufeff';

/**
 * The pairs as CSV text: description and account, every field quoted, CR LF after every row, a byte order mark in
 * front so that spreadsheets read it as UTF-8, and formulas defused (see `guard`). To be encoded as UTF-8.
 */
export function writeCsv(
  pairs: Iterable<{ readonly description: string; readonly glAccount: string }>,
): string {
  const rows: string[] = [];
  for (const { description, glAccount } of pairs) rows.push(`${quote(description)},${quote(glAccount)}\r\n`);
  return BYTE_ORDER_MARK + rows.join('');
}

function quote(field: string): string {
  return `"${guard(field).replaceAll('"', '""')}"`;
}
