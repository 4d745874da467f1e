import { type Automaton, firstEnd, ROOT, step } from './automaton.ts';
import { candidateEnd, candidateEntries, candidateEntriesEnd } from './candidates.ts';
import { ENTRY_FIELDS, ENTRY_KEYWORD, ENTRY_SIZE } from './gramIndex.ts';
import { BLOCK_START, BLOCK_UNITS } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import { type KeywordNumber, keywordLength, NO_KEYWORD } from './keywords.ts';
import { CANDIDATE_LISTS, scanWindow, unitsOf, WINDOW_STEP } from './matchLong.ts';
import { findShortKeyword } from './shortKeywords.ts';

type Visit = (k: KeywordNumber) => void;

/** The keyword equal to a normalised text, whether a mapping has it still or not; {@link NO_KEYWORD} if none. */
export function findKeyword(index: KeyIndex, line: string): KeywordNumber {
  const short = findShortKeyword(index.short, index.table, line, 0, line.length);
  if (short !== NO_KEYWORD) return short;
  let equal = NO_KEYWORD;
  visitContained(index, line, (k) => {
    if (keywordLength(index.table, k) === line.length) equal = k;
  });
  return equal;
}

/**
 * Calls `visit` for every keyword contained in a normalised text, removed ones included, in no order and
 * possibly several times.
 */
export function visitContained(index: KeyIndex, line: string, visit: Visit): void {
  const units = unitsOf(line);
  for (let at = 0; at < line.length; at += WINDOW_STEP) {
    scanWindow(index, units, at, Math.min(line.length, at + BLOCK_UNITS));
    for (const list of CANDIDATE_LISTS) {
      const count = list(index);
      for (let c = 0; c < count; c++)
        visitCandidate(index, line, c, candidateEnd(c) + at - BLOCK_START, visit);
    }
  }
  if (index.hard) visitHard(index.hard, line, visit);
}

/** The keywords of a candidate whose gram ends at offset `behind`. */
function visitCandidate(
  index: KeyIndex,
  line: string,
  candidate: number,
  behind: number,
  visit: Visit,
): void {
  const { entries } = index.grams;
  const end = candidateEntriesEnd(candidate);
  for (let e = candidateEntries(candidate); e < end; e += ENTRY_FIELDS) {
    const k = entries[e + ENTRY_KEYWORD] ?? 0;
    if (standsAt(index, line, behind - ((entries[e + ENTRY_SIZE] ?? 0) & 255), k)) visit(k);
  }
}

/** Each state is left at its first visit, so repetitive texts cost no more than others. */
function visitHard(automaton: Automaton, line: string, visit: Visit): void {
  const seen = new Set<number>();
  let state = ROOT;
  for (let i = 0; i < line.length; i++) {
    state = step(automaton, state, line.charCodeAt(i));
    for (
      let end = firstEnd(automaton, state);
      end >= 0 && !seen.has(end);
      end = automaton.nextEnd[end] ?? -1
    ) {
      seen.add(end);
      visit(automaton.keywords[end] ?? NO_KEYWORD);
    }
  }
}

function standsAt(index: KeyIndex, line: string, from: number, k: KeywordNumber): boolean {
  const { units, starts } = index.table;
  const at = starts[k] ?? 0;
  const length = keywordLength(index.table, k);
  if (from < 0 || from + length > line.length) return false;
  for (let i = 0; i < length; i++) if (line.charCodeAt(from + i) !== units[at + i]) return false;
  return true;
}
