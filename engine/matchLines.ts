import { type Automaton, bestRank, bestRanks, firstEnd, ROOT, step, UNRANKED } from './automaton.ts';
import {
  candidateEnd,
  candidateEntries,
  candidateEntriesEnd,
  ENTRY_BOUNDARY_UNITS,
  ENTRY_FIELDS,
  ENTRY_KEYWORD,
  ENTRY_SIZE,
  ENTRY_START,
  listLongCandidates,
  listShortCandidates,
  type ScanCounts,
  SHORT_HITS,
  scanBlock,
} from './gramScan.ts';
import {
  automatonOfAll,
  isInPenalty,
  type KeyIndex,
  refill,
  servePenalty,
  startPenalty,
} from './keyIndex.ts';
import {
  better,
  compareKeywords,
  findKeyword,
  type KeywordNumber,
  keywordLength,
  MAX_SHORT_LENGTH,
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
  foldText,
  normalise,
  SPACE,
  UNITS,
  unitsOf,
  writeFoldedBytes,
} from './normalise.ts';

/*
 * Which keyword wins in each line of a scanned block, and in a line too long for a block. Three steps:
 *
 * 1. verification: compares the candidates for 8-grams, then, in lines where these yield nothing, those for 4-grams, whose
 *    keywords are all shorter; limited by the verification quota;
 * 2. the automaton: of the fallback keywords, or of all keywords for lines that were not verified to the end;
 * 3. the exact rule for short keywords, in lines that are too short to contain a keyword.
 */

/** In place of a keyword number: the line is blank. */
export const BLANK_TEXT = -2;
/** In place of a keyword number, within this module: verification was not started or not finished. */
const UNVERIFIED = -3;

/** Where each line of the block begins and ends, ascending, and the index of its answer in `out`. */
export const LINE_STARTS = new Int32Array(BLOCK_UNITS + 1);
export const LINE_ENDS = new Int32Array(BLOCK_UNITS + 1);
export const LINE_PLACES = new Int32Array(BLOCK_UNITS + 1);
/** The best keyword of each line found so far, {@link NO_KEYWORD} or {@link UNVERIFIED}. */
const BEST = new Int32Array(BLOCK_UNITS + 1);

/**
 * A line to verify candidates in, from `start` to `end` of its normalised units. Where `units` is null the line is
 * ASCII as typed in the block, and folded as it is read. An offset in the line is a byte of the block + `shift`.
 */
type Line = { units: Uint16Array | null; start: number; end: number; shift: number };

const blockLine: Line = { units: null, start: 0, end: 0, shift: 0 };

/**
 * Matches the first `count` lines of the block, which the last scan has found `counts` in, into `out`. The lines are in
 * `units` or, where that is null, ASCII as typed in the bytes of the block.
 */
export function matchLines(
  index: KeyIndex,
  units: Uint16Array | null,
  count: number,
  counts: ScanCounts,
  out: Int32Array,
): void {
  blockLine.units = units;
  blockLine.shift = 0;
  BEST.fill(NO_KEYWORD, 0, count);
  listLongCandidates(index.grams, index.table.units, counts.long);
  verifyLines(index, count);
  const hits = keepUndecided(count, counts.short);
  if (hits > 0) {
    listShortCandidates(index.grams, index.table.units, hits);
    verifyLines(index, count);
  }
  for (let n = 0; n < count; n++) {
    out[LINE_PLACES[n] as number] = winnerOfLine(index, LINE_STARTS[n] as number, LINE_ENDS[n] as number, n);
  }
}

/** {@link matchLines} during a penalty, for lines in UNITS: the automaton reads them, and they serve the penalty. */
export function matchLinesByAutomaton(index: KeyIndex, count: number, out: Int32Array): void {
  const automaton = automatonOfAll(index);
  bestRanks(automaton, UNITS, LINE_STARTS, LINE_ENDS, count, BEST);
  for (let n = 0; n < count; n++) {
    const start = LINE_STARTS[n] as number;
    const end = LINE_ENDS[n] as number;
    const winner = takeRank(index, automaton, UNITS, start, end, BEST[n] as number, NO_KEYWORD);
    servePenalty(index.quota, end - start);
    out[LINE_PLACES[n] as number] = orShort(index, UNITS, start, end, winner);
  }
}

/** Windows of a long line overlap by the length of a gram with the unit behind it. */
export const WINDOW_STEP = BLOCK_UNITS - 8;

