import type { SheetNotes } from '#model/fileReading.ts';
import { WorkbookTooLargeError } from './archive.ts';
import type { NumberFormats } from './formats.ts';
import type { XmlAttributes, XmlHandler } from './xml.ts';

/** A sheet ends at XFD1048576. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Cells of all sheets. */
const MAX_CELLS = 5_000_000;
/** Milliseconds for all sheets: five million cells take a third of it. */
const MAX_TIME = 60_000;
/** Places from the first cell to the last one, in all sheets: a sheet with little in a far corner is no list. */
const MAX_PLACES = 25_000_000;
/** What a row counts at least: with cells, and without. */
const LEAST_PER_ROW = 8;
const LEAST_PER_EMPTY_ROW = 2;
/** Merged areas that are looked at: a sheet of a person has fewer. */
const MAX_MERGES = 100_000;
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

/** What all sheets of a workbook may take together. */
export class SheetBudget {
  readonly #until = Date.now() + MAX_TIME;
  /** Cells by their tags, as they are counted before a sheet is parsed. */
  #tags = 0;
  #cells = 0;
  #placesBefore = 0;
  #rows = 0;
  #rowsWithCells = 0;
  #columns = 0;

  /**
   * Counts the cells of a sheet before it is parsed, which takes thirty times as long.
   * @throws WorkbookTooLargeError
   */
  takeSheet(xml: Uint8Array): void {
    for (let at = xml.indexOf(LESS_THAN); at >= 0; at = xml.indexOf(LESS_THAN, at + 1))
      if (xml[at + 1] === LETTER_C && !isNameByte(xml[at + 2])) this.#tags++;
    if (this.#tags > MAX_CELLS) this.#refuseCells();
  }

  beginSheet(): void {
    this.#placesBefore += this.#places;
    this.#rows = 0;
    this.#rowsWithCells = 0;
    this.#columns = 0;
  }

  /** @throws WorkbookTooLargeError */
  takeRow(line: number): void {
    this.#rows = Math.max(this.#rows, line);
    this.#check();
    if (line % 1024 === 0 && Date.now() > this.#until)
      throw new WorkbookTooLargeError('more than a minute to read');
  }

  /** @throws WorkbookTooLargeError */
  takeCell(line: number, column: number): void {
    if (++this.#cells > MAX_CELLS) this.#refuseCells();
    this.#rowsWithCells = Math.max(this.#rowsWithCells, line);
    this.#columns = Math.max(this.#columns, column + 1);
    this.takeRow(line);
  }

  #refuseCells(): never {
    throw new WorkbookTooLargeError(`more than ${MAX_CELLS / 1e6} million cells`);
  }

  get #places(): number {
    const filled = this.#rowsWithCells * Math.max(this.#columns, LEAST_PER_ROW);
    return Math.max(filled, this.#rows * LEAST_PER_EMPTY_ROW);
  }

  #check(): void {
    if (this.#placesBefore + this.#places > MAX_PLACES)
      throw new WorkbookTooLargeError(`${this.#rows} rows and ${this.#columns} columns`);
  }
}

const LESS_THAN = 0x3c;
const LETTER_C = 0x63;

/** Whether a tag's name goes on: `<cols>` is no cell. */
function isNameByte(byte = 0): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x3a;
}

type OpenCell = { readonly column: number; readonly type: string; readonly style: string | undefined };

/** Makes rows of the XML of one sheet (ECMA-376, 18.3). Throws for a place that no sheet has. */
export class SheetReader implements XmlHandler {
  readonly rows: SheetRow[] = [];
  readonly #strings: readonly string[];
  readonly #formats: NumberFormats;
  readonly #budget: SheetBudget;
  readonly #merges: Merge[] = [];
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

  constructor(strings: readonly string[], formats: NumberFormats, budget: SheetBudget) {
    this.#strings = strings;
    this.#formats = formats;
    this.#budget = budget;
    budget.beginSheet();
  }

  get notes(): SheetNotes {
    return { hiddenRows: this.#hiddenRows, mergedAreas: this.#mergedAreas, longNumbers: this.#longNumbers };
  }

  open(name: string, attributes: () => XmlAttributes): void {
    if (name === 'row') this.#openRow(attributes());
    else if (name === 'c') this.#openCell(attributes());
    else if (name === 'v' || name === 't') this.#isText = true;
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'mergeCell' && this.#merges.length < MAX_MERGES)
      this.#merges.push(mergeOf(attributes()));
  }

  text(text: string): void {
    if (this.#isText && !this.#isPhonetic && this.#cell !== null) this.#text += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  /** Gives the texts of merged cells to all of their rows. */
  finish(): readonly SheetRow[] {
    const byLine = new Map(this.#merges.length === 0 ? [] : this.rows.map((row) => [row.line, row]));
    for (const { column, from, to } of this.#merges) {
      const { cells = [], numbers = [] } = byLine.get(from) ?? {};
      const text = cells[column] ?? '';
      if (text.trim() === '' || from === to || numbers.includes(column)) continue;
      this.#mergedAreas++;
      for (let line = from + 1; line <= to; line++) fill(byLine.get(line), column, text);
    }
    return this.rows;
  }

  /** A row without a number is the one behind the last. */
  #openRow({ r: number, hidden }: XmlAttributes): void {
    this.#line = number === undefined ? this.#line + 1 : rowNumber(number, number);
    this.#budget.takeRow(this.#line);
    this.#row = emptyRow(this.#line);
    this.#column = 0;
    if (hidden === '1' || hidden === 'true') this.#hiddenRows++;
  }

  /** A cell without a place is the one behind the last. */
  #openCell({ r: place, t: type = 'n', s: style }: XmlAttributes): void {
    const { column, line } =
      place === undefined ? { column: this.#column, line: this.#line } : placeOf(place);
    if (column >= MAX_COLUMNS || line > MAX_ROWS) refusePlace(place ?? `column ${column + 1}`);
    this.#budget.takeCell(line, column);
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
    const { line, cells } = this.#row;
    if (cells[column]) throw new Error(`row ${line}, column ${column + 1} is in it twice`);
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }

  #closeRow(): void {
    const { line, cells } = this.#row;
    if (cells.length === 0) return;
    if (cells.some((cell) => cell.trim() !== '')) this.rows.push(this.#row);
    this.#row = emptyRow(line);
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

function fill(row: SheetRow | undefined, column: number, text: string): void {
  if (row === undefined || (row.cells[column] ?? '').trim() !== '') return;
  while (row.cells.length < column) row.cells.push('');
  row.cells[column] = text;
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
