import { unzipSync } from 'fflate/browser';
import type { BinaryKind } from '#model/fileReading.ts';

/*
 * What the library that reads workbooks does not look at: how large one gets when it is unpacked, and numbers that are
 * shown with leading zeros.
 */

/** A workbook that unpacks to more bytes is refused: reading it takes several times as much memory. */
const MAX_UNPACKED = 600_000_000;
/** The library makes a cell of every place between the first and the last one. */
const MAX_PLACES = 25_000_000;
const CELL = /<(?:\w+:)?c\b[^>]*>/g;

/** Why a workbook is too large, in words for a message. */
export class WorkbookTooLargeError extends Error {}

export class NotAWorkbookError extends Error {
  readonly looksLike: BinaryKind;

  constructor(looksLike: BinaryKind) {
    super(`Not a workbook: ${looksLike}.`);
    this.looksLike = looksLike;
  }
}

/** Number of digits that numbers are shown with at least, by sheet name and cell (`B7`). */
export type PaddedCells = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Looks at a workbook before it is read.
 * @throws NotAWorkbookError, WorkbookTooLargeError, and what the ZIP library throws for a damaged archive
 */
export function inspectWorkbook(archive: Uint8Array): PaddedCells {
  const parts = unpack(archive);
  const names = Object.keys(parts);
  if (!names.some((name) => name.endsWith('workbook.xml'))) throw new NotAWorkbookError(kindOfArchive(parts));
  const widths = paddedStyles(textOf(parts['xl/styles.xml']));
  const byPath = new Map<string, ReadonlyMap<string, number>>();
  for (const name of names.filter((path) => path.includes('sheet') && path.endsWith('.xml'))) {
    byPath.set(name, paddedCells(textOf(parts[name]), widths));
  }
  return new Map(
    sheetPaths(parts).map(([sheet, path]) => [sheet, byPath.get(path) ?? new Map<string, number>()]),
  );
}

function unpack(archive: Uint8Array): Record<string, Uint8Array> {
  let size = 0;
  return unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$|^mimetype$/.test(name)) return name === 'xl/workbook.bin';
      size += originalSize;
      if (size > MAX_UNPACKED) throw new WorkbookTooLargeError('600 MB unpacked');
      return true;
    },
  });
}

function kindOfArchive(parts: Record<string, Uint8Array>): BinaryKind {
  if (parts['xl/workbook.bin']) return 'xls';
  return textOf(parts['mimetype']).includes('opendocument') ? 'ods' : 'zip';
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : new TextDecoder().decode(bytes);
}

/** By number of a cell style, how many digits its format shows at least; only formats like `0000`. */
function paddedStyles(styles: string): ReadonlyMap<string, number> {
  const formats = new Map<string, number>();
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g)) {
    const digits = /^(0{2,})(;.*)?$/.exec(attribute(tag, 'formatCode'))?.[1]?.length;
    if (digits !== undefined) formats.set(attribute(tag, 'numFmtId'), digits);
  }
  const cellStyles = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  const tags = [...cellStyles.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)];
  const padded = tags.map(([tag], i) => [String(i), formats.get(attribute(tag, 'numFmtId'))] as const);
  return new Map(padded.filter((entry): entry is [string, number] => entry[1] !== undefined));
}

/** @throws WorkbookTooLargeError */
function paddedCells(sheet: string, widths: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const cells = new Map<string, number>();
  let [rows, columns] = [0, 0];
  for (const [tag] of sheet.matchAll(CELL)) {
    const place = attribute(tag, 'r');
    const [, letters = '', row = '0'] = /^([A-Z]{1,3})(\d{1,7})$/.exec(place) ?? [];
    rows = Math.max(rows, Number(row));
    columns = Math.max(columns, columnNumber(letters));
    if (rows * columns > MAX_PLACES) throw new WorkbookTooLargeError(`${rows} rows and ${columns} columns`);
    const width = widths.size === 0 ? undefined : widths.get(attribute(tag, 's'));
    if (width !== undefined) cells.set(place, width);
  }
  return cells;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** The letters of a column (from 0), as spreadsheets name it: `A`, `AB`. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

function sheetPaths(parts: Record<string, Uint8Array>): [name: string, path: string][] {
  const targets = new Map<string, string>();
  for (const [tag] of textOf(parts['xl/_rels/workbook.xml.rels']).matchAll(
    /<(?:\w+:)?Relationship\b[^>]*>/g,
  )) {
    const target = attribute(tag, 'Target');
    targets.set(attribute(tag, 'Id'), target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  const sheets = textOf(parts['xl/workbook.xml']).matchAll(/<(?:\w+:)?sheet\b[^>]*>/g);
  return [...sheets].map(([tag]) => [attribute(tag, 'name'), targets.get(attribute(tag, '\\w+:id')) ?? '']);
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return (value?.[1] ?? value?.[2] ?? '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
