import { findBest } from './automaton.ts';
import {
  ENDS,
  ENTRIES,
  ENTRY_BOUNDARY_UNITS,
  ENTRY_KEYWORD,
  ENTRY_NEXT,
  ENTRY_SIZE,
  scanBlock,
} from './gramScan.ts';
import { automatonOf, type KeyIndex, MAX_SAVED_WORK } from './keyIndex.ts';
import {
  compareKeywords,
  findKeyword,
  findShort,
  type KeywordNumber,
  type KeywordTable,
  keywordLength,
  MAX_EXACT_LENGTH,
  NO_KEYWORD,
  NO_MAPPING,
} from './keywords.ts';
import {
  BLOCK_START,
  BLOCK_UNITS,
  BYTES,
  endBlock,
  FOLD,
  foldBytes,
  normalise,
  SPACE,
  UNITS,
  unitsOf,
  writeFoldedBytes,
} from './normalise.ts';

/*
 * Which keyword wins in each line of a scanned block, and in a line too long for a block. Three steps:
 *
 * 1. verification: compares the candidates with the line, limited by the verification quota;
 * 2. the automaton of the same keywords, for a line that was not verified to the end;
 * 3. short keywords, which lose against all others, in lines where these yield nothing.
 */

/** In place of a keyword number: the line is blank. */
export const BLANK_TEXT = -2;
/** In place of a keyword number, within this module: verification was not started or not finished. */
const UNVERIFIED = -3;

/** Where each line of the block begins and ends, ascending, and the index of its answer in `out`. */
export const LINE_STARTS = new Int32Array(BLOCK_UNITS + 1);
export const LINE_ENDS = new Int32Array(BLOCK_UNITS + 1);
export const LINE_PLACES = new Int32Array(BLOCK_UNITS + 1);

/**
 * A line to verify candidates in, from `start` to `end` of its normalised units. Where `units` is null the line is
 * ASCII as typed in the block, and folded as it is read. An offset in the line is a byte of the block + `shift`.
 */
type Line = { units: Uint16Array | null; start: number; end: number; shift: number };

const blockLine: Line = { units: null, start: 0, end: 0, shift: 0 };

/**
 * Matches the first `count` lines of the block, scanned last, into `out`. The lines are in
 * `units` or, where that is null, ASCII as typed in the bytes of the block.
 */
export function matchLines(index: KeyIndex, units: Uint16Array | null, count: number, out: Int32Array): void {
  blockLine.units = units;
  let candidate = 0;
  for (let n = 0; n < count; n++) {
    const start = LINE_STARTS[n] as number;
    const end = LINE_ENDS[n] as number;
    blockLine.start = start;
    blockLine.end = end;
    while ((ENDS[candidate] as number) <= start) candidate++;
    // Lines without candidates leave the quota as it is.
    let best = NO_KEYWORD;
    if ((ENDS[candidate] as number) <= end)
      best = verify(index, blockLine, end - start, candidate, end, best);
    if (best < 0) {
      if (units === null) foldBytes(start, end);
      best = decide(index, UNITS, start, end, best);
    }
    out[LINE_PLACES[n] as number] = best;
  }
}

/** Windows of a long line overlap by the length of a gram with the unit behind it. */
const WINDOW_STEP = BLOCK_UNITS - 8;

/** The keyword that wins for a line too long for a block. */
export function matchLong(index: KeyIndex, text: string, start: number, end: number): KeywordNumber {
  const units = unitsOf(normalise(text.slice(start, end)));
  const long: Line = { units, start: 0, end: units.length, shift: 0 };
  let best: KeywordNumber = NO_KEYWORD;
  for (let at = 0; at < units.length && best !== UNVERIFIED; at += WINDOW_STEP) {
    const to = Math.min(units.length, at + BLOCK_UNITS);
    const last = writeFoldedBytes(units, at, to);
    endBlock(last);
    scanBlock(index.grams, index.table, last);
    long.shift = at - BLOCK_START;
    best = verify(index, long, to - at, 0, last, best);
  }
  return best >= 0 ? best : decide(index, units, 0, units.length, best);
}

/** What verification may cost for each unit of text in the long run. Without any work left, lines go to the automaton. */
const WORK_PER_UNIT = 4;
/** What looking at a candidate costs. */
const CANDIDATE_COST = 8;

