/** What separates the fields of a CSV text. */
export type Delimiter = ',' | ';' | '\t';

/** Stands at the start of a CSV file: spreadsheets recognise UTF-8 by it. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * The pairs as CSV text, to be encoded as UTF-8: description and account, every field quoted, CR LF after every row,
 * formulas guarded ({@link guard}), and a byte order mark in front, by which spreadsheets recognise UTF-8.
 */
export function writeCsv(
  pairs: Iterable<{ readonly description: string; readonly glAccount: string }>,
): string {
  const rows: string[] = [];
  for (const { description, glAccount } of pairs) rows.push(csvRow([description, glAccount]));
  return BYTE_ORDER_MARK + rows.join('');
}

/** One row: every field quoted and guarded ({@link guard}), CR LF at the end. */
export function csvRow(fields: readonly string[]): string {
  return `${fields.map(quote).join(',')}\r\n`;
}

/**
 * Spreadsheets run a cell that begins with one of these characters as a formula. Cells that look guarded are guarded
 * too, so that {@link unguard} always restores the text.
 */
const RUNS_AS_FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^''*[=+\-@\t\r]/;
/** What spreadsheets read as a number, thousands separated or not. */
export const PLAIN_NUMBER = /^[+-]?(\d+([.,]\d+)*|[.,]\d+)$/;

/** Puts an apostrophe before a text that a spreadsheet would run; plain numbers are left alone. */
function guard(text: string): string {
  return RUNS_AS_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe of {@link guard}. */
export function unguard(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}

const SAMPLE_LINES = 50;

/**
 * The delimiter of a CSV text, from its first lines: a tab where every line has one; a semicolon where every line has
 * the same number of them, at least one, and the same is not true of the comma; else the comma, as specified.
 */
export function findDelimiter(text: string): Delimiter {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '""')
    .split('\n', SAMPLE_LINES + 1)
    .slice(0, SAMPLE_LINES)
    .filter((line) => line.trim() !== '');
  const counts = (delimiter: Delimiter) => new Set(lines.map((line) => line.split(delimiter).length - 1));
  if (lines.length > 0 && !counts('\t').has(0)) return '\t';
  const semicolons = counts(';');
  const commas = counts(',');
  const isSemicolon = semicolons.size === 1 && !semicolons.has(0) && (commas.size > 1 || commas.has(0));
  return isSemicolon ? ';' : ',';
}

function quote(field: string): string {
  return `"${guard(field).replaceAll('"', '""')}"`;
}
