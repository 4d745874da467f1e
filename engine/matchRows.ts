import { IRREGULAR_WORDS, scanBlock } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import type { KeywordNumber } from './keywords.ts';
import { LINE_ENDS, LINE_PLACES, LINE_STARTS, matchLines, matchLong } from './matchLines.ts';
import { BLOCK_START, BLOCK_UNITS, BYTES, endBlock, SPACE, UNITS, writeLine } from './normalise.ts';
import type { Rows } from './rows.ts';

/*
 * From rows of a text to lines of the block. Rows of ASCII without runs of white space, nearly all rows of most texts,
 * are scanned as the bytes of their UTF-8 encoding; the others are folded unit by unit into a block of their own; a row
 * longer than a block is matched by itself.
 */

declare const TextEncoder: new () => {
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
};
const encoder = new TextEncoder();
const TEXT_BYTES = BYTES.subarray(BLOCK_START);

/** Rows of a chunk that cannot be matched as bytes. A chunk has at most one row more than units. */
const PENDING = new Int32Array(BLOCK_UNITS + 1);

/**
 * The keyword that wins for each of the rows `from` to `to` (excluded), NO_KEYWORD or BLANK_TEXT, into `out[0]` and
 * following. Rows ascend in the text; what lies between them, such as the other columns of a table, is not looked at.
 */
export function matchRows(index: KeyIndex, rows: Rows, from: number, to: number, out: Int32Array): void {
  for (let row = from; row < to; ) {
    const next = endOfChunk(rows, row, to);
    if (next > row) matchChunk(index, rows, row, next, out.subarray(row - from));
    else out[row - from] = matchLong(index, rows.text, rows.starts[row] ?? 0, rows.ends[row] ?? 0);
    row = Math.max(next, row + 1);
  }
}

const single = { text: '', count: 1, starts: new Uint32Array(1), ends: new Uint32Array(1) };
const answer = new Int32Array(1);

/** The keyword that wins for `text`, NO_KEYWORD or BLANK_TEXT. */
export function matchText(index: KeyIndex, text: string): KeywordNumber {
  single.text = text;
  single.ends[0] = text.length;
  matchRows(index, single, 0, 1, answer);
  single.text = '';
  return answer[0] as number;
}

/** The first row that does not fit into a chunk with row `first`. */
function endOfChunk(rows: Rows, first: number, to: number): number {
  const limit = (rows.starts[first] ?? 0) + BLOCK_UNITS;
  let row = first;
  while (row < to && (rows.ends[row] as number) <= limit) row++;
  return row;
}

/**
 * Matches rows `first` to `last` (excluded) as bytes where they can be, the others unit by unit. With a unit beyond
 * ASCII in every row, scanning the bytes would be in vain.
 */
function matchChunk(index: KeyIndex, rows: Rows, first: number, last: number, out: Int32Array): void {
  const source = rows.text.slice(rows.starts[first], rows.ends[last - 1]);
  const { written } = encoder.encodeInto(source, TEXT_BYTES);
  const canScan = written - source.length <= last - first;
  const lines = canScan ? matchBytes(index, rows, first, last, BLOCK_START + written, out) : 0;
  if (!canScan) for (let row = first; row < last; row++) PENDING[row - first] = row;
  matchUnits(index, rows, last - first - lines, first, out);
}

/** Matches the regular rows, whose bytes end at `end`; returns how many they are and lists the others in PENDING. */
function matchBytes(
  index: KeyIndex,
  rows: Rows,
  first: number,
  last: number,
  end: number,
  out: Int32Array,
): number {
  endBlock(end);
  scanBlock(index.grams, index.table, end);
  const lines = addRegularLines(rows, first, last);
  matchLines(index, null, lines, out);
  return lines;
}

/** How far the bytes of the block have been looked at, and from offsets in the text to bytes there. */
const cursor = { word: 0, byte: 0, shift: 0 };

/**
 * Adds the regular rows as lines and returns how many they are; lists the others: those with a byte beyond ASCII or with
 * white space behind white space.
 */
function addRegularLines({ starts, ends }: Rows, first: number, last: number): number {
  cursor.word = 0;
  cursor.byte = 0;
  cursor.shift = BLOCK_START - (starts[first] as number);
  let lines = 0;
  for (let row = first; row < last; row++) {
    pass(starts[row] as number);
    const start = (starts[row] as number) + cursor.shift;
    const isRegular = pass(ends[row] as number, start);
    if (isRegular) addLine(lines++, start, (ends[row] as number) + cursor.shift, row - first);
    else PENDING[row - first - lines] = row;
  }
  return lines;
}

/** Moves the cursor to offset `to` of the text. False where bytes from `start` on are irregular. */
function pass(to: number, start = 0): boolean {
  let isRegular = true;
  for (;;) {
    const word = (IRREGULAR_WORDS[cursor.word] as number) * 4;
    const at = Math.max(cursor.byte, word);
    if (at >= to + cursor.shift) return isRegular;
    const byte = BYTES[at] as number;
    // The first byte of a character tells how many bytes more than units it has.
    if (byte >= 0xc0) cursor.shift += byte < 0xe0 ? 1 : 2;
    if (byte >= 0x80 || (byte <= SPACE && at > start && (BYTES[at - 1] as number) <= SPACE))
      isRegular = false;
    cursor.byte = at + 1;
    if (at === word + 3) cursor.word++;
  }
}

function addLine(line: number, start: number, end: number, place: number): void {
  LINE_STARTS[line] = start;
  LINE_ENDS[line] = end;
  LINE_PLACES[line] = place;
}

/** Matches the first `count` rows of {@link PENDING} unit by unit; the keyword of row r goes into `out[r - first]`. */
function matchUnits(index: KeyIndex, rows: Rows, count: number, first: number, out: Int32Array): void {
  let lines = 0;
  let at = BLOCK_START;
  for (let n = 0; n < count; n++) {
    const row = PENDING[n] as number;
    const start = rows.starts[row] as number;
    const end = rows.ends[row] as number;
    let next = writeLine(rows.text, start, end, at);
    if (next < 0) {
      matchWritten(index, lines, at, out);
      lines = 0;
      at = BLOCK_START;
      next = writeLine(rows.text, start, end, at);
    }
    if (next < 0) {
      out[row - first] = matchLong(index, rows.text, start, end);
      continue;
    }
    addLine(lines++, at, next, row - first);
    at = next;
  }
  matchWritten(index, lines, at, out);
}

/** Matches the lines written into the block, up to byte `end`. */
function matchWritten(index: KeyIndex, count: number, end: number, out: Int32Array): void {
  if (count === 0) return;
  endBlock(end);
  scanBlock(index.grams, index.table, end);
  matchLines(index, UNITS, count, out);
}
