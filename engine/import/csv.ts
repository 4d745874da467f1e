import { DELIMITERS, type Delimiter } from '#model/fileReading.ts';

/** One line of a table: a record of a CSV text, or a row of a sheet. `line`: of its first character, from 1. */
export type TableRow = { readonly line: number; readonly cells: readonly string[] };

/** A record longer than this (UTF-16 units) means that a quotation mark is never closed. */
const MAX_RECORD = 4 << 20;
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[ ,;\t|]*$/i;

/** A quotation mark that opens a cell in `line` and is never closed. */
export class UnclosedQuoteError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`The quotation mark in line ${line} is never closed.`);
    this.line = line;
  }
}

/** A line longer than any record. */
export class LineTooLongError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`Line ${line} has more than ${MAX_RECORD} characters.`);
    this.line = line;
  }
}

/**
 * Cuts a text that comes in pieces into records; LF is its only line end. A quotation mark at the start of a cell opens
 * it; inside, doubled ones stand for one, and delimiters and line ends are text. Behind the closing one only white space may
 * follow. Where other text follows, the cell ends at the next delimiter or line end, so that a mark too many never takes
 * in the lines below, and the marks are text; those at both ends of the cell are not. A cell with line ends behind whose closing mark other text follows was opened by mistake. Linear in the
 * text.
 */
export class RecordReader {
  readonly #delimiter: string;
  #rest = '';
  #line: number;
  #misquoted = 0;

  /** `line`: number of the first line that is read. */
  constructor(delimiter: Delimiter | null, line = 1) {
    // No text has this character: a text without delimiter is lines of one cell.
    this.#delimiter = delimiter ?? '\uffff';
    this.#line = line;
  }

  /** Number of cells behind whose closing quotation mark other text follows. */
  get misquoted(): number {
    return this.#misquoted;
  }

  /** The records that are complete with this piece. */
  read(piece: string): TableRow[] {
    return this.#cut(this.#rest + piece, false);
  }

  /** The last record. */
  end(): TableRow[] {
    return this.#cut(this.#rest, true);
  }

