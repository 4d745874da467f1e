import { DELIMITERS, type Delimiter } from '#model/fileReading.ts';
import { headerOfPayments } from './paymentLines.ts';
import { RecordScanner, type ScannedCell } from './RecordScanner.ts';
import { lineTooLong, MAX_LINE } from './statement/TextLines.ts';

/** One line of a table: a record of a CSV text, or a row of a sheet. `line`: of its first character, from 1. */
export type SourceRow = {
  readonly line: number;
  readonly cells: readonly string[];
  /** By column, what a sheet shows where the cell's value is another number. */
  readonly shown?: ReadonlyMap<number, string>;
};

/** So many lines with marks that were read as characters are remembered. */
const MAX_STRAY_LINES = 10_000;
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[ ,;\t|]*$/i;

/**
 * Cuts a text that comes in pieces into records; LF is its only line end. {@link RecordScanner} says what quotation marks
 * mean. Where a cell is closed and other text follows in its line, the marks are text; those at both ends of the cell are not.
 * Linear in the text.
 */
export class RecordReader {
  /** Lines in which a quotation mark was read as a character, because no cell that it opens is in place there. */
  readonly strayLines: number[] = [];
  readonly #delimiter: string;
  readonly #scanner: RecordScanner;
  #rest = '';
  #line: number;
  #badlyQuoted = 0;

  /** `line`: number of the first line that is read. */
  constructor(delimiter: Delimiter | null, line = 1) {
    // No text has this character: a text without delimiter is lines of one cell.
    this.#delimiter = delimiter ?? '\uffff';
    this.#scanner = new RecordScanner(this.#delimiter);
    this.#line = line;
  }

  /** Number of quotation marks at the start of a cell that do not enclose it. */
  get badlyQuoted(): number {
    return this.#badlyQuoted;
  }

  /** See {@link RecordScanner}. */
  get wasted(): number {
    return this.#scanner.wasted;
  }

  /** The records that are complete with this piece. */
  read(piece: string): SourceRow[] {
    return this.#cut(this.#rest + piece, false);
  }

  /** The last record. */
  end(): SourceRow[] {
    return this.#cut(this.#rest, true);
  }

  #cut(text: string, isLast: boolean): SourceRow[] {
    const rows: SourceRow[] = [];
    let done = 0;
    for (const { from, end, line: plain, cells, strays } of this.#scanner.scan(text, isLast)) {
      const line = this.#line;
      const texts = plain?.split(this.#delimiter) ?? cells.map((cell) => this.#textOf(text, cell));
      rows.push({ line, cells: texts });
      for (const at of strays) this.#noteStray(line + lineEnds(text, from, at));
      this.#line += 1 + (plain === null ? lineEnds(text, from, end) : 0);
      done = end + 1;
    }
    this.#rest = text.slice(done);
    if (this.#rest.length > MAX_LINE) throw lineTooLong(this.#line);
    return rows;
  }

  #noteStray(line: number): void {
    this.#badlyQuoted++;
    if (this.strayLines.length < MAX_STRAY_LINES && this.strayLines.at(-1) !== line)
      this.strayLines.push(line);
  }

  #textOf(text: string, { from, end, kind, open, close }: ScannedCell): string {
    if (kind === 'plain') return text.slice(from, end);
    const inside = text.slice(open + 1, close).replaceAll('""', '"');
    if (kind === 'quoted') return inside;
    this.#badlyQuoted++;
    const last = text.slice(close + 1, end).trimEnd();
    // `"Pipe 5" long"`: the marks between are text. `"Pipe" long`: all are.
    return last.endsWith('"') ? `${inside}"${last.slice(0, -1)}` : text.slice(from, end);
  }
}

function lineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** The delimiter that a first line such as `sep=;` names, which spreadsheets read and write; null for none. */
export function separatorLine(line: string): Delimiter | null {
  return (SEPARATOR_LINE.exec(line)?.[1] as Delimiter | undefined) ?? null;
}

