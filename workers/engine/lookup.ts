import type { Automaton } from './automaton.ts';
import { firstEnd, ROOT, step } from './automaton.ts';
import { FOLD } from './fold.ts';
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
import { type KeywordNumber, keywordLength, NO_KEYWORD } from './keywords.ts';
import { findShortKeyword } from './shortKeywords.ts';

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
export function visitContained(index: KeyIndex, line: string, visit: (k: KeywordNumber) => void): void {
  const { filter, filterShift } = index.grams;
  let hash = 0;
  for (let i = 0; i < line.length; i++) {
    hash = ((hash << GRAM_SHIFT) + (FOLD[line.charCodeAt(i)] ?? 0)) | 0;
    const filed = ((filter[hash >>> filterShift] ?? 0) >>> hash) & 1;
    if (filed === 1 && i >= GRAM - 1) visitBucket(index, line, i + 1, hash, visit);
  }
  if (index.hard) visitHard(index.hard, line, visit);
}

function visitBucket(
  index: KeyIndex,
  line: string,
  gramEnd: number,
  hash: number,
  visit: (k: KeywordNumber) => void,
): void {
  const { bucketStarts, bucketEnds, bucketShift, entries } = index.grams;
  const bucket = hash >>> bucketShift;
  for (let e = bucketStarts[bucket] ?? 0; e < (bucketEnds[bucket] ?? 0); e += ENTRY_FIELDS) {
    const size = entries[e + ENTRY_SIZE] ?? 0;
    const from = gramEnd - (size & 255);
    if (entries[e + ENTRY_HASH] !== hash || from < 0 || from + (size >>> 8) > line.length) continue;
    const at = entries[e + ENTRY_START] ?? 0;
    if (sameText(index.table.units, at, line, from, size >>> 8)) visit(entries[e + ENTRY_KEYWORD] ?? 0);
  }
}

/** Each state is left at its first visit, so repetitive texts cost no more than others. */
function visitHard(automaton: Automaton, line: string, visit: (k: KeywordNumber) => void): void {
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

function sameText(units: Uint16Array, at: number, line: string, from: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (line.charCodeAt(from + i) !== units[at + i]) return false;
  return true;
}