  #cut(text: string, isLast: boolean): TableRow[] {
    const rows: TableRow[] = [];
    let at = 0;
    while (at < text.length) {
      const end = text.indexOf('\n', at);
      const lineEnd = end < 0 ? text.length : end;
      if (end < 0 && !isLast) break;
      const line = text.slice(at, lineEnd);
      if (!line.includes('"')) {
        rows.push({ line: this.#line++, cells: line.split(this.#delimiter) });
        at = lineEnd + 1;
        continue;
      }
      const record = this.#quoted(text, at, isLast);
      if (record === null) break;
      rows.push({ line: this.#line, cells: record.cells });
      this.#line += countLines(text, at, record.end);
      at = record.end + 1;
    }
    this.#rest = isLast ? '' : text.slice(at);
    if (this.#rest.length > MAX_RECORD) {
      throw this.#rest.includes('"') ? new UnclosedQuoteError(this.#line) : new LineTooLongError(this.#line);
    }
    return rows;
  }

  /** A record with quotation marks; null where the text ends before it does. */
  #quoted(text: string, from: number, isLast: boolean): { cells: string[]; end: number } | null {
    const cells: string[] = [];
    let at = from;
    for (;;) {
      const cell = this.#cell(text, at, isLast);
      if (cell === null) return null;
      cells.push(cell.text);
      if (cell.end >= text.length) return isLast ? { cells, end: cell.end } : null;
      if (text.charAt(cell.end) === '\n') return { cells, end: cell.end };
      at = cell.end + 1;
    }
  }

  #cell(text: string, from: number, isLast: boolean): { text: string; end: number } | null {
    const open = skipBlanks(text, from, this.#delimiter);
    if (text.charAt(open) !== '"' || (open > from && !this.#closesInLine(text, open))) {
      const end = this.#cellEnd(text, from);
      return { text: text.slice(from, end), end };
    }
    const close = closingQuote(text, open);
    if (close < 0) {
      if (isLast) throw new UnclosedQuoteError(this.#line + countLines(text, from, open) - 1);
      return null;
    }
    const end = this.#cellEnd(text, close + 1);
    if (end >= text.length && !isLast) return null;
    const inside = text.slice(open + 1, close).replaceAll('""', '"');
    if (skipBlanks(text, close + 1, this.#delimiter) >= end) return { text: inside, end };
    if (inside.includes('\n')) throw new UnclosedQuoteError(this.#line);
    this.#misquoted++;
    const more = text.slice(close + 1, end);
    const last = more.trimEnd();
    // `"Pipe 5" long"`: the marks between are text. `"Pipe" long`: all are.
    return { text: last.endsWith('"') ? `${inside}"${last.slice(0, -1)}` : text.slice(from, end), end };
  }

  /** Whether the cell that a quotation mark opens ends in the same line, with another one. */
  #closesInLine(text: string, open: number): boolean {
    const close = closingQuote(text, open);
    if (close < 0 || text.slice(open, close).includes('\n')) return false;
    return skipBlanks(text, close + 1, this.#delimiter) >= this.#cellEnd(text, close + 1);
  }

  /** Offset of the next delimiter or line end. */
  #cellEnd(text: string, from: number): number {
    const delimiter = this.#delimiter.charCodeAt(0);
    let at = from;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 10 || unit === delimiter) break;
    }
    return at;
  }
}

/** Offset of the quotation mark that closes the cell opened at `open`; -1 for none. */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2);
  return close;
}

/** Offset of the first character from `from` on that is no blank; a tab that delimits is none. */
function skipBlanks(text: string, from: number, delimiter: string): number {
  let at = from;
  while (text.charAt(at) === ' ' || (text.charAt(at) === '\t' && delimiter !== '\t')) at++;
  return at;
}

function countLines(text: string, from: number, to: number): number {
  let lines = 1;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
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
  readonly rows: readonly TableRow[];
  readonly misquoted: number;
};

function sampleRecords(text: string, delimiter: Delimiter): Sample {
  const reader = new RecordReader(delimiter);
  const end = nthLineEnd(text, SAMPLE_RECORDS * 4);
  try {
    const rows = reader.read(text.slice(0, end));
    const last = end >= text.length ? reader.end() : [];
    const filled = [...rows, ...last].filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    return { delimiter, rows: filled.slice(0, SAMPLE_RECORDS), misquoted: reader.misquoted };
  } catch (error) {
    if (error instanceof UnclosedQuoteError) return { delimiter, rows: [], misquoted: 0 };
    throw error;
  }
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
};

/**
 * The delimiter of a text, from its first lines; null where none cuts most of them. `namesColumns` tells whether the cells
 * of a line name the columns: a delimiter with which one does is taken. Else a tab where every line has one; else the one
 * that cuts most lines into the same number of columns, the larger number where several cut equally well, and the comma
 * in doubt, as specified. A comma between digits (`12,50`) may be a decimal comma: where all are, the others go first.
 */
export function findDelimiter(
  text: string,
  namesColumns: (cells: readonly string[]) => boolean,
): Delimiter | null {
  const samples = DELIMITERS.map((delimiter) => sampleRecords(text, delimiter));
  const named = samples.find(({ rows }) => rows.some(({ cells }) => namesColumns(cells)));
  if (named) return named.delimiter;
  const fits = samples.map(fitOf).filter(({ cut }) => cut >= LEAST_SHARE);
  if (fits.some(({ delimiter, cut }) => delimiter === '\t' && cut === 1)) return '\t';
  const onlyDecimalCommas = !/(^|[^\d]),|,([^\d]|$)/m.test(text.slice(0, 20_000).replace(/"[^"]*"/g, ''));
  const best = fits.sort((a, b) => rank(b, onlyDecimalCommas) - rank(a, onlyDecimalCommas))[0];
  return best?.delimiter ?? null;
}

/** Most lines alike first; then the comma, unless another makes more columns. */
function rank({ delimiter, columns, alike }: Fit, onlyDecimalCommas: boolean): number {
  const ofComma = onlyDecimalCommas ? -0.2 : 0.05;
  return Math.round(alike * 20) * 10 + Math.min(columns, 9) + (delimiter === ',' ? ofComma : 0);
}

function fitOf({ delimiter, rows, misquoted }: Sample): Fit {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const byCount = [...counts].filter(([columns]) => columns > 1).sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  const [columns, lines] = byCount[0] ?? [1, 0];
  const of = Math.max(1, rows.length);
  const cut = byCount.reduce((sum, [, count]) => sum + count, 0) / of;
  // A wrong delimiter cuts quoted cells in two.
  return { delimiter, columns, alike: Math.max(0, lines - misquoted) / of, cut };
}
