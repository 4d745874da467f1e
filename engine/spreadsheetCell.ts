import { PLAIN_NUMBER } from './import/columns.ts';

/** A spreadsheet takes a cell for a formula when it begins so; the full-width forms where Japanese is set up. */
const FORMULA_START = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const ALWAYS_FORMULA = /^[=\uff1d]/;

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
 * away, where the spreadsheet would run the text as a formula, or read the following rows into the cell. Every other
 * text stays as it is. The table in docs/screens.md shows what becomes of what.
 * @param text without tabs and line breaks
 */
export function clipboardCell(text: string): string {
  return runsAsFormula(text) || swallowsRows(text) ? `'${text}` : text;
}

/** Whether no text in `texts` begins with a character that matters, as is nearly always so. */
export function needNoGuard(texts: readonly string[]): boolean {
  return !texts.some((text) => text.startsWith('"') || FORMULA_START.test(text));
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