/** The keyword that wins for a line too long for a block. Takes two bytes per unit while it runs. */
export function matchLong(index: KeyIndex, text: string, start: number, end: number): KeywordNumber {
  const units = foldLong(text, start, end);
  const long: Line = { units, start: 0, end: units.length, shift: 0 };
  let best: KeywordNumber = NO_KEYWORD;
  for (let at = 0; at < units.length; at += WINDOW_STEP) {
    const to = Math.min(units.length, at + BLOCK_UNITS);
    if (!refill(index.quota, to - at)) return decideByAutomaton(index, units, 0, units.length);
    long.shift = at - BLOCK_START;
    const counts = scanWindow(index, units, at, to);
    for (const list of CANDIDATE_LISTS) {
      list(index, counts);
      best = verifyCandidates(index, long, 0, BLOCK_START + to - at, best);
    }
    if (isInPenalty(index.quota)) {
      startPenalty(index.quota);
      return decideByAutomaton(index, units, 0, units.length);
    }
  }
  return decide(index, units, 0, units.length, best);
}

/** Scans units `start` to `end`, which must fit into a block. */
export function scanWindow(index: KeyIndex, units: Uint16Array, start: number, end: number): ScanCounts {
  const last = writeFoldedBytes(units, start, end);
  endBlock(last);
  return scanBlock(index.grams.filter, last);
}

/** Each lists the candidates of one size of gram in the window scanned last, and returns how many there are. */
export const CANDIDATE_LISTS: readonly ((index: KeyIndex, counts: ScanCounts) => number)[] = [
  ({ grams, table }, { long }) => listLongCandidates(grams, table.units, long),
  ({ grams, table }, { short }) => listShortCandidates(grams, table.units, short),
];

function foldLong(text: string, start: number, end: number): Uint16Array {
  const units = new Uint16Array(end - start);
  const last = foldText(units, 0, text, start, end);
  return last >= 0 ? units.subarray(0, last) : unitsOf(normalise(text.slice(start, end)));
}

/** Verifies the candidates of all lines that have no keyword yet. Lines without candidates leave the quota as it is. */
function verifyLines(index: KeyIndex, count: number): void {
  let candidate = 0;
  for (let n = 0; n < count; n++) {
    if (BEST[n] !== NO_KEYWORD) continue;
    const start = LINE_STARTS[n] as number;
    const end = LINE_ENDS[n] as number;
    while (candidateEnd(candidate) <= start) candidate++;
    if (candidateEnd(candidate) <= end) BEST[n] = verifyLine(index, start, end, candidate);
  }
}

function verifyLine(index: KeyIndex, start: number, end: number, candidate: number): KeywordNumber {
  const { quota } = index;
  if (!refill(quota, end - start)) return UNVERIFIED;
  blockLine.start = start;
  blockLine.end = end;
  const best = verifyCandidates(index, blockLine, candidate, end, NO_KEYWORD);
  if (!isInPenalty(quota)) return best;
  startPenalty(quota);
  return UNVERIFIED;
}

/** Of the first `hits` of SHORT_HITS keeps those in lines without a keyword; returns how many. */
function keepUndecided(count: number, hits: number): number {
  let kept = 0;
  let hit = 0;
  for (let n = 0; n < count && hit < hits; n++) {
    if (BEST[n] !== NO_KEYWORD) continue;
    // A gram ends up to two units before the word of its hit.
    const first = LINE_STARTS[n] as number;
    const last = (LINE_ENDS[n] as number) + 2;
    while (hit < hits && (SHORT_HITS[hit] as number) * 4 <= first) hit++;
    while (hit < hits && (SHORT_HITS[hit] as number) * 4 <= last)
      SHORT_HITS[kept++] = SHORT_HITS[hit++] as number;
  }
  return kept;
}

/** What looking at a candidate costs, in units compared. */
const CANDIDATE_COST = 8;

/**
 * The best of `best` and the keywords of the candidates from `first` on, up to byte `lastByte`, as far as the quota
 * lasts.
 */
function verifyCandidates(
  index: KeyIndex,
  line: Line,
  first: number,
  lastByte: number,
  best: KeywordNumber,
): KeywordNumber {
  const { quota } = index;
  let winner = best;
  for (let c = first; quota.left >= 0; c++) {
    const end = candidateEnd(c);
    if (end > lastByte) break;
    quota.left -= CANDIDATE_COST;
    winner = verifyCandidate(index, line, c, end + line.shift, winner);
  }
  return winner;
}