const SAMPLE_RECORDS = 60;
/** A delimiter cuts at least so many lines. */
const LEAST_SHARE = 0.6;

/** The first records of a text if `delimiter` separated its columns, blank ones left out. */
type Sample = {
  readonly delimiter: Delimiter;
  readonly rows: readonly SourceRow[];
  readonly badlyQuoted: number;
  /** Lines with marks that open no cell. */
  readonly strays: number;
};

function sampleRecords(text: string, delimiter: Delimiter): Sample {
  const reader = new RecordReader(delimiter);
  const rows = [...reader.read(text.slice(0, nthLineEnd(text, SAMPLE_RECORDS * 4))), ...reader.end()];
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const { badlyQuoted, strayLines } = reader;
  return { delimiter, rows: filled.slice(0, SAMPLE_RECORDS), badlyQuoted, strays: strayLines.length };
}

function nthLineEnd(text: string, n: number): number {
  let at = -1;
  for (let line = 0; line < n; line++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return text.length;
  }
  return at + 1;
}

/** How a text looks with one delimiter. */
type Fit = {
  readonly delimiter: Delimiter;
  /** The number of columns that most lines have. */
  readonly columns: number;
  /** The share of lines that have so many. */
  readonly alike: number;
  /** The share of lines that the delimiter cuts at all. */
  readonly cut: number;
  /** The same without lines whose marks open no cell, as those of a wrong delimiter do. */
  readonly sound: number;
};

/**
 * The delimiter of a text, from its first lines; null where none cuts most of them. `namesColumns` tells whether the cells
 * of a line name the columns: a delimiter with which one does is taken. Else a tab where every line has one; else the one
 * that cuts most lines into the same number of columns, the larger number where several cut equally well, and the comma
 * in doubt, as specified; where none cuts most lines, one that makes a header above a payment. A comma between digits
 * (`12,50`) may be a decimal comma: where all are, the others go first.
 */
export function findDelimiter(
  text: string,
  namesColumns: (cells: readonly string[]) => boolean,
): Delimiter | null {
  const samples = DELIMITERS.map((delimiter) => sampleRecords(text, delimiter));
  const named = samples.find(({ rows }) => rows.some(({ cells }) => namesColumns(cells)));
  if (named) return named.delimiter;
  const fits = samples.map(fitOf).filter(({ sound }) => sound >= LEAST_SHARE);
  if (fits.some(({ delimiter, cut }) => delimiter === '\t' && cut === 1)) return '\t';
  const onlyDecimalCommas = !/(^|[^\d]),|,([^\d]|$)/m.test(text.slice(0, 20_000).replace(/"[^"]*"/g, ''));
  const best = fits.sort((a, b) => rank(b, onlyDecimalCommas) - rank(a, onlyDecimalCommas))[0];
  const ofPayments = () => samples.find(({ rows }) => headerOfPayments(rows) !== null);
  return (best ?? ofPayments())?.delimiter ?? null;
}

/** Most lines alike first; then the comma, unless another makes more columns. */
function rank({ delimiter, columns, alike }: Fit, onlyDecimalCommas: boolean): number {
  const ofComma = onlyDecimalCommas ? -0.2 : 0.05;
  return Math.round(alike * 20) * 10 + Math.min(columns, 9) + (delimiter === ',' ? ofComma : 0);
}

function fitOf({ delimiter, rows, badlyQuoted, strays }: Sample): Fit {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const byCount = [...counts].filter(([columns]) => columns > 1).sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  const [columns, lines] = byCount[0] ?? [1, 0];
  const of = Math.max(1, rows.length);
  const cut = byCount.reduce((sum, [, count]) => sum + count, 0) / of;
  // A wrong delimiter cuts quoted cells in two.
  return { delimiter, columns, alike: Math.max(0, lines - badlyQuoted) / of, cut, sound: cut - strays / of };
}