/**
 * The best of `best` and the keywords of the candidates from `first` on, up to byte `lastByte`; {@link UNVERIFIED}
 * where the quota, to which `length` units are added first, does not suffice.
 */
function verify(
  index: KeyIndex,
  line: Line,
  length: number,
  first: number,
  lastByte: number,
  best: KeywordNumber,
): KeywordNumber {
  index.savedWork = Math.min(MAX_SAVED_WORK, index.savedWork + WORK_PER_UNIT * length);
  let winner = best;
  for (let c = first; index.savedWork >= 0; c++) {
    const end = ENDS[c] as number;
    if (end > lastByte) return winner;
    index.savedWork -= CANDIDATE_COST;
    winner = verifyCandidate(index, line, c, end + line.shift, winner);
  }
  return UNVERIFIED;
}

/** The best of `best` and the keywords of one candidate, whose gram ends before offset `behind`. */
function verifyCandidate(
  index: KeyIndex,
  line: Line,
  candidate: number,
  behind: number,
  best: KeywordNumber,
): KeywordNumber {
  const { table } = index;
  const { entries } = index.grams;
  let winner = best;
  let least = best === NO_KEYWORD ? 0 : keywordLength(table, best);
  for (
    let e = ENTRIES[candidate] as number;
    e > 0 && index.savedWork >= 0;
    e = entries[e + ENTRY_NEXT] as number
  ) {
    const size = entries[e + ENTRY_SIZE] as number;
    const from = behind - (size & 255);
    const length = size >>> 8;
    index.savedWork--;
    if (
      length < least ||
      !boundaryUnitsMatch(line, from, length, entries[e + ENTRY_BOUNDARY_UNITS] as number)
    )
      continue;
    const k = entries[e + ENTRY_KEYWORD] as number;
    if (k === winner) continue;
    const same = countSame(table, line, from, table.starts[k] as number, length);
    index.savedWork -= same;
    if (same < length || (table.unused > 0 && table.mappingIds[k] === NO_MAPPING)) continue;
    if (winner === NO_KEYWORD || length > least || compareKeywords(table, k, winner) < 0) winner = k;
    least = length;
  }
  return winner;
}

/**
 * Whether a keyword of that length fits into the line at offset `from`, with its first and last unit at their places.
 */
function boundaryUnitsMatch(line: Line, from: number, length: number, boundaryUnits: number): boolean {
  if (from < line.start || from + length > line.end) return false;
  return ((foldedAt(line, from) << 16) | foldedAt(line, from + length - 1)) === boundaryUnits;
}

function foldedAt(line: Line, at: number): number {
  return line.units ? (line.units[at] as number) : (FOLD[BYTES[at] as number] as number) & 0xffff;
}

/** How many units of the line from `from` on equal the table's from `at` on. The first is known to be equal. */
function countSame({ units }: KeywordTable, line: Line, from: number, at: number, length: number): number {
  let i = 1;
  while (i < length && foldedAt(line, from + i) === units[at + i]) i++;
  return i;
}

/**
 * The keyword that wins for the normalised units `start` to `end`, which may have a space at either end, where
 * verification has found nothing or not been finished.
 */
function decide(
  index: KeyIndex,
  units: Uint16Array,
  start: number,
  end: number,
  best: KeywordNumber,
): KeywordNumber {
  const { table } = index;
  const found =
    best === UNVERIFIED ? findBest(automatonOf(index), units, start, end, table.mappingIds) : NO_KEYWORD;
  if (found !== NO_KEYWORD) return found;
  const short = findShort(table, units, start, end);
  return short === NO_KEYWORD ? findExact(index, units, start, end) : short;
}

/** By the exact rule, for lines too short to contain a keyword, or {@link BLANK_TEXT}. */
function findExact({ table }: KeyIndex, units: Uint16Array, start: number, end: number): KeywordNumber {
  let from = start;
  let to = end;
  while (from < to && units[from] === SPACE) from++;
  while (to > from && units[to - 1] === SPACE) to--;
  if (from === to) return BLANK_TEXT;
  if (to - from > MAX_EXACT_LENGTH) return NO_KEYWORD;
  const k = findKeyword(table, units, from, to - from);
  return k !== NO_KEYWORD && table.mappingIds[k] !== NO_MAPPING ? k : NO_KEYWORD;
}
