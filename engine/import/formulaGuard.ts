/**
 * Spreadsheets run a cell that begins with one of these as a formula. Cells that already look guarded are guarded
 * once more, so that {@link unguard} always gives back the text as it was.
 */
const RUNS_AS_FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^''*[=+\-@\t\r]/;
const PLAIN_NUMBER = /^[+-]?(\d+([.,]\d+)*|[.,]\d+)$/;

/** Puts an apostrophe before a text that a spreadsheet would run; plain numbers are left alone. */
export function guard(text: string): string {
  return RUNS_AS_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** Takes the apostrophe of {@link guard} away again. */
export function unguard(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
