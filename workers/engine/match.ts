import { MIN_KEYWORD_LENGTH } from '../../src/model/mapping.ts';
import { type Automaton, firstEnd, ROOT, step } from './automaton.ts';
import { FOLD, learnUnits } from './fold.ts';
import {
  ENTRY_FIELDS,
  ENTRY_HASH,
  ENTRY_KEYWORD,
  ENTRY_SIZE,
  ENTRY_START,
  GRAM,
  GRAM_SHIFT,
} from './gramIndex.ts';
import type { KeyIndex } from './keyIndex.ts';
import { compareKeywords, type KeywordNumber, keywordLength, NO_KEYWORD, NO_MAPPING } from './keywords.ts';
import { normalise } from './normalise.ts';
import { findShortKeyword } from './shortKeywords.ts';

/** In place of a keyword number: the text is blank. */
export const BLANK_TEXT = -2;

const SPACE = 32;
const SPACE_RUN = /\s{2,}/gu;
/** Gives `folded & (previous folded) << 1` its sign where both are white space. */
const RUN_SHIFT = 1;

/** Working memory of {@link findBest}: four bytes for each unit of the longest line so far. */
export type Scratch = { positions: Int32Array<ArrayBuffer> };

export function createScratch(): Scratch {
  return { positions: new Int32Array(1024) };
}

/**
 * The keyword that wins for `text` from `start` to `end` (docs: matching), {@link NO_KEYWORD} or
 * {@link BLANK_TEXT}.
 */
export function findBest(
  index: KeyIndex,
  scratch: Scratch,
  text: string,
  start: number,
  end: number,
): KeywordNumber {
  if (end - start > scratch.positions.length) scratch.positions = new Int32Array((end - start) * 2);
  const found = scan(index, scratch.positions, text, start, end);
  if (found >= 0) return decide(index, scratch, text, start, end, found);
  const line = foldable(text, start, end);
  if (line.length > scratch.positions.length) scratch.positions = new Int32Array(line.length * 2);
  const positions = scan(index, scratch.positions, line, 0, line.length);
  return decide(index, scratch, line, 0, line.length, positions < 0 ? ~positions : positions);
}

/**
 * Collects the positions at which a gram of some keyword may end: reads each unit once, branches on none.
 * Returns their number n, or ~n where the text has units that do not fold one by one or runs of white space.
 */
function scan(index: KeyIndex, positions: Int32Array, text: string, start: number, end: number): number {
  const { filter, filterShift } = index.grams;
  let hash = 0;
  let previous = 0;
  let careful = 0;
  let found = 0;
  for (let i = start; i < end; i++) {
    const folded = FOLD[text.charCodeAt(i)] as number;
    hash = ((hash << GRAM_SHIFT) + folded) | 0;
    careful |= folded | ((folded & previous) << RUN_SHIFT);
    previous = folded;
    positions[found] = i;
    found += ((filter[hash >>> filterShift] as number) >>> hash) & 1;
  }
  return careful < 0 ? ~found : found;
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

function decide(
  index: KeyIndex,
  scratch: Scratch,
  text: string,
  start: number,
  end: number,
  found: number,
): KeywordNumber {
  const best = verify(index, scratch.positions, found, text, start, end);
  const longest = index.hard ? runAutomaton(index, index.hard, text, start, end, best) : best;
  return longest === NO_KEYWORD ? matchShort(index, text, start, end) : longest;
}

/** Compares the keywords filed under the grams found, longest first, none shorter than the best so far. */
function verify(
  index: KeyIndex,
  positions: Int32Array,
  found: number,
  text: string,
  start: number,
  end: number,
): KeywordNumber {
  let best = NO_KEYWORD;
  for (let n = 0; n < found; n++) {
    const last = positions[n] as number;
    if (last - start >= GRAM - 1) best = verifyAt(index, text, start, end, last, best);
  }
  return best;
}

/** The best of `best` and the keywords of one bucket: those whose gram ends at `last`. */
function verifyAt(
  index: KeyIndex,
  text: string,
  start: number,
  end: number,
  last: number,
  best: KeywordNumber,
): KeywordNumber {
  const { bucketStarts, bucketEnds, bucketShift, entries } = index.grams;
  const { units, winners } = index.table;
  const hash = hashAt(text, last);
  const bucket = hash >>> bucketShift;
  const bucketEnd = bucketEnds[bucket] as number;
  const least = best === NO_KEYWORD ? 0 : keywordLength(index.table, best) << 8;
  let winner = best;
  for (let e = bucketStarts[bucket] as number; e < bucketEnd; e += ENTRY_FIELDS) {
    const size = entries[e + ENTRY_SIZE] as number;
    if (size < least) break;
    const length = size >>> 8;
    const from = last + 1 - (size & 255);
    if (entries[e + ENTRY_HASH] !== hash || from < start || from + length > end) continue;
    if (!unitsEqual(units, entries[e + ENTRY_START] as number, text, from, length)) continue;
    const k = entries[e + ENTRY_KEYWORD] as number;
    if (winners[k] !== NO_MAPPING) winner = better(index, winner, k);
  }
  return winner;
}

function hashAt(text: string, last: number): number {
  let hash = 0;
  for (let i = last - GRAM + 1; i <= last; i++) {
    hash = ((hash << GRAM_SHIFT) + (FOLD[text.charCodeAt(i)] as number)) | 0;
  }
  return hash;
}

function unitsEqual(units: Uint16Array, at: number, text: string, from: number, length: number): boolean {
  for (let i = 0; i < length; i++) {
    if (((FOLD[text.charCodeAt(from + i)] as number) & 0xffff) !== units[at + i]) return false;
  }
  return true;
}

/** The longer keyword; of two equally long ones the first by code units. */
function better(index: KeyIndex, a: KeywordNumber, b: KeywordNumber): KeywordNumber {
  if (a === NO_KEYWORD || a === b) return b;
  const { table } = index;
  const longer = keywordLength(table, b) - keywordLength(table, a);
  if (longer !== 0) return longer > 0 ? b : a;
  return compareKeywords(table, a, b) <= 0 ? a : b;
}

/** Reads the text through the automaton of hard keywords; the best of them and of `best`. */
function runAutomaton(
  index: KeyIndex,
  automaton: Automaton,
  text: string,
  start: number,
  end: number,
  best: KeywordNumber,
): KeywordNumber {
  const { winners } = index.table;
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
function matchShort(index: KeyIndex, text: string, start: number, end: number): KeywordNumber {
  let from = start;
  let to = end;
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
