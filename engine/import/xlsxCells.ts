import { unzipSync } from 'fflate/browser';
import type { BinaryKind } from '#model/fileReading.ts';
import { openTags, type XmlAttributes } from './xmlTags.ts';

/*
 * What the library that reads workbooks does not look at: how large one gets when it is unpacked, where its cells are, and
 * numbers that are shown with leading zeros. Sheets are found and read here as the library does it, by the relationships of
 * the workbook and with the same XML parser, so that it gets no cell that was not counted.
 */

/** A workbook that unpacks to more bytes is refused: reading it takes several times as much memory. */
const MAX_UNPACKED = 600_000_000;
/** The library makes a cell of every place between the first and the last one, in all sheets. */
const MAX_PLACES = 25_000_000;
/** What a row takes at least, counted in cells: with one, and without. */
const LEAST_PER_ROW = 8;
const LEAST_PER_EMPTY_ROW = 2;
/** A sheet ends at XFD1048576. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** An address in a message is cut to so many characters. */
const SHOWN = 30;

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
 * @throws NotAWorkbookError, WorkbookTooLargeError, what the ZIP library throws for a damaged archive, and an error for a
 *   sheet with a cell that is none of its places
 */
export function inspectWorkbook(archive: Uint8Array): PaddedCells {
  const parts = unpack(archive);
  if (!Object.keys(parts).some((name) => name.endsWith('workbook.xml')))
    throw new NotAWorkbookError(kindOfArchive(parts));
  const widths = paddedStyles(textOf(parts['xl/styles.xml']));
  const byPath = new Map<string, SheetPlaces>();
  let places = 0;
  for (const path of new Set(sheetTargets(parts).values())) {
    const sheet = new SheetPlaces(widths, MAX_PLACES - places);
    openTags(textOf(parts[path]), sheet.take);
    byPath.set(path, sheet);
    places += sheet.places;
  }
  return new Map(sheetPaths(parts).map(([sheet, path]) => [sheet, byPath.get(path)?.padded ?? new Map()]));
}

function unpack(archive: Uint8Array): Record<string, Uint8Array> {
  let size = 0;
  const names = new Set<string>();
  return unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$|^mimetype$/.test(name)) return name === 'xl/workbook.bin';
      // Which of them the library takes depends on their sizes.
      if (names.has(name)) throw new Error(`“${name.slice(0, SHOWN)}” is in it twice`);
      names.add(name);
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
  const formats = new Map<string | undefined, number>();
  const padded = new Map<string, number>();
  let isInCells = false;
  let style = 0;
  openTags(styles, (name, attributes) => {
    if (name === 'numFmt') {
      const { numFmtId, formatCode = '' } = attributes();
      const digits = /^(0{2,})(;.*)?$/.exec(formatCode)?.[1]?.length;
      if (digits !== undefined) formats.set(numFmtId, digits);
    } else if (name === 'cellXfs' || name === 'cellStyles') isInCells = name === 'cellXfs';
    else if (name === 'xf' && isInCells) {
      const digits = formats.get(attributes()['numFmtId']);
      if (digits !== undefined) padded.set(String(style), digits);
      style++;
    }
  });
  return padded;
}

/** Counts the places of a sheet while its tags are read. */
class SheetPlaces {
  /** Number of digits of the numbers that are shown with leading zeros, by cell. */
  readonly padded = new Map<string, number>();
  readonly #widths: ReadonlyMap<string, number>;
  readonly #most: number;
  #row = 0;
  #rows = 0;
  #rowsWithCells = 0;
  #columns = 0;

  /** `most`: places that may be taken. */
  constructor(widths: ReadonlyMap<string, number>, most: number) {
    this.#widths = widths;
    this.#most = most;
  }

  /** Memory that the rows take, counted in cells. */
  get places(): number {
    const filled = this.#rowsWithCells * Math.max(this.#columns, LEAST_PER_ROW);
    return Math.max(filled, this.#rows * LEAST_PER_EMPTY_ROW);
  }

  /** @throws WorkbookTooLargeError, and an error for a place that no sheet has */
  readonly take = (name: string, attributes: () => XmlAttributes): void => {
    if (name === 'row') this.#takeRow(attributes()['r']);
    else if (name === 'c') this.#takeCell(attributes());
    else return;
    if (this.places > this.#most)
      throw new WorkbookTooLargeError(`${this.#rows} rows and ${this.#columns} columns`);
  };

  #takeRow(number: string | undefined): void {
    // A row without a number is the one behind the last.
    this.#row = number ? rowNumber(number, number) : this.#rows + 1;
    this.#rows = Math.max(this.#rows, this.#row);
  }

  #takeCell({ r: place = '', s: style }: XmlAttributes): void {
    const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(place) ?? [];
    const column = columnNumber(letters);
    if (column === 0 || column > MAX_COLUMNS) refusePlace(place);
    this.#rowsWithCells = Math.max(this.#rowsWithCells, this.#row, rowNumber(digits, place));
    this.#rows = Math.max(this.#rows, this.#rowsWithCells);
    this.#columns = Math.max(this.#columns, column);
    const width = style === undefined ? undefined : this.#widths.get(style);
    if (width !== undefined) this.padded.set(place, width);
  }
}

function rowNumber(digits: string, place: string): number {
  const number = /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
  if (number === 0 || number > MAX_ROWS) refusePlace(place);
  return number;
}

function refusePlace(place: string): never {
  throw new Error(`“${place.slice(0, SHOWN)}” is no place of a sheet, which ends at XFD1048576`);
}

/** From 1; 0 for none. More letters than a column has make a number that is too large. */
function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.slice(0, 4)) number = number * 26 + letter.charCodeAt(0) - 64;
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

/** Where the sheets are, by the id of their relationship to the workbook. */
function sheetTargets(parts: Record<string, Uint8Array>): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  openTags(textOf(parts['xl/_rels/workbook.xml.rels']), (name, attributes) => {
    if (name !== 'Relationship') return;
    const { Id = '', Type = '', Target = '' } = attributes();
    if (!Type.endsWith('/worksheet')) return;
    if (targets.has(Id)) throw new Error(`two sheets are “${Id.slice(0, SHOWN)}”`);
    targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
  });
  return targets;
}

function sheetPaths(parts: Record<string, Uint8Array>): [name: string, path: string][] {
  const targets = sheetTargets(parts);
  const paths: [name: string, path: string][] = [];
  openTags(textOf(parts['xl/workbook.xml']), (tag, attributes) => {
    if (tag !== 'sheet') return;
    const { name = '', id = '' } = attributes();
    paths.push([name, targets.get(id) ?? '']);
  });
  return paths;
}
