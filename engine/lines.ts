import { foldBytes, UNITS } from './block.ts';
import { candidateEnd, listLongCandidates, listShortCandidates } from './candidates.ts';
import { decide, decideByAutomaton, decideLinesByAutomaton } from './decide.ts';
import { BLOCK_UNITS, type Found, SHORT_HITS } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import { type KeywordNumber, MAX_SHORT_LENGTH, NO_KEYWORD } from './keywords.ts';
import { refill, servePenalty, startPenalty } from './verificationQuota.ts';
import { type Line, verifyCandidates } from './verify.ts';

/** Where each line of the block begins and ends, ascending, and at which place of `out` its answer goes. */
export const LINE_STARTS = new Int32Array(BLOCK_UNITS + 1);
export const LINE_ENDS = new Int32Array(BLOCK_UNITS + 1);
export const LINE_PLACES = new Int32Array(BLOCK_UNITS + 1);
/** The best keyword found so far, {@link NO_KEYWORD} or {@link UNVERIFIED}. */
const BEST = new Int32Array(BLOCK_UNITS + 1);

/** In place of a keyword number: verifying the line cost too much. */
const UNVERIFIED = -3;

const line: Line = { units: null, start: 0, end: 0, shift: 0 };

/**
 * Matches the first `count` lines of the block, in which the scan has found `found`. They are what is in UNITS or, where
 * `units` is null, ASCII as typed in BYTES.
 */
export function matchLines(
  index: KeyIndex,
  units: Uint16Array | null,
  count: number,
  found: Found,
  out: Int32Array,
): void {
  line.units = units;
  BEST.fill(NO_KEYWORD, 0, count);
  listLongCandidates(index.grams, index.table.units, found.long);
  verifyLines(index, count);
  // A keyword filed under a 4-gram is shorter than any filed under an 8-gram.
  const hits = keepUndecided(count, found.short);
  if (hits > 0) {
    listShortCandidates(index.grams, index.table.units, hits);
    verifyLines(index, count);
  }
  for (let n = 0; n < count; n++) {
    out[LINE_PLACES[n] as number] = settle(index, LINE_STARTS[n] as number, LINE_ENDS[n] as number, n);
  }
}

/** The same for lines in UNITS while the budget is in debt: they pay, and the automaton reads them. */
export function readLines(index: KeyIndex, count: number, out: Int32Array): void {
  decideLinesByAutomaton(index, UNITS, LINE_STARTS, LINE_ENDS, count, BEST);
  for (let n = 0; n < count; n++) {
    servePenalty(index.budget, (LINE_ENDS[n] as number) - (LINE_STARTS[n] as number));
    out[LINE_PLACES[n] as number] = BEST[n] as number;
  }
}

/** Verifies the candidates of all lines that have no keyword yet. A line without any costs nothing and pays nothing. */
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
  const { budget } = index;
  if (!refill(budget, end - start)) return UNVERIFIED;
  line.start = start;
  line.end = end;
  const best = verifyCandidates(index, line, candidate, end, NO_KEYWORD);
  if (budget.left >= 0) return best;
  startPenalty(budget);
  return UNVERIFIED;
}

/** Of the first `hits` of SHORT_HITS keeps those in lines without a keyword; returns how many. */
function keepUndecided(count: number, hits: number): number {
  let kept = 0;
  let hit = 0;
  for (let n = 0; n < count && hit < hits; n++) {
    if (BEST[n] !== NO_KEYWORD) continue;
    // Grams end up to two units before the word of their hit.
    const first = LINE_STARTS[n] as number;
    const last = (LINE_ENDS[n] as number) + 2;
    while (hit < hits && (SHORT_HITS[hit] as number) * 4 <= first) hit++;
    while (hit < hits && (SHORT_HITS[hit] as number) * 4 <= last)
      SHORT_HITS[kept++] = SHORT_HITS[hit++] as number;
  }
  return kept;
}

/** What wins for line `n`. */
function settle(index: KeyIndex, start: number, end: number, n: number): KeywordNumber {
  const best = BEST[n] as number;
  if (index.hard === null && best >= 0) return best;
  // With one space at either end at most, there is too much left for the keywords that a row has to equal.
  if (index.hard === null && best === NO_KEYWORD && end - start > MAX_SHORT_LENGTH + 2) return best;
  if (line.units === null) foldBytes(start, end);
  return best === UNVERIFIED
    ? decideByAutomaton(index, UNITS, start, end)
    : decide(index, UNITS, start, end, best);
}
