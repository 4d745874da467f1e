import {
  type Automaton,
  bestRank,
  bestRanks,
  buildAutomaton,
  firstEnd,
  ROOT,
  step,
  UNRANKED,
} from './automaton.ts';
import { containedKeywords, type KeyIndex } from './keyIndex.ts';
import { findKeyword } from './keywordSet.ts';
import { type KeywordNumber, MAX_SHORT_LENGTH, NO_KEYWORD, NO_MAPPING } from './keywords.ts';
import { better } from './verify.ts';

/** In place of a keyword number: the text is blank. */
export const BLANK_TEXT = -2;

const SPACE = 32;

/**
 * What wins for the normalised units `start` to `end` (white space at the ends aside), where `best` is what verification
 * found: adds hard keywords, and the exact rule for short texts.
 */
export function decide(
  index: KeyIndex,
  units: Uint16Array,
  start: number,
  end: number,
  best: KeywordNumber,
): KeywordNumber {
  const { hard } = index;
  const winner = hard
    ? takeRank(index, hard, units, start, end, bestRank(hard, units, start, end), best)
    : best;
  return orShort(index, units, start, end, winner);
}

/** The same by the automaton of all keywords, for a line that was not verified. */
export function decideByAutomaton(
  index: KeyIndex,
  units: Uint16Array,
  start: number,
  end: number,
): KeywordNumber {
  const automaton = automatonOfAll(index);
  const rank = bestRank(automaton, units, start, end);
  const winner = takeRank(index, automaton, units, start, end, rank, NO_KEYWORD);
  return orShort(index, units, start, end, winner);
}

/** The same for `count` lines, from `starts[n]` to `ends[n]`; what wins for line n goes into `winners[n]`. */
export function decideLinesByAutomaton(
  index: KeyIndex,
  units: Uint16Array,
  starts: Int32Array,
  ends: Int32Array,
  count: number,
  winners: Int32Array,
): void {
  const automaton = automatonOfAll(index);
  bestRanks(automaton, units, starts, ends, count, winners);
  for (let n = 0; n < count; n++) {
    const start = starts[n] as number;
    const end = ends[n] as number;
    const winner = takeRank(index, automaton, units, start, end, winners[n] as number, NO_KEYWORD);
    winners[n] = orShort(index, units, start, end, winner);
  }
}

function automatonOfAll(index: KeyIndex): Automaton {
  index.all ??= buildAutomaton(index.table, containedKeywords(index.table, index.first, index.end));
  return index.all;
}

/** `winner`, or by the exact rule for short texts where there is none. */
function orShort(
  index: KeyIndex,
  units: Uint16Array,
  start: number,
  end: number,
  winner: KeywordNumber,
): KeywordNumber {
  return winner === NO_KEYWORD ? matchShort(index, units, start, end) : winner;
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
  if (index.table.winners[keyword] !== NO_MAPPING) return better(index.table, best, keyword);
  return readInForce(index, automaton, units, start, end, best);
}

/** The same by reading the line again, a good deal slower, past keywords that no mapping has any more. */
function readInForce(
  index: KeyIndex,
  automaton: Automaton,
  units: Uint16Array,
  start: number,
  end: number,
  best: KeywordNumber,
): KeywordNumber {
  const { winners } = index.table;
  let winner = best;
  let state = ROOT;
  for (let i = start; i < end; i++) {
    state = step(automaton, state, units[i] as number);
    let ending = firstEnd(automaton, state);
    while (ending >= 0 && winners[automaton.keywords[ending] as number] === NO_MAPPING) {
      ending = automaton.nextEnd[ending] as number;
    }
    if (ending >= 0) winner = better(index.table, winner, automaton.keywords[ending] as number);
  }
  return winner;
}

/** The exact rule for texts too short to contain anything, and the blank ones. */
function matchShort(index: KeyIndex, units: Uint16Array, start: number, end: number): KeywordNumber {
  let from = start;
  let to = end;
  while (from < to && units[from] === SPACE) from++;
  while (to > from && units[to - 1] === SPACE) to--;
  if (from === to) return BLANK_TEXT;
  if (to - from > MAX_SHORT_LENGTH) return NO_KEYWORD;
  const k = findKeyword(index.set, index.table, units, from, to - from);
  return k !== NO_KEYWORD && index.table.winners[k] !== NO_MAPPING ? k : NO_KEYWORD;
}
