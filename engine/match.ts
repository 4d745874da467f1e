import { foldBytes } from './block.ts';
import type { Rows } from './classifier.ts';
import {
  BEHIND,
  BLOCK_START,
  BLOCK_UNITS,
  BYTES,
  type Found,
  IRREGULAR_WORDS,
  scanGrams,
} from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import type { KeywordNumber } from './keywords.ts';
import { LINE_ENDS, LINE_PLACES, LINE_STARTS, matchLines, readLines } from './lines.ts';
import { matchBlock } from './matchBlock.ts';
import { matchLong } from './matchLong.ts';

const SPACE = 32;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

declare const TextEncoder: new () => {
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
};
const encoder = new TextEncoder();
const TEXT_BYTES = BYTES.subarray(BLOCK_START);

/** Rows of a chunk that are not read as bytes; no more than there are units in it, and one. */
const PENDING = new Int32Array(BLOCK_UNITS + 1);

/**
 * The keyword that wins for each of the rows `from` to `to` (docs: matching), {@link NO_KEYWORD} or
 * {@link BLANK_TEXT}, into `out[0]` and following. Rows must follow each other, parted by line ends.
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

/** The keyword that wins for `text` from `start` to `end`. */
export function matchText(index: KeyIndex, text: string, start: number, end: number): KeywordNumber {
  if (end - start > BLOCK_UNITS) return matchLong(index, text, start, end);
  single.text = text;
  single.starts[0] = start;
  single.ends[0] = end;
  PENDING[0] = 0;
  matchBlock(index, single, PENDING, 1, 0, answer);
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

/** Matches rows as bytes where they can be, the others unit by unit. */
function matchChunk(index: KeyIndex, rows: Rows, first: number, last: number, out: Int32Array): void {
  const source = rows.text.slice(rows.starts[first], rows.ends[last - 1]);
  const { written } = encoder.encodeInto(source, TEXT_BYTES);
  const pending = matchEncoded(index, rows, first, last, written, written - source.length, out);
  if (pending > 0) matchBlock(index, rows, PENDING, pending, first, out);
}

/**
 * Matches what can be matched as bytes of a chunk that takes `written` of them, `extra` more than it has units. Lists the
 * other rows and returns how many.
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
  // In debt nothing is verified, so nothing need be scanned.
  if (index.budget.left < 0 && extra === 0) return readBytes(index, rows, first, last, out);
  // Where a row has one unit beyond ASCII or more, they would be scanned in vain.
  if (index.budget.left >= 0 && extra <= last - first) {
    return matchBytes(index, rows, first, last, written, out);
  }
  for (let row = first; row < last; row++) PENDING[row - first] = row;
  return last - first;
}

/** Reads rows of a chunk of nothing but ASCII by the automaton; lists those with runs of white space and returns how many. */
function readBytes(index: KeyIndex, rows: Rows, first: number, last: number, out: Int32Array): number {
  const { starts, ends } = rows;
  const shift = (starts[first] as number) - BLOCK_START;
  let lines = 0;
  let pending = 0;
  for (let row = first; row < last; row++) {
    const start = (starts[row] as number) - shift;
    const end = (ends[row] as number) - shift;
    if (foldBytes(start, end)) {
      LINE_STARTS[lines] = start;
      LINE_ENDS[lines] = end;
      LINE_PLACES[lines++] = row - first;
    } else {
      PENDING[pending++] = row;
    }
  }
  readLines(index, lines, out);
  return pending;
}

/** Matches the rows whose bytes are ASCII and hold no runs of white space; lists the others and returns how many. */
function matchBytes(
  index: KeyIndex,
  rows: Rows,
  first: number,
  last: number,
  written: number,
  out: Int32Array,
): number {
  const lastByte = BLOCK_START + written;
  BYTES.fill(LINE_FEED, lastByte, lastByte + BEHIND);
  scanGrams(index.grams.filter, lastByte, found);
  const lines = layLines(rows, first, last, lastByte);
  matchLines(index, null, lines, found, out);
  return last - first - lines;
}

const found: Found = { long: 0, short: 0, irregular: 0 };

/** Notes where the regular rows lie in the block and returns how many; the others go into {@link PENDING}. */
function layLines(rows: Rows, first: number, last: number, lastByte: number): number {
  const { starts, ends } = rows;
  const { irregular } = found;
  /** From bytes to offsets in the text; grows apart where characters take more bytes than units. */
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
      shift -= extraBytes(end, lastByte);
    } else {
      LINE_STARTS[lines] = start;
      LINE_ENDS[lines] = end;
      LINE_PLACES[lines++] = row - first;
    }
  }
  return lines;
}

/** Whether what was found irregular, from number `word` on, lies in the row and not at a line end beside it. */
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
 * How many bytes more than units a row takes in UTF-8, where `end` is its end if every unit took one: its true end is
 * the line end that follows, or that of the chunk.
 */
function extraBytes(end: number, lastByte: number): number {
  let at = end;
  while (at < lastByte && BYTES[at] !== LINE_FEED && BYTES[at] !== CARRIAGE_RETURN) at++;
  return at - end;
}
