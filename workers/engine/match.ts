import { MIN_KEYWORD_LENGTH } from '../../src/model/mapping.ts';
import { type Automaton, buildAutomaton, firstEnd, ROOT, step } from './automaton.ts';
import type { Rows } from './classifier.ts';
import { FOLD, learnUnits } from './fold.ts';
import {
  BEHIND,
  BYTES,
  CHUNK,
  type Found,
  HITS,
  IRREGULAR_WORDS,
  LINE_AREA,
  LINE_WINDOW,
  readHits,
  scanGrams,
  writeSkeleton,
} from './gramScan.ts';
import { containedKeywords, type KeyIndex } from './keyIndex.ts';
import { type KeywordNumber, NO_KEYWORD, NO_MAPPING } from './keywords.ts';
import { normalise } from './normalise.ts';
import { findShortKeyword } from './shortKeywords.ts';
import { type Budget, better, type Line, touchBuckets, verifyHits } from './verify.ts';

/** In place of a keyword number: the text is blank. */
export const BLANK_TEXT = -2;
/** In place of a keyword number: the line has to be folded as a whole first. */
const NOT_FOLDED = -3;

const SPACE = 32;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE_RUN = /\s{2,}/gu;

/**
 * Looking at keywords may cost this much per unit of text on the long run; what is not used is kept for later up to
 * a limit. Lines that find nothing left go to the automaton, so the bound holds for every input.
 */
const BUDGET_PER_UNIT = 4;
const MOST_BUDGET = 8000;
/** A line that spent all leaves so much to pay: the next two thousand units go straight to the automaton. */
const DEBT = 8000;

/** A chunk with more hits than this (about one in eight units) is no ordinary text. */
const MOST_TOUCHED = CHUNK / 8;
/** Entries (in numbers) of a list of some 30,000 keywords; those of a shorter one stay in the processor's caches. */
const LEAST_TOUCHED = 1 << 18;

declare const TextEncoder: new () => {
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
};
const encoder = new TextEncoder();

/**
 * The keyword that wins for each of the rows `from` to `to` (docs: matching), {@link NO_KEYWORD} or
 * {@link BLANK_TEXT}, into `out[0]` and following. Rows must follow each other, parted by line ends.
 */
export function matchRows(index: KeyIndex, rows: Rows, from: number, to: number, out: Int32Array): void {
  for (let row = from; row < to; ) {
    const next = endOfChunk(rows, row, to);
    if (next > row) matchChunk(index, rows, row, next, out.subarray(row - from));
    else out[row - from] = matchText(index, rows.text, rows.starts[row] ?? 0, rows.ends[row] ?? 0);
    row = Math.max(next, row + 1);
  }
}

/** The keyword that wins for `text` from `start` to `end`. */
export function matchText(index: KeyIndex, text: string, start: number, end: number): KeywordNumber {
  return matchLine(index, text, start, end, { hits: 0, irregular: 0 });
}

/** The first row that does not fit into a chunk with row `first`. */
function endOfChunk(rows: Rows, first: number, to: number): number {
  const limit = (rows.starts[first] ?? 0) + CHUNK;
  let row = first;
  while (row < to && (rows.ends[row] as number) <= limit) row++;
  return row;
}

/** Scans rows all at once as bytes; only those with something irregular are looked at unit by unit. */
function matchChunk(index: KeyIndex, rows: Rows, first: number, last: number, out: Int32Array): void {
  const { text, starts, ends } = rows;
  const chunkStart = starts[first] as number;
  const source = text.slice(chunkStart, ends[last - 1]);
  const { written } = encoder.encodeInto(source, BYTES);
  BYTES.fill(LINE_FEED, written, written + BEHIND);
  const found: Found = { hits: 0, irregular: 0 };
  scanGrams(index.grams.filter, 0, written, found);
  const { hits, irregular } = found;
  readHits(index.grams.filter, 0, hits);
  if (hits < MOST_TOUCHED && index.grams.used > LEAST_TOUCHED) touchBuckets(index, 0, hits);
  const line: Line = { text, start: 0, end: 0, ascii: true, shift: 0 };
  /** From bytes to offsets in the text; grows apart where characters take more bytes than units. */
  let shift = chunkStart;
  let hit = 0;
  let word = 0;
  for (let row = first; row < last; row++) {
    const start = starts[row] as number;
    const end = ends[row] as number;
    const byteStart = start - shift;
    const byteEnd = end - shift;
    while (hit < hits && (HITS[hit] as number) * 4 + 4 <= byteStart) hit++;
    while (word < irregular && (IRREGULAR_WORDS[word] as number) * 4 + 4 <= byteStart) word++;
    if (word < irregular && isIrregular(word, irregular, byteStart, byteEnd)) {
      out[row - first] = matchLine(index, text, start, end, { hits, irregular });
      if (written !== source.length) shift -= extraBytes(byteEnd, written);
      continue;
    }
    line.start = start;
    line.end = end;
    line.shift = shift;
    refill(start, end);
    const best = verifyHits(index, line, hit, hits, byteEnd, shift, NO_KEYWORD, budget);
    out[row - first] = decide(index, line, best);
  }
}

const budget: Budget = { left: MOST_BUDGET };
/** Whether verification is left out until the debt is paid. */
let resting = false;

function refill(start: number, end: number): void {
  budget.left = Math.min(MOST_BUDGET, budget.left + BUDGET_PER_UNIT * (end - start));
  if (budget.left >= 0) resting = false;
}

