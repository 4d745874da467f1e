import { FOLD } from './fold.ts';
import { ENTRY_EDGES, ENTRY_FIELDS, ENTRY_HASH, ENTRY_KEYWORD, ENTRY_SIZE } from './gramIndex.ts';
import { GRAM_HASHES, gramEnd, HITS, readGrams } from './gramScan.ts';
import type { KeyIndex } from './keyIndex.ts';
import { compareKeywords, type KeywordNumber, keywordLength, NO_KEYWORD, NO_MAPPING } from './keywords.ts';

/** The stretch of a text in which keywords may lie. */
export type Line = { text: string; start: number; end: number };

/** Work left for a line, in units compared and entries looked at; below 0 the automaton of all keywords takes over. */
export type Budget = { left: number };

/**
 * The best of `best` and the keywords filed under the grams that end in the words of hits `from` to `to`, up to
 * byte `lastByte`; `shift` leads from bytes to offsets in the text. Longest keywords first, none shorter than the
 * best so far, and no further than the budget reaches.
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
  const { filter } = index.grams;
  let winner = best;
  for (let h = from; h < to && (HITS[h] as number) * 4 < lastByte && budget.left >= 0; h++) {
    const word = HITS[h] as number;
    let filed = readGrams(filter, word);
    while (filed !== 0) {
      const gram = 31 - Math.clz32(filed);
      filed ^= 1 << gram;
      const end = gramEnd(word, gram) + shift;
      winner = verifyBucket(index, line, end, GRAM_HASHES[gram] as number, winner, budget);
    }
  }
  return winner;
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
    if (entries[e + ENTRY_HASH] !== hash) continue;
    const from = behind - (size & 255);
    budget.left--;
    if (!endsFit(line, from, size >>> 8, entries[e + ENTRY_EDGES] as number)) continue;
    const k = entries[e + ENTRY_KEYWORD] as number;
    if (k === winner || !standsAt(index, line.text, from, k, size >>> 8, budget)) continue;
    winner = better(index, winner, k);
    least = keywordLength(index.table, winner) << 8;
  }
  return winner;
}

/** Whether a keyword of that length has room at offset `from`, and its first and last unit stand there. */
function endsFit(line: Line, from: number, length: number, edges: number): boolean {
  const { text, start, end } = line;
  if (from < start || from + length > end) return false;
  const first = (FOLD[text.charCodeAt(from)] as number) & 0xffff;
  return ((first << 16) | ((FOLD[text.charCodeAt(from + length - 1)] as number) & 0xffff)) === edges;
}

/** Whether keyword `k`, still in force, stands in the text at offset `from`. */
function standsAt(
  index: KeyIndex,
  text: string,
  from: number,
  k: KeywordNumber,
  length: number,
  budget: Budget,
): boolean {
  const { units, starts, winners } = index.table;
  const at = starts[k] as number;
  let i = 1;
  while (i < length && ((FOLD[text.charCodeAt(from + i)] as number) & 0xffff) === units[at + i]) i++;
  budget.left -= i;
  return i === length && winners[k] !== NO_MAPPING;
}

/** The longer keyword; of two equally long ones the first by code units. */
export function better(index: KeyIndex, a: KeywordNumber, b: KeywordNumber): KeywordNumber {
  if (a === NO_KEYWORD || a === b) return b;
  const { table } = index;
  const longer = keywordLength(table, b) - keywordLength(table, a);
  if (longer !== 0) return longer > 0 ? b : a;
  return compareKeywords(table, a, b) <= 0 ? a : b;
}
