/** The longest text that a spreadsheet cell holds: a mark that takes in lines and is not closed by then opens no cell. */
const LONGEST_CELL = 32_767;
/** Behind a record with marks, so much of the text says how they are meant: where the next cell may be closed, and a line. */
const LOOKAHEAD = 4 * LONGEST_CELL;
/** So many lines inside a record, each with as many columns, are lines of the table. */
const LINES_OF_A_TABLE = 10;
/** Characters that may be looked at for nothing before any text, and for each character of the text above. */
const FREE = 1 << 20;
const PER_CHARACTER = 8;

/** A cell of a record, as offsets in the text: from `from` to `end`, where a delimiter, a line end or nothing more stands. */
export type ScannedCell = {
  readonly from: number;
  readonly end: number;
  /** `text-behind`: text stands behind the mark that closes. */
  readonly kind: 'plain' | 'quoted' | 'text-behind';
  /** Offsets of the marks that open and close; of a plain cell, of no meaning. */
  readonly open: number;
  readonly close: number;
  /** A delimiter or a line end stands between the marks, so that they decide about other cells or lines. */
  readonly takesIn: boolean;
};

/** A record and its end, which is the offset of a line end or the end of the text. */
type ScannedRecord = {
  readonly from: number;
  readonly end: number;
  /** The record where no mark stands in it; else null, and `cells` says where its cells are. */
  readonly line: string | null;
  readonly cells: readonly ScannedCell[];
  /** Offsets of quotation marks that would have opened a cell, and were read as characters. */
  readonly strays: readonly number[];
};

/** The number of columns of a record, with and without the empty ones at its end. */
type Width = readonly [all: number, filled: number];

const NOTHING: readonly never[] = [];

/**
 * Finds the records of a text, and their cells. A quotation mark at the start of a cell opens it; inside, doubled ones stand for
 * one, and delimiters and line ends are text. A mark is a character like any other where it is never closed, where lines are
 * inside and other text follows the one that closes, and where its record then has another number of columns than the records
 * before and behind it, of which its lines have as many.
 * The work is linear in the text, whatever stands in it: `wasted`.
 */
export class RecordScanner {
  readonly #delimiter: string;
  #text = '';
  #hasReturns = false;
  /** Characters of the text before the piece. */
  #before = 0;
  #wasted = 0;
  /** The record above, or its width. */
  #above: string | Width | null = null;
  #lineFrom = 0;
  #lineEnd = -1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Number of characters that were looked at for records that were given up; a multiple of the text at most. */
  get wasted(): number {
    return this.#wasted;
  }

  /** The records of the next piece of the text, up to the first that more text may end in another way, unless it `isLast`. */
  *scan(text: string, isLast: boolean): Generator<ScannedRecord> {
    this.#text = text;
    this.#hasReturns = text.includes('\r');
    this.#lineEnd = -1;
    let at = 0;
    while (at < text.length) {
      const record = this.#record(at);
      const isOpen =
        record.end >= text.length || (record.line === null && text.length - record.end < LOOKAHEAD);
      if (isOpen && !isLast) break;
      yield record;
      if (record.line?.trim() !== '') this.#above = record.line ?? this.#widthOf(record.cells);
      at = record.end + 1;
    }
    this.#before += at;
  }

  #record(from: number): ScannedRecord {
    const lineEnd = this.#endOfLine(from);
    const line = this.#text.slice(from, lineEnd);
    if (!line.includes('"')) return { from, end: lineEnd, line, cells: NOTHING, strays: NOTHING };
    const strays: number[] = [];
    const cells: ScannedCell[] = [];
    for (let at = from; ; ) {
      const end = this.#addCells(cells, at, strays);
      const doubtful = cells.find(({ takesIn }) => takesIn);
      if (doubtful === undefined || this.#fits(cells, end)) return { from, end, line: null, cells, strays };
      this.#wasted += end - doubtful.open;
      cells.length = cells.indexOf(doubtful);
      while ((strays.at(-1) ?? -1) > doubtful.open) strays.pop();
      strays.push(doubtful.open);
      at = doubtful.from;
    }
  }

