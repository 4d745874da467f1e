import {
  ENTRY_BOUNDARY_UNITS,
  ENTRY_FIELDS,
  ENTRY_KEYWORD,
  ENTRY_NEXT,
  ENTRY_SIZE,
  filterSlot,
  type GramIndex,
  hashGram,
  hashHalf,
  MAX_FILTER_BITS,
  neighbourClass,
} from './gramScan.ts';
import { type KeywordNumber, type KeywordTable, keywordLength, MAX_SHORT_LENGTH } from './keywords.ts';
import { FOLD } from './normalise.ts';

/**
 * The scan looks up grams that end at every second place of a text. So a keyword is filed twice, for lying at an even
 * and for lying at an odd place: its two alignments.
 */
const ALIGNMENTS = 2;

/** Units of a gram. */
const GRAM = 8;
/** Only grams that begin within the first units of a keyword are considered, so that the place fits into its bits. */
const MAX_GRAMS = 240;

/** An index has 2 to this many buckets. */
const MIN_BUCKET_BITS = 4;
const MAX_BUCKET_BITS = 24;
/** A filter has at least 2 to this many numbers: with fewer, the last units of a gram would not count in its place. */
const MIN_FILTER_BITS = 10;
/** Cost added to a gram for each keyword that is filed under it. */
const CHOSEN_COST = 8;
/** Cost added to a gram that lies within a word: so much more frequent it is taken to be. */
const WITHIN_WORD_COST = 8;
/** Bits for where a gram begins in its keyword. */
const PLACE_BITS = 8;
const PLACE_MASK = (1 << PLACE_BITS) - 1;

/** For each alignment of one keyword, the cost of its rarest gram × 256 + where that begins. */
const RAREST = new Int32Array(ALIGNMENTS);
/** The hashes of the grams that begin at each unit of one keyword, as {@link readGrams} leaves them. */
const GRAM_HASHES = new Int32Array(MAX_GRAMS);
/**
 * For each of these grams 1 where it lies within a word, 0 where it reaches from one word into the next: many names
 * share a word, few share two words with the same endings.
 */
const WITHIN_WORD = new Uint8Array(MAX_GRAMS);

/** An empty index with room for the keywords of the table. */
export function createGramIndex(table: KeywordTable): GramIndex {
  let entries = 0;
  for (let k = 0; k < table.count; k++) if (isLong(table, k)) entries += ALIGNMENTS;
  const bucketBits = bitsFor(entries, MIN_BUCKET_BITS, MAX_BUCKET_BITS);
  return {
    filter: new Int32Array(1 << bitsFor(entries, MIN_FILTER_BITS, MAX_FILTER_BITS)),
    bucketShift: 32 - bucketBits,
    heads: new Int32Array(1 << bucketBits),
    counts: new Uint8ClampedArray(1 << bucketBits),
    neighbours: new Int32Array(1 << bucketBits),
    entries: new Int32Array(((1 << bucketBits) + 1) * ENTRY_FIELDS),
    filed: 0,
    end: ENTRY_FIELDS,
  };
}

function bitsFor(wanted: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(Math.max(1, wanted)))));
}

function isLong(table: KeywordTable, k: KeywordNumber): boolean {
  return keywordLength(table, k) > MAX_SHORT_LENGTH;
}

/** Files the keywords of the table that are new. False where there is no room for all of them. Linear in their length. */
export function fileKeywords(index: GramIndex, table: KeywordTable): boolean {
  for (; index.filed < table.count; index.filed++) {
    if (!isLong(table, index.filed)) continue;
    if (index.end + ALIGNMENTS * ENTRY_FIELDS > index.entries.length) return false;
    findRarest(index, readGrams(table, index.filed));
    for (let alignment = 0; alignment < ALIGNMENTS; alignment++) {
      fileUnder(index, table, (RAREST[alignment] as number) & PLACE_MASK);
    }
  }
  return true;
}