/** The best of `best` and the keywords of one candidate, whose gram ends before offset `behind`. */
function verifyCandidate(
  index: KeyIndex,
  line: Line,
  candidate: number,
  behind: number,
  best: KeywordNumber,
): KeywordNumber {
  const { table, quota } = index;
  const { entries } = index.grams;
  const end = candidateEntriesEnd(candidate);
  let winner = best;
  let least = best === NO_KEYWORD ? 0 : keywordLength(table, best) << 8;
  for (let e = candidateEntries(candidate); e < end; e += ENTRY_FIELDS) {
    const size = entries[e + ENTRY_SIZE] as number;
    if (size < least) break;
    const from = behind - (size & 255);
    const length = size >>> 8;
    quota.left--;
    if (!boundaryUnitsMatch(line, from, length, entries[e + ENTRY_BOUNDARY_UNITS] as number)) continue;
    const k = entries[e + ENTRY_KEYWORD] as number;
    if (k === winner) continue;
    const same = countSame(index, line, from, entries[e + ENTRY_START] as number, length);
    quota.left -= same;
    if (same < length || (table.unused > 0 && table.mappingIds[k] === NO_MAPPING)) continue;
    if (winner === NO_KEYWORD || size - least >= 256 || compareKeywords(table, k, winner) < 0) winner = k;
    least = length << 8;
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

/** How many units of the line from `from` on equal the table's from `at` on, before the first that differs. */
function countSame(index: KeyIndex, line: Line, from: number, at: number, length: number): number {
  const { units } = index.table;
  return line.units ? sameUnits(units, at, line.units, from, length) : sameBytes(units, at, from, length);
}

/** The first unit is known to be equal. */
function sameBytes(units: Uint16Array, at: number, from: number, length: number): number {
  let i = 1;
  while (i < length && ((FOLD[BYTES[from + i] as number] as number) & 0xffff) === units[at + i]) i++;
  return i;
}

function sameUnits(units: Uint16Array, at: number, line: Uint16Array, from: number, length: number): number {
  let i = 1;
  while (i < length && line[from + i] === units[at + i]) i++;
  return i;
}

/** The keyword that wins in line `n`, or {@link BLANK_TEXT}. */
function winnerOfLine(index: KeyIndex, start: number, end: number, n: number): KeywordNumber {
  const best = BEST[n] as number;
  if (index.fallback === null && best >= 0) return best;
  // Up to one space at either end aside, the line is too long for the exact rule.
  if (index.fallback === null && best === NO_KEYWORD && end - start > MAX_SHORT_LENGTH + 2) return best;
  if (blockLine.units === null) foldBytes(start, end);
  return best === UNVERIFIED
    ? decideByAutomaton(index, UNITS, start, end)
    : decide(index, UNITS, start, end, best);
}

/**
 * The keyword that wins for the normalised units `start` to `end`, which may have a space at either end: the best of
 * `best`, which verification found, and the fallback keywords, else by the exact rule.
 */
function decide(
  index: KeyIndex,
  units: Uint16Array,
  start: number,
  end: number,
  best: KeywordNumber,
): KeywordNumber {
  const { fallback } = index;
  const winner = fallback
    ? takeRank(index, fallback, units, start, end, bestRank(fallback, units, start, end), best)
    : best;
  return orShort(index, units, start, end, winner);
}

/** {@link decide} by the automaton of all keywords, for a line that was not verified. */
function decideByAutomaton(index: KeyIndex, units: Uint16Array, start: number, end: number): KeywordNumber {
  const automaton = automatonOfAll(index);
  const rank = bestRank(automaton, units, start, end);
  const winner = takeRank(index, automaton, units, start, end, rank, NO_KEYWORD);
  return orShort(index, units, start, end, winner);
}

/** The best of `best` and the keywords of an automaton whose best rank in the line is `rank`. */
function takeRank(
  index: KeyIndex,
  automaton: Automaton,
  units: Uint16Array,
  start: number,
  end: number,
  rank: number,
  best: KeywordNumber,
): KeywordNumber {
  if (rank === UNRANKED) return best;
  const keyword = automaton.ranking[rank] as number;
  if (index.table.mappingIds[keyword] !== NO_MAPPING) return better(index.table, best, keyword);
  return skipUnused(index, automaton, units, start, end, best);
}

/** {@link takeRank} by reading the line again, more slowly, without the keywords that have no mapping any more. */
function skipUnused(
  index: KeyIndex,
  automaton: Automaton,
  units: Uint16Array,
  start: number,
  end: number,
  best: KeywordNumber,
): KeywordNumber {
  const { mappingIds } = index.table;
  let winner = best;
  let state = ROOT;
  for (let i = start; i < end; i++) {
    state = step(automaton, state, units[i] as number);
    let ending = firstEnd(automaton, state);
    while (ending >= 0 && mappingIds[automaton.keywords[ending] as number] === NO_MAPPING) {
      ending = automaton.nextEnd[ending] as number;
    }
    if (ending >= 0) winner = better(index.table, winner, automaton.keywords[ending] as number);
  }
  return winner;
}

/** `winner`; where there is none, by the exact rule for lines too short to contain a keyword, or {@link BLANK_TEXT}. */
function orShort(
  index: KeyIndex,
  units: Uint16Array,
  start: number,
  end: number,
  winner: KeywordNumber,
): KeywordNumber {
  if (winner !== NO_KEYWORD) return winner;
  let from = start;
  let to = end;
  while (from < to && units[from] === SPACE) from++;
  while (to > from && units[to - 1] === SPACE) to--;
  if (from === to) return BLANK_TEXT;
  if (to - from > MAX_SHORT_LENGTH) return NO_KEYWORD;
  const k = findKeyword(index.table, units, from, to - from);
  return k !== NO_KEYWORD && index.table.mappingIds[k] !== NO_MAPPING ? k : NO_KEYWORD;
}