  #widthOf(cells: readonly ScannedCell[]): Width {
    const isEmpty = ({ from, end, kind }: ScannedCell) =>
      kind === 'plain' && this.#text.slice(from, end).trim() === '';
    return widthOf(cells, isEmpty);
  }

  #lineWidth(line: string): Width {
    return textWidth(line.split(this.#delimiter));
  }

  /** Adds the cells from `from` to the end of the record, which it answers. */
  #addCells(cells: ScannedCell[], from: number, strays: number[]): number {
    const isExhausted = this.#wasted > FREE + PER_CHARACTER * (this.#before + from);
    for (let at = from; ; ) {
      const cell = this.#cell(at, strays, isExhausted);
      cells.push(cell);
      if (cell.end >= this.#text.length || isLineEnd(this.#text.charCodeAt(cell.end))) return cell.end;
      at = cell.end + 1;
    }
  }

  /** `isExhausted`: no mark takes in a delimiter or a line end. */
  #cell(from: number, strays: number[], isExhausted: boolean): ScannedCell {
    const plain = () =>
      ({ from, end: this.#cellEnd(from), kind: 'plain', open: from, close: from, takesIn: false }) as const;
    const open = this.#skipBlanks(from);
    if (this.#text.charAt(open) !== '"' || strays.at(-1) === open) return plain();
    const close = this.#closingMark(open);
    const cell = close === null ? null : this.#markedCell(from, open, close);
    if (cell !== null && !(isExhausted && cell.takesIn)) return cell;
    // Behind a blank a mark opens nothing, unless it is closed in its cell.
    if (open === from) strays.push(open);
    return plain();
  }

  /** The cell whose marks are at `open` and `close`; null where they can be none. */
  #markedCell(from: number, open: number, close: number): ScannedCell | null {
    const hasLines = this.#endOfLine(open) < close;
    const end = this.#cellEnd(close + 1);
    const isClosed = this.#skipBlanks(close + 1) >= end;
    if (open > from ? hasLines || !isClosed : hasLines && !isClosed) return null;
    const mayTakeIn = !isClosed || this.#delimiter === '\t';
    const takesIn = hasLines || (mayTakeIn && this.#cellEnd(open) < close);
    return { from, end, kind: isClosed ? 'quoted' : 'text-behind', open, close, takesIn };
  }

  /** Whether a record with doubtful marks is like those around it, and its lines, as characters, are not. */
  #fits(cells: readonly ScannedCell[], end: number): boolean {
    const width = this.#widthOf(cells);
    const above = typeof this.#above === 'string' ? this.#lineWidth(this.#above) : this.#above;
    const behind = isSame(width, above) ? [] : this.#widthsBehind(end);
    const around = [above, ...behind].filter((other) => other !== null);
    const lines = this.#text.slice(cells[0]?.from, end).split(LINE_ENDS);
    const isOfTable = (line: string) => {
      const own = this.#lineWidth(line);
      return own[0] > 1 && around.some((other) => isSame(own, other));
    };
    if (around.length > 0 && !around.some((other) => isSame(width, other))) return !lines.some(isOfTable);
    const inside = lines.slice(1, -1);
    return inside.length < LINES_OF_A_TABLE || !inside.every(isOfTable);
  }

  /** The width of the next record that is not empty, its marks taken as characters and as marks; none at the end. */
  #widthsBehind(end: number): readonly Width[] {
    let at = end + 1;
    while (at < this.#text.length && this.#endOfLine(at) === at) at++;
    if (at >= this.#text.length) return [];
    const plain = this.#lineWidth(this.#text.slice(at, this.#endOfLine(at)));
    const cells: ScannedCell[] = [];
    this.#wasted += this.#addCells(cells, at, []) - at;
    return [plain, this.#widthOf(cells)];
  }

  /** Offset of the mark that closes the cell opened at `open`; null for none. */
  #closingMark(open: number): number | null {
    const text = this.#text;
    // A cell of more characters than any stands in one line.
    const isTooFar = (at: number) => at - open > LONGEST_CELL + 1 && this.#endOfLine(open) < at;
    let at = text.indexOf('"', open + 1);
    while (at >= 0 && text.charAt(at + 1) === '"' && !isTooFar(at)) at = text.indexOf('"', at + 2);
    return at < 0 || isTooFar(at) ? null : at;
  }

  /** Offset of the end of the line at `at`; remembered, since all cells of a line ask for it. */
  #endOfLine(at: number): number {
    if (at < this.#lineFrom || at > this.#lineEnd) {
      this.#lineFrom = at;
      const feed = this.#text.indexOf('\n', at);
      const end = feed < 0 ? this.#text.length : feed;
      const carriage = this.#hasReturns ? this.#text.slice(at, end).indexOf('\r') : -1;
      this.#lineEnd = carriage < 0 ? end : at + carriage;
    }
    return this.#lineEnd;
  }

  /** Offset of the next delimiter or line end. */
  #cellEnd(from: number): number {
    const delimiter = this.#delimiter.charCodeAt(0);
    let at = from;
    for (; at < this.#text.length; at++) {
      const unit = this.#text.charCodeAt(at);
      if (unit === delimiter || isLineEnd(unit)) break;
    }
    return at;
  }

  /** Offset of the first character from `from` on that is no blank; a tab that delimits is none. */
  #skipBlanks(from: number): number {
    let at = from;
    while (this.#text.charAt(at) === ' ' || (this.#text.charAt(at) === '\t' && this.#delimiter !== '\t'))
      at++;
    return at;
  }
}

const LINE_ENDS = /\r\n?|\n/;

/** The number of columns of a line, without the empty ones at its end. */
export function filledWidth(texts: readonly string[]): number {
  return textWidth(texts)[1];
}

function textWidth(texts: readonly string[]): Width {
  return widthOf(texts, (text) => text.trim() === '');
}

function widthOf<Cell>(cells: readonly Cell[], isEmpty: (cell: Cell) => boolean): Width {
  let filled = cells.length;
  while (filled > 1 && isEmpty(cells[filled - 1] as Cell)) filled--;
  return [cells.length, filled];
}

function isLineEnd(unit: number): boolean {
  return unit === 10 || unit === 13;
}

function isSame(a: Width | null, b: Width | null): boolean {
  return a !== null && b !== null && (a[0] === b[0] || a[1] === b[1]);
}
