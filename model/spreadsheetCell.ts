/*
 * Cells that a spreadsheet would run as a formula get an apostrophe before them, once, where a text or a file is made. What
 * reads that form takes the apostrophe away. A cell that looks guarded gets a further one, so that each pair of functions is
 * the identity. The cells of a workbook are texts by their type: nothing is put before them.
 */

/** A spreadsheet takes a cell for a formula when it begins so; the full-width forms where Japanese is set up. */
const FORMULA_START = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const ALWAYS_FORMULA = /^[=\uff1d]/;
/** What must be looked at more closely: such a start, or a quotation mark, behind any number of apostrophes. */
const MAY_NEED_GUARD = /^'*["=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** In a file, where a cell may hold a tab or a line break, these can hide a formula from the eye. */
const FILE_FORMULA_START = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** What spreadsheets read as a number, thousands separated or not. */
const PLAIN_NUMBER = /^[+-]?(\d+([.,]\d+)*|[.,]\d+)$/;
/** An amount, which a spreadsheet shows as a number: with a currency sign, a blank after the sign, a percent sign. */
const AMOUNT = /^[+-] ?[$\u20ac\u00a3]?(\d+([.,]\d+)*|[.,]\d+) ?%?$/;

/** Of these alone a formula can be a sum of numbers and names, and nothing else. */
const SIMPLE = /^[\p{L}\p{M}\p{N} .,%*/+\-_\uff0b\uff0d\uff20@]*$/u;
/** A number beside another term, with a blank between them: no formula has that. */
const SIDE_BY_SIDE = /(^|[ */+\-@\uff0b\uff0d\uff20])\d[\d.,]*%? +[\p{L}\p{N}]|[\p{L}\p{M}\p{N}%] +\d/u;
/** Nothing is left to calculate behind the last operator, or there is nothing at all. */
const ENDS_WITH_OPERATOR = /[*/+\-@\uff0b\uff0d\uff20] *$/;

/**
 * A cell's text for a spreadsheet, to be put on the clipboard: with an apostrophe before it, which the spreadsheet takes
 * away, where the spreadsheet would run the text as a formula, or read the following rows into the cell, or take away an
 * apostrophe of the text itself. Every other text stays as it is. docs/screens/copying.md has a table.
 * @param text without tabs and line breaks: see {@link tabbedCells}
 */
export function clipboardCell(text: string): string {
  return isGuardedOnClipboard(text) ? `'${text}` : text;
}

/** The text of a cell that was pasted: takes away the apostrophe of {@link clipboardCell}. */
export function pastedCell(cell: string): string {
  return cell.startsWith("'") && isGuardedOnClipboard(cell) ? cell.slice(1) : cell;
}

/** A cell's text for a text that is read as if it were pasted, such as that in a box: {@link pastedCell} gives it back. */
export function boxCell(text: string): string {
  return pastedCell(text) !== text || swallowsRows(text) ? `'${text}` : text;
}

/** A cell's text for a text file: an apostrophe before one that a spreadsheet would run; plain numbers are left alone. */
export function fileCell(text: string): string {
  return isGuardedInFile(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** A formula that is nothing but a text: so other programs keep the zeros of `="0061"`. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

/** The text of a cell that was read from a text file: takes away the apostrophe of {@link fileCell}; `="0061"` is 0061. */
export function unguardedFileCell(cell: string): string {
  if (cell.startsWith('="')) return TEXT_FORMULA.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
  return cell.startsWith("'") && isGuardedInFile(cell) ? cell.slice(1) : cell;
}

/** What would end a cell, or its row, of a text with tabs between the cells. */
const BREAK = /[\t\n\v\f\r]/;
const BREAKS = /[\t\n\v\f\r]+/g;

/**
 * Texts as cells of a text that has tabs between them: what would end a cell becomes a space. For the clipboard, what a
 * spreadsheet would run is guarded ({@link clipboardCell}); who makes a file of the text does that. All are tested together
 * first, since hardly any has a tab or line break, or needs a guard.
 */
export function tabbedCells(texts: readonly string[], target: 'clipboard' | 'file'): readonly string[] {
  const flat = BREAK.test(texts.join(' ')) ? texts.map((text) => text.replace(BREAKS, ' ')) : texts;
  return target === 'file' || needNoGuard(flat) ? flat : flat.map(clipboardCell);
}

/** Rows of cells as a text: see {@link tabbedCells}. */
export function tabbedText(rows: readonly (readonly string[])[], target: 'clipboard' | 'file'): string {
  return rows.map((cells) => tabbedCells(cells, target).join('\t')).join('\n');
}

/** Whether no text in `texts` begins with a character that matters, as is nearly always so. */
export function needNoGuard(texts: readonly string[]): boolean {
  return !texts.some((text) => MAY_NEED_GUARD.test(text));
}

function isGuardedInFile(text: string): boolean {
  return FILE_FORMULA_START.test(withoutApostrophes(text));
}

function isGuardedOnClipboard(text: string): boolean {
  const bare = withoutApostrophes(text);
  return runsAsFormula(bare) || swallowsRows(bare);
}

function withoutApostrophes(text: string): string {
  return text.startsWith("'") ? text.replace(/^'+/, '') : text;
}

function runsAsFormula(text: string): boolean {
  if (!FORMULA_START.test(text)) return false;
  if (ALWAYS_FORMULA.test(text)) return true;
  return !isNumber(text) && !isNoFormula(text);
}

function isNumber(text: string): boolean {
  return PLAIN_NUMBER.test(text) || AMOUNT.test(text);
}

/** Whether a text behind a sign cannot be read as a formula, so that it is shown as it is. */
function isNoFormula(text: string): boolean {
  return SIMPLE.test(text) && (SIDE_BY_SIDE.test(text) || ENDS_WITH_OPERATOR.test(text));
}

/** A quotation mark at the start opens a cell that ends at the next single one, over any number of rows. */
function swallowsRows(text: string): boolean {
  return text.startsWith('"') && text.split('"').length % 2 === 0;
}
