import { type Automaton, firstEnd, ROOT, step } from './automaton.ts';
import { ENTRY_FIELDS, ENTRY_KEYWORD, ENTRY_SIZE } from './gramIndex.ts';
import {
  type Found,
  gramEnd,
  HIT_FILED,
  HIT_GRAMS,
  HITS,
  LINE_AREA,
  LINE_WINDOW,
  readHits,
  scanGrams,
  writeSkeleton,
} from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import { type KeywordNumber, keywordLength, NO_KEYWORD } from './keywords.ts';
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
  const { filter } = index.grams;
  for (let at = 0; at < line.length; at += LINE_WINDOW - 8) {
    const to = Math.min(line.length, at + LINE_WINDOW);
    writeSkeleton(line, at, to);
    const found: Found = { hits: 0, irregular: 0 };
    scanGrams(filter, LINE_AREA, LINE_AREA + to - at, found);
    readHits(filter, 0, found.hits);
    for (let h = 0; h < found.hits; h++) visitHit(index, line, h, at - LINE_AREA, visit);
  }
  if (index.hard) visitHard(index.hard, line, visit);
}

/** The keywords filed under the grams of a hit; `shift` leads from bytes to offsets. */
function visitHit(index: KeyIndex, line: string, hit: number, shift: number, visit: Visit): void {
  const filed = HIT_FILED[hit] ?? 0;
  for (let gram = 0; gram < 4; gram++) {
    if (((filed >>> gram) & 1) === 0) continue;
    visitBucket(index, line, gramEnd(HITS[hit] ?? 0, gram) + shift, HIT_GRAMS[hit * 4 + gram] ?? 0, visit);
  }
}

function visitBucket(index: KeyIndex, line: string, behind: number, hash: number, visit: Visit): void {
  const { buckets, bucketShift, entries } = index.grams;
  const bucket = (hash >>> bucketShift) * 2;
  for (let e = buckets[bucket] ?? 0; e < (buckets[bucket + 1] ?? 0); e += ENTRY_FIELDS) {
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
