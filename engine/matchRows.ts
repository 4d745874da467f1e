import { IRREGULAR_WORDS, type ScanCounts, scanBlock } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import type { KeywordNumber } from './keywords.ts';
import { LINE_ENDS, LINE_PLACES, LINE_STARTS, matchLines, matchLong } from './matchLines.ts';
import { BEHIND, BLOCK_START, BLOCK_UNITS, BYTES, endBlock, SPACE, UNITS, writeLine } from './normalise.ts';
import type { Rows } from './rows.ts';

/*
 * From rows of a text to lines of the block. Rows of ASCII without runs of white space, nearly all rows of most texts,
 * are scanned as the bytes of their UTF-8 encoding; the others are folded unit by unit into a block of their own; a row
 * longer than a block is matched by itself.
 */

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

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

/** The keyword that wins for `text` from `start` to `end`, NO_KEYWORD or BLANK_TEXT. */
export function matchText(index: KeyIndex, text: string, start: number, end: number): KeywordNumber {
  if (end - start > BLOCK_UNITS) return matchLong(index, text, start, end);
  single.text = text;
  single.starts[0] = start;
  single.ends[0] = end;
  PENDING[0] = 0;
  matchUnits(index, single, 1, 0, answer);
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

/** Matches rows `first` to `last` (excluded) as bytes where they can be, the others unit by unit. */
function matchChunk(index: KeyIndex, rows: Rows, first: number, last: number, out: Int32Array): void {
  const source = rows.text.slice(rows.starts[first], rows.ends[last - 1]);
  const { written } = encoder.encodeInto(source, TEXT_BYTES);
  const pending = matchEncoded(index, rows, first, last, written, written - source.length, out);
  if (pending > 0) matchUnits(index, rows, pending, first, out);
}

/**
 * Matches the rows of a chunk that can be matched as bytes. The chunk takes `written` bytes, `extra` more than it has
 * units. Lists the other rows in {@link PENDING} and returns how many they are.
 */
function matchEncoded(
  index: KeyIndex,
  rows: Rows,
  first: number,
  last: number,
  written: number,
  extra: number,
  out: Int32Array,
): number {
  // With a unit beyond ASCII in every row, scanning the bytes would be in vain. Such a unit between rows, as in another
  // column of a table, would not be noticed, and the bytes of all rows behind it would be taken from the wrong place.
  const canScan = extra === 0 || (extra <= last - first && followEachOther(rows, first, last));
  if (canScan) return matchBytes(index, rows, first, last, written, extra, out);
  for (let row = first; row < last; row++) PENDING[row - first] = row;
  return last - first;
}

/** Whether nothing but a line end lies between any two neighbours of the rows. */
function followEachOther({ text, starts, ends }: Rows, first: number, last: number): boolean {
  for (let row = first; row + 1 < last; row++) {
    const end = ends[row] as number;
    const unit = text.charCodeAt(end);
    const isPair = unit === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED;
    if (unit !== LINE_FEED && unit !== CARRIAGE_RETURN) return false;
    if (starts[row + 1] !== end + (isPair ? 2 : 1)) return false;
  }
  return true;
}

/** Matches the rows whose bytes are ASCII without runs of white space; lists the others. */
function matchBytes(
  index: KeyIndex,
  rows: Rows,
  first: number,
  last: number,
  written: number,
  extra: number,
  out: Int32Array,
): number {
  const lastByte = BLOCK_START + written;
  BYTES.fill(LINE_FEED, lastByte, lastByte + BEHIND);
  const counts = scanBlock(index.grams, lastByte);
  const lines = addRegularLines(rows, first, last, lastByte, extra, counts);
  matchLines(index, null, lines, counts.hits, out);
  return last - first - lines;
}

/** Adds the regular rows as lines and returns how many they are; lists the irregular ones. */
function addRegularLines(
  rows: Rows,
  first: number,
  last: number,
  lastByte: number,
  extra: number,
  { irregular }: ScanCounts,
): number {
  const { starts, ends } = rows;
  /** From bytes of the block to offsets in the text. It shrinks with each row that takes more bytes than units. */
  let shift = (starts[first] as number) - BLOCK_START;
  let word = 0;
  let lines = 0;
  let pending = 0;
  for (let row = first; row < last; row++) {
    const start = (starts[row] as number) - shift;
    const end = (ends[row] as number) - shift;
    while (word < irregular && (IRREGULAR_WORDS[word] as number) * 4 + 4 <= start) word++;
    if (word < irregular && isIrregular(word, irregular, start, end)) {
      PENDING[pending++] = row;
      if (extra > 0) shift -= extraBytes(end, lastByte);
    } else {
      addLine(lines++, start, end, row - first);
    }
  }
  return lines;
}

function addLine(line: number, start: number, end: number, place: number): void {
  LINE_STARTS[line] = start;
  LINE_ENDS[line] = end;
  LINE_PLACES[line] = place;
}

/** Whether what makes the words from number `word` on irregular lies in the row, and not in a line end beside it. */
function isIrregular(word: number, irregular: number, start: number, end: number): boolean {
  for (let w = word; w < irregular; w++) {
    const at = (IRREGULAR_WORDS[w] as number) * 4;
    if (at >= end) return false;
    const last = Math.min(end, at + 4);
    for (let i = Math.max(start, at - 1); i < last; i++) {
      const byte = BYTES[i] as number;
      if (byte >= 0x80 || (byte <= SPACE && i + 1 < last && (BYTES[i + 1] as number) <= SPACE)) return true;
    }
  }
  return false;
}

/**
 * How many bytes more than units a row takes in UTF-8. `end` is where it would end if every unit took one byte; its
 * true end is the line end that follows, or the end of the chunk.
 */
function extraBytes(end: number, lastByte: number): number {
  let at = end;
  while (at < lastByte && BYTES[at] !== LINE_FEED && BYTES[at] !== CARRIAGE_RETURN) at++;
  return at - end;
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
  matchLines(index, UNITS, count, scanBlock(index.grams, end).hits, out);
}
