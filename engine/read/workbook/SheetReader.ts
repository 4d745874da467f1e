import type { SheetNotes } from '#model/fileReading.ts';
import { grouped } from '#model/text/figures.ts';
import type { ReadBudget } from '../ReadBudget.ts';
import type { XmlAttributes, XmlHandler } from '../XmlStream.ts';
import type { NumberFormats } from './formats.ts';

/** A sheet ends at XFD1048576. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** UTF-16 units of a cell; written as those that XML cannot have, each takes seven. */
const MAX_CELL = 32_767;
export const UNITS_PER_ESCAPE = 7;
/** Places that a row counts at least: with cells, and without. */
const LEAST_PER_ROW = 8;
const LEAST_PER_EMPTY_ROW = 2;
/** More digits than this are not kept by spreadsheets: the number is another one than was typed. */
const MAX_DIGITS = 15;
/** An address in a message is cut to so many characters. */
const SHOWN = 30;
/** A UTF-16 unit in a text that XML cannot have (ST_Xstring of ECMA-376). */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** A row with cells. `line`: its number in the sheet. */
export type SheetRow = {
  readonly line: number;
  readonly cells: string[];
  /** By column, what the sheet shows where the cell's value is another number. */
  shown?: Map<number, string>;
  /** The columns whose cells are numbers. */
  readonly numbers: number[];
};

type OpenCell = { readonly column: number; readonly type: string; readonly style: string | undefined };

/** Whether a sheet has more cells than are read, by its tags: parsing takes thirty times as long. @throws TooLargeError */
export function foreseeCells(xml: Uint8Array, budget: ReadBudget): void {
  let tags = 0;
  for (let at = xml.indexOf(LESS_THAN); at >= 0; at = xml.indexOf(LESS_THAN, at + 1))
    if (xml[at + 1] === LETTER_C && !isNameByte(xml[at + 2])) tags++;
  budget.foresee('cells', tags);
}

const LESS_THAN = 0x3c;
const LETTER_C = 0x63;

/** Whether a tag's name goes on: `<cols>` is no cell. */
function isNameByte(byte = 0): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x3a;
}

/** Makes rows of the XML of one sheet (ECMA-376, 18.3). Throws for a place that no sheet has. */
export class SheetReader implements XmlHandler {
  readonly rows: SheetRow[] = [];
  readonly #strings: readonly string[];
  readonly #formats: NumberFormats;
  readonly #budget: ReadBudget;
  readonly #merges: Merge[] = [];
  /** The last rows and columns that the sheet names: with or without cells. */
  #rowCount = 0;
  #cellRows = 0;
  #cellColumns = 0;
  /** The last row that was added, and the numbers of all once one of them is not behind the last. */
  #lastRow = 0;
  #added: Set<number> | null = null;
  #row = emptyRow(0);
  #line = 0;
  #column = 0;
  #cell: OpenCell | null = null;
  #text = '';
  #isText = false;
  #isPhonetic = false;
  #hiddenRows = 0;
  #longNumbers = 0;
  #mergedAreas = 0;

  constructor(strings: readonly string[], formats: NumberFormats, budget: ReadBudget) {
    this.#strings = strings;
    this.#formats = formats;
    this.#budget = budget;
  }

  get notes(): SheetNotes {
    return { hiddenRows: this.#hiddenRows, mergedAreas: this.#mergedAreas, longNumbers: this.#longNumbers };
  }

  open(name: string, attributes: () => XmlAttributes): void {
    if (name === 'row') this.#openRow(attributes());
    else if (name === 'c') this.#openCell(attributes());
    else if (name === 'v' || name === 't') this.#isText = true;
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'mergeCell') {
      this.#budget.take('areas', 1);
      this.#merges.push(mergeOf(attributes()));
    }
  }

