import { type MappingFields, textsOf } from '#model/mapping.ts';
import { fileCell, pastedCell } from '#model/spreadsheetCell.ts';
import { type Rows, rowsOf, rowText } from '../rows.ts';
import { RecordScanner } from './RecordScanner.ts';
import { joinTexts } from './statement/entries.ts';

/*
 * Text in columns: first what is pasted from a spreadsheet, lines whose columns are separated by tabs, with quoted cells;
 * then CSV.
 */

/** The number of columns, and which one holds the descriptions, is determined from this many lines. */
const SAMPLE_LINES = 200;
/** Words of at least two letters: those of an identifier stand beside digits. */
const WORDS = /(?<!\w)\p{L}{2,}(?!\w)/gu;
/** Letters of one cell that count, and different texts that say that a column holds descriptions. */
const MAX_LETTERS = 60;
const MANY_TEXTS = 30;

/** A cell of pasted text that begins with an apostrophe, which is looked for first: few cells do. */
const APOSTROPHE_CELL = /'(?<=(?:^|[\t\r\n])')[^\t\r\n]*/g;

const BREAKS = /[\t\r\n]+/g;

/**
 * Puts quoted cells on one line. Spreadsheets quote a copied cell that holds a line break or a tab, and double the
 * quotes inside it; each break becomes a space. All other text stays as it is, other quotes included: {@link RecordScanner}
 * tells which are meant, as in a file. Linear in the text.
 *
 * @example
 * joinQuotedCells('"Rent\nMay"\t500'); // 'Rent May\t500'
 */
export function joinQuotedCells(text: string): string {
  if (!text.includes('"')) return text;
  const parts: string[] = [];
  let done = 0;
  for (const { cells } of new RecordScanner('\t').scan(text, true)) {
    for (const { kind, takesIn, from, open, close, end } of cells) {
      if (kind !== 'quoted' || !takesIn || open !== from) continue;
      const cell = text.slice(open + 1, close);
      parts.push(text.slice(done, open), cell.replaceAll('""', '"').replace(BREAKS, ' '));
      done = end;
    }
  }
  return parts.join('') + text.slice(done);
}

/**
 * The cells of pasted text as they are meant: quoted ones on one line ({@link joinQuotedCells}), and without the apostrophe
 * that our own copies put before what a spreadsheet would run ({@link pastedCell}). Linear in the text.
 */
export function readPastedText(text: string): string {
  return joinQuotedCells(text).replace(APOSTROPHE_CELL, pastedCell);
}

/**
 * The column of a sample of lines that most likely holds the descriptions. Null where whole lines are the descriptions:
 * tabs in less than half of the lines, or in one line only, make no table.
 */
export function guessColumn(sampled: readonly (readonly string[])[]): number | null {
  const withTabs = sampled.filter((cells) => cells.length > 1).length;
  if (withTabs < 2 || withTabs * 2 < sampled.length) return null;
  const scores = columnsOf(sampled).map(textScore);
  return scores.indexOf(Math.max(...scores));
}

/** The cells of each column without blanks around them: empty where a line has fewer columns. */
export function columnsOf(
  lines: readonly (readonly string[])[],
  width = Math.max(0, ...lines.map((cells) => cells.length)),
): string[][] {
  return Array.from({ length: width }, (_, column) => lines.map((cells) => cells[column]?.trim() ?? ''));
}

/** How much the cells of a column look like descriptions: words that vary. */
export function textScore(cells: readonly string[]): number {
  let letters = 0;
  for (const cell of cells) letters += Math.min(MAX_LETTERS, (cell.match(WORDS) ?? []).join('').length);
  // A column of kinds or categories has few texts, however many lines there are.
  return letters * Math.min(MANY_TEXTS, new Set(cells).size) ** 2;
}

/** Whether a cell has a word; identifiers such as account numbers have none. */
export function hasWords(cell: string): boolean {
  return cell.search(WORDS) >= 0;
}

/** The cells of one line. */
export function cellsOf(lines: Rows, line: number): string[] {
  return rowText(lines, line).split('\t');
}

/** The first lines that are not blank; `line` counts from 1. */
export function sampleRows(lines: Rows): { readonly line: number; readonly cells: string[] }[] {
  const sampled: { line: number; cells: string[] }[] = [];
  for (let row = 0; row < lines.count && sampled.length < SAMPLE_LINES; row++) {
    if (rowText(lines, row).trim() !== '') sampled.push({ line: row + 1, cells: cellsOf(lines, row) });
  }
  return sampled;
}

/** The cells of these. */
export function sample(lines: Rows): string[][] {
  return sampleRows(lines).map(({ cells }) => cells);
}

/** The cells of one column (counted from 0) as rows: empty where a line has fewer columns. */
export function columnRows(lines: Rows, column: number): Rows {
  const { text, count } = lines;
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  for (let line = 0; line < count; line++) {
    const row = rowText(lines, line);
    let at = 0;
    for (let left = column; left > 0 && at <= row.length; left--) at = tabOrEnd(row, at) + 1;
    const start = lines.starts[line] as number;
    starts[line] = start + Math.min(at, row.length);
    ends[line] = start + tabOrEnd(row, at);
  }
  return { text, count, starts, ends };
}

/** The texts of several columns as rows: those of a line in order, each once. */
export function joinedRows(lines: Rows, columns: readonly number[]): Rows {
  const cells = columns.map((column) => columnRows(lines, column));
  return rowsOf(
    Array.from({ length: lines.count }, (_, row) => joinedDescription(cells.map((own) => rowText(own, row)))),
  );
}

/** A description that stands in several cells. */
export function joinedDescription(cells: readonly (string | undefined)[]): string {
  const filled = cells.filter((cell) => cell !== undefined && cell.trim() !== '');
  return filled.length > 1 ? joinTexts(...filled) : (filled[0] ?? '');
}

function tabOrEnd(row: string, from: number): number {
  const tab = row.indexOf('\t', from);
  return tab < 0 ? row.length : tab;
}

/** Stands at the start of a CSV file: spreadsheets recognise UTF-8 by it. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * The pairs as CSV text, to be encoded as UTF-8: description and account, every field quoted, CR LF after every row,
 * formulas guarded ({@link fileCell}), and a byte order mark in front, by which spreadsheets recognise UTF-8.
 */
export function writeCsv(pairs: Iterable<MappingFields>): string {
  const rows: string[] = [];
  for (const pair of pairs) rows.push(csvRow(textsOf(pair)));
  return BYTE_ORDER_MARK + rows.join('');
}

/** One row: every field quoted and guarded ({@link fileCell}), CR LF at the end. */
export function csvRow(fields: readonly string[], delimiter: ',' | ';' = ','): string {
  return `${fields.map(quote).join(delimiter)}\r\n`;
}

function quote(field: string): string {
  return `"${fileCell(field).replaceAll('"', '""')}"`;
}