/** Goes into debt, so that a text made to hurt is not verified in vain row after row. */
function rest(): void {
  if (!resting) budget.left = -DEBT;
  resting = true;
}

/** Whether what was found irregular, from number `word` on, lies in the row and not at a line end beside it. */
function isIrregular(word: number, irregular: number, byteStart: number, byteEnd: number): boolean {
  for (let w = word; w < irregular; w++) {
    const at = (IRREGULAR_WORDS[w] as number) * 4;
    if (at >= byteEnd) return false;
    const last = Math.min(byteEnd, at + 4);
    for (let i = Math.max(byteStart, at - 1); i < last; i++) {
      const byte = BYTES[i] as number;
      if (byte >= 0x80 || (byte <= SPACE && i + 1 < last && (BYTES[i + 1] as number) <= SPACE)) return true;
    }
  }
  return false;
}

/**
 * How many bytes more than units a row takes in UTF-8, where `byteEnd` is its end if every unit took one: its true end is
 * the line end that follows, or that of the chunk.
 */
function extraBytes(byteEnd: number, written: number): number {
  let end = byteEnd;
  while (end < written && BYTES[end] !== LINE_FEED && BYTES[end] !== CARRIAGE_RETURN) end++;
  return end - byteEnd;
}

/** Matches one line on its own, leaving what the scan of its chunk found. */
function matchLine(index: KeyIndex, text: string, start: number, end: number, found: Found): KeywordNumber {
  const line: Line = { text, start, end, ascii: false, shift: 0 };
  const best = matchWindows(index, line, found, false);
  if (best !== NOT_FOLDED) return decide(index, line, best);
  line.text = foldable(text, start, end);
  line.start = 0;
  line.end = line.text.length;
  return decide(index, line, matchWindows(index, line, found, true));
}

/** Scans a line in windows that overlap by one gram. */
function matchWindows(index: KeyIndex, line: Line, before: Found, folded: boolean): KeywordNumber {
  let best: KeywordNumber = NO_KEYWORD;
  for (let at = line.start; at < line.end; at += LINE_WINDOW - 8) {
    const to = Math.min(line.end, at + LINE_WINDOW);
    refill(at, to);
    if (writeSkeleton(line.text, at, to) < 0 && !folded) return NOT_FOLDED;
    const lastByte = LINE_AREA + to - at;
    const found = { ...before };
    scanGrams(index.grams.filter, LINE_AREA, lastByte, found);
    readHits(index.grams.filter, before.hits, found.hits);
    const shift = at - LINE_AREA;
    best = verifyHits(index, line, before.hits, found.hits, lastByte, shift, best, budget);
    // Without budget the automaton reads the whole line anyway.
    if (to === line.end || budget.left < 0) break;
  }
  return best;
}

/** The part of `text` in a form that folds unit by unit: white space collapsed, fully normalised where needed. */
function foldable(text: string, start: number, end: number): string {
  learnUnits(text, start, end);
  const part = text.slice(start, end);
  for (let i = start; i < end; i++) {
    if ((FOLD[text.charCodeAt(i)] as number) >= 0) continue;
    const line = normalise(part);
    learnUnits(line, 0, line.length);
    return line;
  }
  return part.replace(SPACE_RUN, ' ');
}

/** Adds what the grams cannot see: hard keywords, lines that cost too much, and the exact rule for short texts. */
function decide(index: KeyIndex, line: Line, best: KeywordNumber): KeywordNumber {
  let winner = best;
  if (budget.left < 0) {
    rest();
    index.all ??= buildAutomaton(index.table, containedKeywords(index.table));
    winner = runAutomaton(index, index.all, line, best);
  } else if (index.hard) {
    winner = runAutomaton(index, index.hard, line, best);
  }
  return winner === NO_KEYWORD ? matchShort(index, line) : winner;
}

/** The best of `best` and the keywords of an automaton. */
function runAutomaton(index: KeyIndex, automaton: Automaton, line: Line, best: KeywordNumber): KeywordNumber {
  const { winners } = index.table;
  const { text, start, end } = line;
  let winner = best;
  let state = ROOT;
  for (let i = start; i < end; i++) {
    state = step(automaton, state, (FOLD[text.charCodeAt(i)] as number) & 0xffff);
    let ending = firstEnd(automaton, state);
    while (ending >= 0 && winners[automaton.keywords[ending] as number] === NO_MAPPING) {
      ending = automaton.nextEnd[ending] as number;
    }
    if (ending >= 0) winner = better(index, winner, automaton.keywords[ending] as number);
  }
  return winner;
}

/** The exact rule for texts too short to contain anything, and the blank ones. */
function matchShort(index: KeyIndex, line: Line): KeywordNumber {
  const { text } = line;
  let from = line.start;
  let to = line.end;
  while (from < to && isSpace(text, from)) from++;
  while (to > from && isSpace(text, to - 1)) to--;
  if (from === to) return BLANK_TEXT;
  let nonSpace = 0;
  for (let i = from; i < to && nonSpace < MIN_KEYWORD_LENGTH; i++) if (!isSpace(text, i)) nonSpace++;
  if (nonSpace >= MIN_KEYWORD_LENGTH) return NO_KEYWORD;
  return findShortKeyword(index.short, index.table, text, from, to);
}

function isSpace(text: string, at: number): boolean {
  return ((FOLD[text.charCodeAt(at)] as number) & 0xffff) === SPACE;
}