  text(text: string): void {
    if (!this.#isText || this.#isPhonetic || this.#cell === null) return;
    this.#text += text;
    refuseLongCell(this.#text, UNITS_PER_ESCAPE);
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  /** Gives the texts of merged cells to all of their rows. */
  finish(): readonly SheetRow[] {
    this.#takePlaces();
    if (this.#merges.length === 0) return this.rows;
    const rows = this.rows.toSorted((a, b) => a.line - b.line);
    const merges = this.#merges.sort((a, b) => a.column - b.column || a.from - b.from);
    for (const [i, merge] of merges.entries()) {
      const last = merges[i - 1];
      if (last?.column === merge.column && last.to >= merge.from)
        throw new Error(`row ${merge.from}, column ${merge.column + 1} is merged twice`);
      this.#fillMerge(merge, rows);
    }
    return this.rows;
  }

  #fillMerge({ column, from, to }: Merge, rows: readonly SheetRow[]): void {
    const first = placeIn(rows, from);
    const { line, cells = [], numbers = [] } = rows[first] ?? {};
    const text = line === from ? (cells[column] ?? '') : '';
    if (text.trim() === '' || from === to || numbers.includes(column)) return;
    this.#mergedAreas++;
    for (let i = first + 1; (rows[i]?.line ?? to + 1) <= to; i++) {
      const row = rows[i] as SheetRow;
      if ((row.cells[column] ?? '').trim() === '') this.#set(row, column, text);
    }
  }

  #takePlaces(): void {
    const rows = Math.max(this.#rowCount, this.#cellRows);
    const filled = this.#cellRows * Math.max(this.#cellColumns, LEAST_PER_ROW);
    const places = Math.max(filled, rows * LEAST_PER_EMPTY_ROW);
    this.#budget.take('places', places, `${rows} rows and ${this.#cellColumns} columns`);
  }

  /** A row without a number is the one behind the last. */
  #openRow({ r: number, hidden }: XmlAttributes): void {
    this.#line = number === undefined ? this.#line + 1 : rowNumber(number, number);
    this.#rowCount = Math.max(this.#rowCount, this.#line);
    this.#row = emptyRow(this.#line);
    this.#column = 0;
    if (hidden === '1' || hidden === 'true') this.#hiddenRows++;
  }

  /** A cell without a place is the one behind the last. */
  #openCell({ r: place, t: type = 'n', s: style }: XmlAttributes): void {
    const { column, line } =
      place === undefined ? { column: this.#column, line: this.#line } : placeOf(place);
    if (column >= MAX_COLUMNS || line > MAX_ROWS) refusePlace(place ?? `column ${column + 1}`);
    this.#budget.take('cells', 1);
    this.#cellRows = Math.max(this.#cellRows, line);
    this.#cellColumns = Math.max(this.#cellColumns, column + 1);
    if (line !== this.#row.line) this.#moveTo(line);
    this.#column = column + 1;
    this.#cell = { column, type, style };
    this.#text = '';
  }

  /** The place of a cell says more than that of the row around it. */
  #moveTo(line: number): void {
    this.#closeRow();
    this.#line = line;
    this.#row = emptyRow(line);
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null || this.#text === '') return;
    const { column, type, style } = cell;
    if (type === 'n') this.#takeNumber(column, style);
    else this.#put(column, this.#valueOf(type));
  }

  #takeNumber(column: number, style: string | undefined): void {
    const { text, shown } = this.#formats.read(this.#text, style);
    if (this.#text.replace(/\D/g, '').length > MAX_DIGITS && /^\d{16,}$/.test(text)) this.#longNumbers++;
    this.#row.numbers.push(column);
    this.#put(column, text);
    if (shown === null) return;
    this.#budget.take('characters', shown.length);
    this.#row.shown ??= new Map();
    this.#row.shown.set(column, shown);
  }

  /** An error is no value; a date of type `d` is written as it is read here. */
  #valueOf(type: string): string {
    const text = this.#text;
    if (type === 's') return this.#strings[Number(text)] ?? '';
    if (type === 'b') return text.trim() === '1' ? 'TRUE' : 'FALSE';
    if (type === 'e') return '';
    if (type === 'd') return text.replace('T00:00:00', '').replace(/T(\d\d:\d\d).*/, ' $1');
    return unescaped(text);
  }

  #put(column: number, text: string): void {
    refuseLongCell(text);
    const { line, cells } = this.#row;
    if (cells[column]) throw new Error(`row ${line}, column ${column + 1} is in it twice`);
    this.#set(this.#row, column, text);
  }

  #set({ cells }: SheetRow, column: number, text: string): void {
    this.#budget.take('slots', Math.max(0, column + 1 - cells.length));
    this.#budget.take('characters', text.length);
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }

  #closeRow(): void {
    const { line, cells } = this.#row;
    if (cells.length === 0) return;
    if (cells.some((cell) => cell.trim() !== '')) this.#addRow(this.#row);
    this.#row = emptyRow(line);
  }

  #addRow(row: SheetRow): void {
    if (row.line > this.#lastRow) this.#lastRow = row.line;
    else this.#added ??= new Set(this.rows.map(({ line }) => line));
    if (this.#added?.has(row.line)) throw new Error(`row ${row.line} is in it twice`);
    this.#added?.add(row.line);
    this.rows.push(row);
  }
}

function emptyRow(line: number): SheetRow {
  return { line, cells: [], numbers: [] };
}

/** A text as it is written in XML, with the units that XML cannot have. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_, unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    : text;
}

/** Rows of one column that a merged area has. */
type Merge = { readonly column: number; readonly from: number; readonly to: number };

function mergeOf({ ref = '' }: XmlAttributes): Merge {
  const [first = '', last = first] = ref.split(':');
  const { column, line: from } = placeOf(first);
  return { column, from, to: placeOf(last).line };
}

/** Index of the first row from `line` on. */
function placeIn(rows: readonly SheetRow[], line: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((rows[middle] as SheetRow).line < line) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** @throws Error for a text that no cell holds; `units`: how many each of its characters may be written with */
export function refuseLongCell(text: string, units = 1): void {
  if (text.length > MAX_CELL * units) throw new Error(`a cell has more than ${grouped(MAX_CELL)} characters`);
}

function placeOf(place: string): { readonly column: number; readonly line: number } {
  const [, letters = '', digits = ''] = /^([A-Z]{1,4})(\d+)$/.exec(place) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column === 0 || column > MAX_COLUMNS) refusePlace(place);
  return { column: column - 1, line: rowNumber(digits, place) };
}

function rowNumber(digits: string, place: string): number {
  const number = /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
  if (number === 0 || number > MAX_ROWS) refusePlace(place);
  return number;
}

function refusePlace(place: string): never {
  throw new Error(`“${place.slice(0, SHOWN)}” is no place of a sheet, which ends at XFD1048576`);
}
