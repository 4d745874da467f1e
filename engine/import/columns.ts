import type { Rows } from '../rows.ts';
import { rowText } from '../rows.ts';

/** Lines looked at to tell how many columns there are, and which one holds the descriptions. */
const SAMPLE_LINES = 200;
const LETTERS = /\p{L}/gu;

/** Number of columns that tabs make of the lines: the most that one of the first lines has. */
export function countColumns(lines: Rows): number {
  return Math.max(1, ...sample(lines).map((cells) => cells.length));
}

/**
 * The column that most likely holds the descriptions: the one with the most letters. Null for whole lines: tabs in
 * less than half of the lines, or in one line only, are part of a text and make no table.
 */
export function guessColumn(lines: Rows): number | null {
  const sampled = sample(lines);
  const withTabs = sampled.filter((cells) => cells.length > 1).length;
  if (withTabs < 2 || withTabs * 2 < sampled.length) return null;
  const letters: number[] = [];
  for (const cells of sampled) {
    cells.forEach((cell, column) => {
      letters[column] = (letters[column] ?? 0) + (cell.match(LETTERS)?.length ?? 0);
    });
  }
  return letters.indexOf(Math.max(...letters));
}

/** The cells of one line. */
export function cellsOf(lines: Rows, line: number): string[] {
  return rowText(lines, line).split('\t');
}

/** The first lines that are not blank, as cells. */
export function sample(lines: Rows): string[][] {
  const sampled: string[][] = [];
  for (let line = 0; line < lines.count && sampled.length < SAMPLE_LINES; line++) {
    if (rowText(lines, line).trim() !== '') sampled.push(cellsOf(lines, line));
  }
  return sampled;
}

/** The cells of one column (counted from 0) as rows: empty where a line has fewer columns. */
export function columnRows(lines: Rows, column: number): Rows {
  const { text, count } = lines;
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  const tabs = new TabFinder(text);
  for (let line = 0; line < count; line++) {
    const end = lines.ends[line] as number;
    let start = lines.starts[line] as number;
    for (let left = column; left > 0 && start <= end; left--) start = tabs.next(start) + 1;
    const cellStart = Math.min(start, end);
    starts[line] = cellStart;
    ends[line] = start > end ? end : Math.min(tabs.next(cellStart), end);
  }
  return { text, count, starts, ends };
}

/** Remembers the tab found last, so that lines without one do not have the rest of the text searched each. */
class TabFinder {
  readonly #text: string;
  #from = -1;
  #found = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Offset of the first tab from `from` on; the end of the text and more for none. */
  next(from: number): number {
    if (from < this.#from || from > this.#found) {
      const at = this.#text.indexOf('\t', from);
      this.#found = at < 0 ? Number.MAX_SAFE_INTEGER - 1 : at;
      this.#from = from;
    }
    return this.#found;
  }
}