/** Files the next keyword under its gram that begins at offset `at`. */
function fileUnder(index: GramIndex, table: KeywordTable, at: number): void {
  const { filter, heads, counts, neighbours, entries, filed, end } = index;
  const start = table.starts[filed] as number;
  const length = (table.starts[filed + 1] as number) - start;
  const hash = GRAM_HASHES[at] as number;
  const bucket = hash >>> index.bucketShift;
  entries[end + ENTRY_KEYWORD] = filed;
  entries[end + ENTRY_SIZE] = length * 256 + at + GRAM;
  entries[end + ENTRY_BOUNDARY_UNITS] =
    ((table.units[start] as number) << 16) | (table.units[start + length - 1] as number);
  entries[end + ENTRY_NEXT] = heads[bucket] as number;
  heads[bucket] = end;
  index.end = end + ENTRY_FIELDS;
  neighbours[bucket] = (neighbours[bucket] as number) | neighbourBits(table, filed, at + GRAM);
  counts[bucket] = (counts[bucket] as number) + CHOSEN_COST;
  const slot = filterSlot(hash, filter.length - 1);
  filter[slot] = (filter[slot] as number) | (1 << hash) | (1 << (hash >>> 10));
}

/**
 * Fills {@link RAREST} with the gram of each alignment that is rarest by what is known: how often the keywords
 * so far have it, how many are filed under it, and whether it lies within a word. The first of equally rare ones.
 */
function findRarest({ counts, bucketShift }: GramIndex, grams: number): void {
  // The least cost of either alignment. The two take turns, without a branch, which would be unpredictable.
  let best = 0x7fffffff;
  let bestOther = 0x7fffffff;
  for (let at = 0; at < grams; at++) {
    const hash = GRAM_HASHES[at] as number;
    const count = counts[hash >>> bucketShift] as number;
    counts[hash >>> bucketShift] = count + 1;
    const cost = count + (WITHIN_WORD[at] as number) * WITHIN_WORD_COST;
    const less = ((cost << PLACE_BITS) | at) - bestOther;
    const least = (bestOther + (less & (less >> 31))) | 0;
    bestOther = best;
    best = least;
  }
  RAREST[(grams - 1) % ALIGNMENTS] = best;
  RAREST[grams % ALIGNMENTS] = bestOther;
}

/**
 * The classes of the units beside the gram that ends before offset `end` of keyword `k`, as bits: 0 to 15 for the unit
 * before, 16 to 31 for the unit behind; all of them where the keyword begins or ends with the gram.
 */
function neighbourBits({ starts, units }: KeywordTable, k: KeywordNumber, end: number): number {
  const behind = (starts[k] as number) + end;
  const before =
    end === GRAM ? 0xffff : 1 << neighbourClass(foldedByteOf(units[behind - GRAM - 1] as number));
  if (behind === starts[k + 1]) return before | -0x10000;
  return before | (0x10000 << neighbourClass(foldedByteOf(units[behind] as number)));
}

const foldedByteOf = (unit: number): number => ((FOLD[unit] as number) >>> 16) & 0xff;

/** Fills {@link GRAM_HASHES} and {@link WITHIN_WORD} with the grams of keyword `k`; returns how many it has. */
function readGrams({ starts, units }: KeywordTable, k: KeywordNumber): number {
  const start = starts[k] as number;
  const length = Math.min((starts[k + 1] as number) - start, MAX_GRAMS + GRAM - 1);
  let half = 0;
  let next = 0;
  /** A bit for each unit before unit i, the last one lowest: whether it stands between words. */
  let gaps = 0;
  for (let i = 0; i < length; i++) {
    const byte = foldedByteOf(units[start + i] as number);
    half = (half >>> 8) | (next << 24);
    next = (next >>> 8) | (byte << 24);
    if (i >= GRAM - 1) {
      GRAM_HASHES[i - GRAM + 1] = hashGram(hashHalf(half), hashHalf(next));
      WITHIN_WORD[i - GRAM + 1] = ((gaps & 0x3f) - 1) >>> 31;
    }
    gaps = (gaps << 1) | ((byte - 1) >>> 31);
  }
  return length - GRAM + 1;
}
