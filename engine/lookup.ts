import { type Automaton, firstEnd, ROOT, step } from './automaton.ts';
import { candidateEnd, candidateEntries, candidateEntriesEnd } from './candidates.ts';
import { ENTRY_FIELDS, ENTRY_KEYWORD, ENTRY_SIZE } from './gramIndex.ts';
import { BLOCK_START, BLOCK_UNITS } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import { type KeywordNumber, keywordLength, NO_KEYWORD } from './keywords.ts';
import { CANDIDATE_LISTS, scanWindow, WINDOW_STEP } from './matchLong.ts';

type RulesTraversal = (k: KeywordNumber) => void;

/**
 * Calls `visit` for every keyword of the index contained in the units of a normalised text, removed ones included, in no
 * order and possibly several times.
 */
export function visitContained(index: KeyIndex, line: Uint16Array, visit: RulesTraversal): void {
  for (let at = 0; at < line.length; at += WINDOW_STEP) {
    scanWindow(index, line, at, Math.min(line.length, at + BLOCK_UNITS));
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
  line: Uint16Array,
  candidate: number,
  behind: number,
  visit: RulesTraversal,
): void {
  const { entries } = index.grams;
  const end = candidateEntriesEnd(candidate);
  for (let e = candidateEntries(candidate); e < end; e += ENTRY_FIELDS) {
    const k = entries[e + ENTRY_KEYWORD] ?? 0;
    if (standsAt(index, line, behind - ((entries[e + ENTRY_SIZE] ?? 0) & 255), k)) visit(k);
  }
}

/** Each state is left at its first visit, so repetitive texts cost no more than others. */
function visitHard(automaton: Automaton, line: Uint16Array, visit: RulesTraversal): void {
  const seen = new Set<number>();
  let state = ROOT;
  for (let i = 0; i < line.length; i++) {
    state = step(automaton, state, line[i] as number);
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

function standsAt(index: KeyIndex, line: Uint16Array, from: number, k: KeywordNumber): boolean {
  const { units, starts } = index.table;
  const at = starts[k] ?? 0;
  const length = keywordLength(index.table, k);
  if (from < 0 || from + length > line.length) return false;
  for (let i = 0; i < length; i++) if (line[from + i] !== units[at + i]) return false;
  return true;
}
