import { FOLD } from './fold.ts';
import {
  ENTRY_EDGES,
  ENTRY_FIELDS,
  ENTRY_KEYWORD,
  ENTRY_SIZE,
  ENTRY_START,
  LONG_KEYWORD,
} from './gramIndex.ts';
import { BYTES, gramEnd, HIT_FILED, HIT_GRAMS, HITS, LONG_GRAMS, SHORT_GRAMS } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import { compareKeywords, type KeywordNumber, keywordLength, NO_KEYWORD, NO_MAPPING } from './keywords.ts';

/**
 * The stretch of a text in which keywords may lie. Where `ascii` is set it also lies in BYTES, `shift` before its
 * offset in the text, and is read from there: twice as fast as from a string.
 */
export type Line = { text: string; start: number; end: number; ascii: boolean; shift: number };

/** Work left for a line, in units compared and entries looked at; below 0 the automaton of all keywords takes over. */
export type Budget = { left: number };

/**
 * The best of `best` and the keywords filed under the grams of hits `from` to `to`, up to byte `lastByte`; `shift` leads
 * from bytes to offsets in the text. Longest keywords first, none shorter than the best so far, and no further than the
 * budget reaches.
 */
export function verifyHits(
  index: KeyIndex,
  line: Line,
  from: number,
  to: number,
  lastByte: number,
  shift: number,
  best: KeywordNumber,
  budget: Budget,
): KeywordNumber {
  let winner = best;
  let seen = 0;
  for (let h = from; h < to && (HITS[h] as number) * 4 - 2 <= lastByte && budget.left >= 0; h++) {
    const filed = HIT_FILED[h] as number;
    seen |= filed;
    if ((filed & LONG_GRAMS) !== 0) winner = verifyHit(index, line, h, LONG_GRAMS, shift, winner, budget);
  }
  // What is filed under 4-grams is shorter than all that is filed under 8-grams.
  if ((seen & SHORT_GRAMS) === 0) return winner;
  if (winner !== NO_KEYWORD && keywordLength(index.table, winner) >= LONG_KEYWORD) return winner;
  for (let h = from; h < to && (HITS[h] as number) * 4 - 2 <= lastByte && budget.left >= 0; h++) {
    winner = verifyHit(index, line, h, SHORT_GRAMS, shift, winner, budget);
  }
  return winner;
}

/** The best of `best` and the keywords filed under those grams of a hit that are among `grams`. */
function verifyHit(
  index: KeyIndex,
  line: Line,
  hit: number,
  grams: number,
  shift: number,
  best: KeywordNumber,
  budget: Budget,
): KeywordNumber {
  let winner = best;
  for (let rest = (HIT_FILED[hit] as number) & grams; rest !== 0; rest &= rest - 1) {
    const gram = 31 - Math.clz32(rest & -rest);
    const end = gramEnd(HITS[hit] as number, gram) + shift;
    winner = verifyBucket(index, line, end, HIT_GRAMS[hit * 4 + gram] as number, winner, budget);
  }
  return winner;
}

/** Where {@link touchBuckets} leaves what it read, so that no compiler leaves the reading out. */
export const touched = { value: 0 };

/**
 * Reads what verifying hits `from` to `to` will read of the index, without looking at it. The processor waits for many
 * of these at a time, whereas verification would wait for one after the other: twice as fast with 100,000 keywords.
 */
export function touchBuckets(index: KeyIndex, from: number, to: number): void {
  const { buckets, bucketShift, entries } = index.grams;
  const { units, winners } = index.table;
  let value = 0;
  for (let h = from; h < to; h++) {
    for (let filed = (HIT_FILED[h] as number) & LONG_GRAMS; filed !== 0; filed &= filed - 1) {
      const bucket = ((HIT_GRAMS[h * 4 + ((filed & 1) ^ 1)] as number) >>> bucketShift) * 2;
      const entry = buckets[bucket] as number;
      if (entry === buckets[bucket + 1]) continue;
      const start = entries[entry + ENTRY_START] as number;
      const last = start + ((entries[entry + ENTRY_SIZE] as number) >>> 8) - 1;
      const winner = winners[entries[entry + ENTRY_KEYWORD] as number] as number;
      value ^= (units[start] as number) ^ (units[last] as number) ^ winner;
    }
  }
  touched.value = value;
}

/** The best of `best` and the keywords of one bucket whose gram ends at offset `behind`. */
function verifyBucket(
  index: KeyIndex,
  line: Line,
  behind: number,
  hash: number,
  best: KeywordNumber,
  budget: Budget,
): KeywordNumber {
  const { buckets, bucketShift, entries } = index.grams;
  const bucket = (hash >>> bucketShift) * 2;
  const bucketEnd = buckets[bucket + 1] as number;
  let winner = best;
  let least = best === NO_KEYWORD ? 0 : keywordLength(index.table, best) << 8;
  for (let e = buckets[bucket] as number; e < bucketEnd; e += ENTRY_FIELDS) {
    const size = entries[e + ENTRY_SIZE] as number;
    if (size < least) break;
    const from = behind - (size & 255);
    const length = size >>> 8;
    budget.left--;
    if (!endsFit(line, from, length, entries[e + ENTRY_EDGES] as number)) continue;
    const k = entries[e + ENTRY_KEYWORD] as number;
    if (k === winner) continue;
    const same = countSame(index, line, from, entries[e + ENTRY_START] as number, length);
    budget.left -= same;
    if (same < length || index.table.winners[k] === NO_MAPPING) continue;
    winner = better(index, winner, k);
    least = keywordLength(index.table, winner) << 8;
  }
  return winner;
}

/** Whether a keyword of that length has room at offset `from`, and its first and last unit stand there. */
function endsFit(line: Line, from: number, length: number, edges: number): boolean {
  if (from < line.start || from + length > line.end) return false;
  return ((foldedAt(line, from) << 16) | foldedAt(line, from + length - 1)) === edges;
}

function foldedAt(line: Line, at: number): number {
  const unit = line.ascii ? (BYTES[at - line.shift] as number) : line.text.charCodeAt(at);
  return (FOLD[unit] as number) & 0xffff;
}

/** How many units at offset `from` agree with the table's from `at` on before the first that differs. */
function countSame(index: KeyIndex, line: Line, from: number, at: number, length: number): number {
  const { units } = index.table;
  return line.ascii
    ? sameBytes(units, at, from - line.shift, length)
    : sameUnits(units, at, line.text, from, length);
}

/** The first unit is known to agree. */
function sameBytes(units: Uint16Array, at: number, from: number, length: number): number {
  let i = 1;
  while (i < length && ((FOLD[BYTES[from + i] as number] as number) & 0xffff) === units[at + i]) i++;
  return i;
}

function sameUnits(units: Uint16Array, at: number, text: string, from: number, length: number): number {
  let i = 1;
  while (i < length && ((FOLD[text.charCodeAt(from + i)] as number) & 0xffff) === units[at + i]) i++;
  return i;
}

/** The longer keyword; of two equally long ones the first by code units. */
export function better(index: KeyIndex, a: KeywordNumber, b: KeywordNumber): KeywordNumber {
  if (a === NO_KEYWORD || a === b) return b;
  const { table } = index;
  const longer = keywordLength(table, b) - keywordLength(table, a);
  if (longer !== 0) return longer > 0 ? b : a;
  return compareKeywords(table, a, b) <= 0 ? a : b;
}
