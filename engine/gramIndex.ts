import {
  ENTRY_BOUNDARY_UNITS,
  ENTRY_FIELDS,
  ENTRY_KEYWORD,
  ENTRY_SIZE,
  ENTRY_START,
  filterSlot,
  type GramFilter,
  type GramIndex,
  hashGram,
  hashHalf,
  MAX_FILTER_BITS,
  neighbourClass,
} from './gramScan.ts';
import type { KeywordTable } from './keywords.ts';
import { FOLD } from './normalise.ts';

/**
 * The scan looks up grams that end at every second place of a text. So a keyword is filed twice, for lying at an even
 * and for lying at an odd place: its two alignments.
 */
const ALIGNMENTS = 2;

/** Units of a gram. */
const GRAM = 8;
/** Only grams that end within the first units of a keyword are considered: more to choose from gains little. */
const MAX_GRAM_END = 64;

/** Grams are counted in about this many keywords, evenly spaced: enough to know the frequent ones. */
const SAMPLED_KEYWORDS = 4096;
/** A filter has at least 2 to this many numbers: with fewer, the last units of a gram would not count in its place. */
const MIN_FILTER_BITS = 10;
/** Cost added to a gram that lies within a word: so much more frequent it is taken to be. */
const WITHIN_WORD_COST = 8;
/** Bits for where a gram begins in its keyword. */
const PLACE_BITS = 6;
const PLACE_MASK = (1 << PLACE_BITS) - 1;

/** For each alignment of one keyword, the cost of its rarest gram × 64 + where that begins. */
const RAREST = new Int32Array(ALIGNMENTS);
/** The hashes of the grams that begin at each unit of one keyword, as {@link readGrams} leaves them. */
const GRAM_HASHES = new Int32Array(MAX_GRAM_END);
/**
 * For each of these grams 1 where it lies within a word, 0 where it reaches from one word into the next: many names
 * share a word, few share two words with the same endings.
 */
const WITHIN_WORD = new Uint8Array(MAX_GRAM_END);

/** Keywords being filed. */
type Filing = {
  readonly table: KeywordTable;
  readonly keywords: Int32Array;
  readonly filter: GramFilter;
  readonly bucketShift: number;
  readonly neighbours: Int32Array<ArrayBuffer>;
  /** How often each hashed gram occurs in a sample of the keywords; counts stop at 255. */
  readonly frequencies: Uint8ClampedArray;
  readonly frequencyShift: number;
  /** Number of entries in each bucket. */
  readonly loads: Int32Array;
  /** For each keyword and alignment the hash of its gram, later replaced by its bucket. */
  readonly chosen: Int32Array;
  /** For each keyword and alignment the units up to the end of its gram. */
  readonly ends: Uint8Array;
};

/**
 * Files `keywords`, each with at least nine units. Linear in their total length.
 *
 * Each loop has a function of its own: this code also runs once at start, when nothing is compiled yet, and a short
 * function is replaced by its compiled form while it runs. The loops that fill memory at scattered places have no
 * unpredictable branch, so that the processor can go on to the next keywords while it waits for memory.
 */
export function buildGramIndex(table: KeywordTable, keywords: Int32Array): GramIndex {
  const filing = createFiling(table, keywords);
  countAll(filing);
  chooseAll(filing);
  fillAll(filing);
  const index = layOut(filing);
  appendAll(filing, index);
  return index;
}

/** Tables of the right size, all empty. */
function createFiling(table: KeywordTable, keywords: Int32Array): Filing {
  const count = keywords.length * ALIGNMENTS;
  const bucketBits = bitsFor(count, 4, 17);
  const frequencyBits = bitsFor(Math.min(keywords.length, SAMPLED_KEYWORDS) * 16, 10, 18);
  return {
    table,
    keywords,
    filter: new Int32Array(1 << bitsFor(count, MIN_FILTER_BITS, MAX_FILTER_BITS)),
    bucketShift: 32 - bucketBits,
    neighbours: new Int32Array(1 << bucketBits),
    frequencies: new Uint8ClampedArray(1 << frequencyBits),
    frequencyShift: 32 - frequencyBits,
    loads: new Int32Array(1 << bucketBits),
    chosen: new Int32Array(count),
    ends: new Uint8Array(count),
  };
}

function bitsFor(wanted: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(Math.max(1, wanted)))));
}

/** Counts the grams of a sample of the keywords. */
function countAll({ table, keywords, frequencies, frequencyShift }: Filing): void {
  const every = Math.max(1, Math.floor(keywords.length / SAMPLED_KEYWORDS));
  for (let i = 0; i < keywords.length; i += every) {
    const grams = readGrams(table, keywords[i] as number);
    for (let at = 0; at < grams; at++) {
      const slot = (GRAM_HASHES[at] as number) >>> frequencyShift;
      frequencies[slot] = (frequencies[slot] as number) + 1;
    }
  }
}

