/** The longest text that a spreadsheet cell holds: a mark that takes in lines and is not closed by then opens no cell. */
const LONGEST_CELL = 32_767;
/** So many lines inside a cell, each with as many columns as the record, are lines of the table. */
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
export type ScannedRecord = {
  readonly cells: readonly ScannedCell[];
  readonly end: number;
  /** Offsets of quotation marks that would have opened a cell, and were read as characters. */
  readonly strays: readonly number[];
};

/** The number of columns of a record, with and without the empty ones at its end. */
export type Width = readonly [all: number, filled: number];

type Options = {
  /** UTF-16 unit. */
  readonly delimiter: number;
  /** The text ends here; else more of it may come. */
  readonly isLast: boolean;
  /** Characters of the text before the ones given here. */
  readonly before?: number;
  /** Counts over several parts of one text. */
  readonly effort?: Effort;
};

/** Characters that were looked at for records that were given up. */
export type Effort = { wasted: number };

/**
 * Finds the cells of records. A quotation mark at the start of a cell opens it; inside, doubled ones stand for one, and
 * delimiters and line ends are text. A mark is a character like any other where it is never closed, where lines are inside and other
 * text follows the one that closes, and where its record then has another number of columns than the records before and behind
 * it, of which its lines have as many.
 * The work is linear in the text, whatever stands in it: {@link Effort}.
 */
export class RecordScanner {
  readonly #text: string;
  readonly #delimiter: number;
  readonly #isLast: boolean;
  readonly #before: number;
  readonly #effort: Effort;
  #lineFrom = 0;
  #lineEnd = -1;

  constructor(text: string, { delimiter, isLast, before = 0, effort = { wasted: 0 } }: Options) {
    this.#text = text;
    this.#delimiter = delimiter;
    this.#isLast = isLast;
    this.#before = before;
    this.#effort = effort;
  }

  /**
   * The record at `from`; null where the text ends before it, or before it is known how the marks are meant. `above`: the
   * width of the record above. `isPlain`: no mark takes in a delimiter or a line end.
   */
  record(from: number, above: () => Width | null, isPlain = false): ScannedRecord | null {
    const strays: number[] = [];
    const cells: ScannedCell[] = [];
    for (let at = from; ; ) {
      const end = this.#cellsUntilEnd(cells, at, strays, isPlain || this.#isExhausted(from));
      if (end === null) return null;
      const doubtful = cells.findIndex(({ takesIn }) => takesIn);
      if (doubtful < 0) return { cells, end, strays };
      const isFitting = this.#fits(cells, end, above);
      if (isFitting === null) return null;
      if (isFitting) return { cells, end, strays };
      const { from: start, open } = cells[doubtful] as ScannedCell;
      this.#effort.wasted += end - open;
      cells.length = doubtful;
      while ((strays.at(-1) ?? -1) > open) strays.pop();
      strays.push(open);
      const plain = this.#plainCell(start);
      cells.push(plain);
      if (this.#isRecordEnd(plain.end)) return { cells, end: plain.end, strays };
      at = plain.end + 1;
    }
  }

  /** The width of a record. */
  widthOf(cells: readonly ScannedCell[]): Width {
    let filled = cells.length;
    while (filled > 1 && isBlank(this.#text, cells[filled - 1] as ScannedCell)) filled--;
    return [cells.length, filled];
  }

  #isExhausted(at: number): boolean {
    return this.#effort.wasted > FREE + PER_CHARACTER * (this.#before + at);
  }

  /** Adds the cells from `from` to the end of the record, which it answers; null where more text must come first. */
  #cellsUntilEnd(cells: ScannedCell[], from: number, strays: number[], isPlain: boolean): number | null {
    for (let at = from; ; ) {
      const cell = this.#cell(at, strays, isPlain);
      if (cell === null || (cell.end >= this.#text.length && !this.#isLast)) return null;
      cells.push(cell);
      if (this.#isRecordEnd(cell.end)) return cell.end;
      at = cell.end + 1;
    }
  }

  #isRecordEnd(at: number): boolean {
    return at >= this.#text.length || isLineEnd(this.#text.charCodeAt(at));
  }

  #cell(from: number, strays: number[], isPlain: boolean): ScannedCell | null {
    const open = this.#skipBlanks(from);
    if (this.#text.charAt(open) !== '"') return this.#plainCell(from);
    const close = this.#closingMark(open);
    if (close === 'later' && !isPlain) return null;
    const cell = typeof close === 'number' ? this.#markedCell(from, open, close) : null;
    if (cell !== null && !(isPlain && cell.takesIn)) return cell;
    // Behind a blank a mark opens nothing, unless it is closed in its cell.
    if (open === from) strays.push(open);
    return this.#plainCell(from);
  }

  /** The cell whose marks are at `open` and `close`; null where they can be none. */
  #markedCell(from: number, open: number, close: number): ScannedCell | null {
    const hasLines = this.#endOfLine(open) < close;
    const end = this.#cellEnd(close + 1);
    const isClosed = this.#skipBlanks(close + 1) >= end;
    if (open > from ? hasLines || !isClosed : hasLines && !isClosed) return null;
    const mayTakeIn = !isClosed || this.#delimiter === TAB;
    const takesIn = hasLines || (mayTakeIn && this.#hasDelimiter(open, close));
    return { from, end, kind: isClosed ? 'quoted' : 'text-behind', open, close, takesIn };
  }

  #plainCell(from: number): ScannedCell {
    return { from, end: this.#cellEnd(from), kind: 'plain', open: from, close: from, takesIn: false };
  }

  /** Whether a record with doubtful marks is like those around it; null where those are still to come. */
  #fits(cells: readonly ScannedCell[], end: number, above: () => Width | null): boolean | null {
    const width = this.widthOf(cells);
    const before = above();
    const behind = isSame(width, before) ? [] : this.#widthsBehind(end);
    if (behind === null) return null;
    const around = before === null ? behind : [before, ...behind];
    const isLike = around.length === 0 || around.some((other) => isSame(width, other));
    return isLike
      ? !cells.some((cell) => this.#holdsTable(cell, width[0]))
      : !this.#hasLineLike(around, cells, end);
  }

  /** Whether a line of a record, as characters, has as many columns as the records around; one says nothing. */
  #hasLineLike(around: readonly Width[], cells: readonly ScannedCell[], end: number): boolean {
    const delimiter = String.fromCharCode(this.#delimiter);
    const lines = this.#text.slice(cells[0]?.from, end).split(LINE_ENDS);
    return lines.some((line) => {
      const width = widthOf(line.split(delimiter));
      return width[0] > 1 && around.some((other) => isSame(width, other));
    });
  }

  /** The width of the next record, its marks taken as marks and as characters; null where it is still to come. */
  #widthsBehind(end: number): readonly Width[] | null {
    let at = end + 1;
    while (at < this.#text.length && this.#endOfLine(at) === at) at++;
    if (at >= this.#text.length) return this.#isLast ? [] : null;
    const widths: Width[] = [];
    for (const isPlain of [true, false]) {
      const cells: ScannedCell[] = [];
      const next = this.#cellsUntilEnd(cells, at, [], isPlain);
      if (next === null) return null;
      widths.push(this.widthOf(cells));
      if (!isPlain) this.#effort.wasted += next - at;
    }
    return widths;
  }

  /** Whether a cell has so many lines of a table inside that its mark must have been opened by mistake. */
  #holdsTable({ open, close, takesIn }: ScannedCell, columns: number): boolean {
    if (!takesIn || columns < 2) return false;
    const lines = this.#text.slice(open, close).split(LINE_ENDS).slice(1, -1);
    const delimiter = String.fromCharCode(this.#delimiter);
    return (
      lines.length >= LINES_OF_A_TABLE && lines.every((line) => line.split(delimiter).length === columns)
    );
  }

  /**
   * Offset of the mark that closes the cell opened at `open`; null for none, `later` where it may come with more text.
   */
  #closingMark(open: number): number | null | 'later' {
    const text = this.#text;
    let at = text.indexOf('"', open + 1);
    while (at >= 0 && text.charAt(at + 1) === '"') {
      if (this.#isTooFar(open, at)) return null;
      at = text.indexOf('"', at + 2);
    }
    if (at >= 0) return this.#isTooFar(open, at) ? null : at;
    return this.#isLast || this.#isTooFar(open, text.length) ? null : 'later';
  }

  /** Whether a cell from `open` to `at` has more characters than any, and not all in one line. */
  #isTooFar(open: number, at: number): boolean {
    return at - open > LONGEST_CELL + 1 && this.#endOfLine(open) < at;
  }

  #hasDelimiter(open: number, close: number): boolean {
    const at = this.#text.indexOf(String.fromCharCode(this.#delimiter), open);
    return at >= 0 && at < close;
  }

  /** Offset of the end of the line at `at`; remembered, since all cells of a line ask for it. */
  #endOfLine(at: number): number {
    if (at < this.#lineFrom || at > this.#lineEnd) {
      this.#lineFrom = at;
      this.#lineEnd = at;
      while (!this.#isRecordEnd(this.#lineEnd)) this.#lineEnd++;
    }
    return this.#lineEnd;
  }

  /** Offset of the next delimiter or line end. */
  #cellEnd(from: number): number {
    let at = from;
    while (!this.#isRecordEnd(at) && this.#text.charCodeAt(at) !== this.#delimiter) at++;
    return at;
  }

  /** Offset of the first character from `from` on that is no blank; a tab that delimits is none. */
  #skipBlanks(from: number): number {
    let at = from;
    for (; ; at++) {
      const unit = this.#text.charCodeAt(at);
      if (unit !== BLANK && (unit !== TAB || this.#delimiter === TAB)) return at;
    }
  }
}

/** The width of a record with these cells. */
export function widthOf(cells: readonly string[]): Width {
  let filled = cells.length;
  while (filled > 1 && cells[filled - 1]?.trim() === '') filled--;
  return [cells.length, filled];
}

const TAB = 9;
const BLANK = 32;
const LINE_ENDS = /\r\n?|\n/;

function isLineEnd(unit: number): boolean {
  return unit === 10 || unit === 13;
}

function isSame(a: Width, b: Width | null): boolean {
  return b !== null && (a[0] === b[0] || a[1] === b[1]);
}

function isBlank(text: string, { from, end, kind }: ScannedCell): boolean {
  return kind === 'plain' && text.slice(from, end).trim() === '';
}