/** Chooses the grams of each keyword, one per alignment. */
function chooseAll(filing: Filing): void {
  const { table, keywords, chosen, ends, loads, bucketShift } = filing;
  for (let i = 0; i < ends.length; i += ALIGNMENTS) {
    findRarest(filing, readGrams(table, keywords[i >>> 1] as number));
    for (let alignment = 0; alignment < ALIGNMENTS; alignment++) {
      const at = (RAREST[alignment] as number) & PLACE_MASK;
      const hash = GRAM_HASHES[at] as number;
      chosen[i + alignment] = hash;
      ends[i + alignment] = at + GRAM;
      loads[hash >>> bucketShift] = (loads[hash >>> bucketShift] as number) + 1;
    }
  }
}

/**
 * Fills {@link RAREST} with the gram of each alignment that is rarest by what is known: how often the sample has it,
 * how many keywords are filed under it already, and whether it lies within a word. The first of equally rare ones.
 */
function findRarest({ frequencies, frequencyShift, loads, bucketShift }: Filing, grams: number): void {
  // The least cost of either alignment. The two take turns, without a branch, which would be unpredictable.
  let best = 0x7fffffff;
  let bestOther = 0x7fffffff;
  for (let at = 0; at < grams; at++) {
    const hash = GRAM_HASHES[at] as number;
    const cost =
      (frequencies[hash >>> frequencyShift] as number) +
      (loads[hash >>> bucketShift] as number) +
      (WITHIN_WORD[at] as number) * WITHIN_WORD_COST;
    const less = ((cost << PLACE_BITS) | at) - bestOther;
    const least = (bestOther + (less & (less >> 31))) | 0;
    bestOther = best;
    best = least;
  }
  RAREST[(grams - 1) % ALIGNMENTS] = best;
  RAREST[grams % ALIGNMENTS] = bestOther;
}

/** Fills the filter and the neighbours of each bucket, and replaces each chosen hash by its bucket. */
function fillAll({ table, keywords, chosen, ends, filter, neighbours, bucketShift }: Filing): void {
  for (let i = 0; i < ends.length; i++) {
    const hash = chosen[i] as number;
    const bucket = hash >>> bucketShift;
    chosen[i] = bucket;
    neighbours[bucket] =
      (neighbours[bucket] as number) | neighbourBits(table, keywords[i >>> 1] as number, ends[i] as number);
    const slot = filterSlot(hash, filter.length - 1);
    filter[slot] = (filter[slot] as number) | (1 << hash) | (1 << (hash >>> 10));
  }
}

/** An index with the right room in each bucket, without entries. */
function layOut({ filter, neighbours, bucketShift, loads }: Filing): GramIndex {
  const buckets = new Int32Array(loads.length * 2);
  let at = 0;
  for (let bucket = 0; bucket < loads.length; bucket++) {
    buckets[bucket * 2] = at;
    buckets[bucket * 2 + 1] = at;
    at += (loads[bucket] as number) * ENTRY_FIELDS;
  }
  return { filter, neighbours, bucketShift, buckets, entries: new Int32Array(at) };
}

/** Puts each entry behind those of its bucket. */
function appendAll({ table, keywords, chosen, ends }: Filing, { entries, buckets }: GramIndex): void {
  for (let i = 0; i < ends.length; i++) {
    const k = keywords[i >>> 1] as number;
    const bucketEnd = (chosen[i] as number) * 2 + 1;
    const start = table.starts[k] as number;
    const length = (table.starts[k + 1] as number) - start;
    const at = buckets[bucketEnd] as number;
    buckets[bucketEnd] = at + ENTRY_FIELDS;
    entries[at + ENTRY_KEYWORD] = k;
    entries[at + ENTRY_SIZE] = length * 256 + (ends[i] as number);
    entries[at + ENTRY_BOUNDARY_UNITS] =
      ((table.units[start] as number) << 16) | (table.units[start + length - 1] as number);
    entries[at + ENTRY_START] = start;
  }
}

/**
 * The classes of the units beside the gram that ends before offset `end` of keyword `k`, as bits: 0 to 15 for the unit
 * before, 16 to 31 for the unit behind; all of them where the keyword begins or ends with the gram.
 */
function neighbourBits({ starts, units }: KeywordTable, k: number, end: number): number {
  const behind = (starts[k] as number) + end;
  const before =
    end === GRAM ? 0xffff : 1 << neighbourClass(foldedByteOf(units[behind - GRAM - 1] as number));
  if (behind === starts[k + 1]) return before | -0x10000;
  return before | (0x10000 << neighbourClass(foldedByteOf(units[behind] as number)));
}

const foldedByteOf = (unit: number): number => ((FOLD[unit] as number) >>> 16) & 0xff;

/** Fills {@link GRAM_HASHES} and {@link WITHIN_WORD} with the grams of keyword `k`; returns how many it has. */
function readGrams({ starts, units }: KeywordTable, k: number): number {
  const start = starts[k] as number;
  const length = Math.min((starts[k + 1] as number) - start, MAX_GRAM_END);
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
