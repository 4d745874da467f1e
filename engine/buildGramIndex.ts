import {
  fillFilter,
  GRAM_HASHES,
  gramSize,
  LONG_KEYWORD,
  readGrams,
  readShortGrams,
  sidesOf,
  WITHIN_WORD,
} from './gramHashes.ts';
import {
  appendEntry,
  type BucketChoice,
  bucketOf,
  ENTRY_FIELDS,
  type GramIndex,
  STRIDE,
  sortBucket,
} from './gramIndex.ts';
import { type GramFilter, MAX_LONG_BITS, MAX_SHORT_BITS } from './gramScan.ts';
import { type KeywordNumber, type KeywordTable, keywordLength } from './keywords.ts';

/** Entries of a bucket, 2 to this many; keywords that find a bucket they need full go to the automaton. */
const MAX_BUCKET_BITS = 4;
/** So few keywords may all share a bucket: an automaton would take more memory and longer to build. */
const FEW_KEYWORDS_BITS = 6;
/** Grams are counted in about this many keywords, evenly spaced: enough to know the frequent ones. */
const COUNTED_KEYWORDS = 4096;

/** Numbers of a filter are chosen by middle bits of a hash: with fewer of these the last units of a gram would not count. */
const LEAST_FILTER_BITS = 10;
/** A gram within a word is taken for so much more frequent than one that reaches into the next. */
const WITHIN_WORD_COST = 8;
/** A gram that is looked for by the unit before it is chosen only where there is no other. */
const OPEN_COST = 1 << 16;
/** More than any gram costs whose bucket has room. */
const FULL_COST = 1 << 17;
/** Enough for where a gram begins, which is less than MAX_GRAM_END. */
const PLACE_BITS = 6;
const PLACE_MASK = (1 << PLACE_BITS) - 1;
const NO_ROOM = FULL_COST << PLACE_BITS;
/** For each way to lie, the cost of the rarest gram of one keyword × 64 + where it begins; from NO_ROOM on it has none. */
const RAREST = new Int32Array(STRIDE);

/** Keywords being filed. */
type Filing = {
  readonly table: KeywordTable;
  readonly keywords: Int32Array;
  readonly filter: GramFilter;
  readonly choice: BucketChoice;
  readonly neighbours: Int32Array<ArrayBuffer>;
  /** How often each hashed gram occurs in a sample of the keywords; counts stop at 255. */
  readonly rarity: Uint8ClampedArray;
  readonly rarityShift: number;
  /** A bucket is full with 2 to this many entries. */
  readonly bucketRoom: number;
  /** Entries of each bucket. */
  readonly loads: Uint8Array;
  /**
   * For each keyword and way to lie, the hash of its gram, in the place of which its bucket comes later, and the units up
   * to the end of the gram (0 for a hard keyword).
   */
  readonly chosen: Int32Array;
  readonly ends: Uint8Array;
  readonly hard: KeywordNumber[];
};

/**
 * Files `keywords` (each with at least 5 units). Linear in their total length. Returns the index and the
 * keywords that share even their rarest gram with too many others.
 *
 * Made for a first run too, when no code is compiled yet: each loop has a function of its own, so that the compiler
 * needs to see little to replace it while it runs. The loops that fill what is spread over memory have no branch that
 * nobody could foretell, so that the processor goes on to the next filings while it waits for one.
 */
export function buildGramIndex(
  table: KeywordTable,
  keywords: Int32Array,
): { index: GramIndex; hard: KeywordNumber[] } {
  const filing = beginFiling(table, keywords);
  countAll(filing);
  chooseAll(filing);
  fillAll(filing);
  const index = layOut(filing);
  appendAll(filing, index);
  sortAll(filing, index);
  return { index, hard: filing.hard };
}

function countAll({ table, keywords, rarity, rarityShift }: Filing): void {
  const every = Math.max(1, Math.floor(keywords.length / COUNTED_KEYWORDS));
  for (let i = 0; i < keywords.length; i += every) {
    const k = keywords[i] as number;
    countGrams(rarity, rarityShift, readGrams(table, k));
    if (keywordLength(table, k) >= LONG_KEYWORD) countGrams(rarity, rarityShift, readShortGrams(table, k));
  }
}

function countGrams(rarity: Uint8ClampedArray, shift: number, grams: number): void {
  for (let at = 0; at < grams; at++) {
    const slot = (GRAM_HASHES[at] as number) >>> shift;
    rarity[slot] = (rarity[slot] as number) + 1;
  }
}

function chooseAll(filing: Filing): void {
  for (let i = 0; i < filing.keywords.length; i++) chooseGrams(filing, i);
}

/** Chooses the grams of keyword number `i` of the list, one for each way to lie; it is hard if one finds no room. */
function chooseGrams(filing: Filing, i: number): void {
  const { table, chosen, ends, loads, choice } = filing;
  const k = filing.keywords[i] as number;
  const size = gramSize(keywordLength(table, k));
  findRarest(filing, size, readGrams(table, k));
  if ((RAREST[0] as number) >= NO_ROOM || (RAREST[1] as number) >= NO_ROOM) {
    filing.hard.push(k);
    return;
  }
  for (let way = 0; way < STRIDE; way++) {
    const at = (RAREST[way] as number) & PLACE_MASK;
    const hash = GRAM_HASHES[at] as number;
    const bucket = bucketOf(choice, size, hash);
    chosen[i * STRIDE + way] = hash;
    ends[i * STRIDE + way] = at + size;
    loads[bucket] = (loads[bucket] as number) + 1;
  }
}

/**
 * Fills {@link RAREST} with the gram for each way to lie that is rarest by all that is known: how often the sample has
 * it, how many keywords are filed under it already, and whether it lies within a word; the first of equally rare ones.
 */
function findRarest(
  { rarity, rarityShift, loads, bucketRoom, choice }: Filing,
  size: number,
  grams: number,
): void {
  const first = size === 8 ? 0 : choice.firstShort;
  const shift = size === 8 ? choice.bucketShift : choice.shortShift;
  // What stands before a gram is looked for only where nothing follows it; how often that occurs was not counted.
  const open = size === 8 ? -1 : grams - 1;
  // The least of both ways, which take turns. Found without a branch, since nobody could foretell it.
  let best = NO_ROOM;
  let bestOther = NO_ROOM;
  for (let at = 0; at < grams; at++) {
    const hash = GRAM_HASHES[at] as number;
    const load = loads[first + (hash >>> shift)] as number;
    const cost =
      (rarity[hash >>> rarityShift] as number) +
      load +
      (WITHIN_WORD[at] as number) * WITHIN_WORD_COST +
      (load >> bucketRoom) * FULL_COST +
      (at === open ? OPEN_COST : 0);
    const less = ((cost << PLACE_BITS) | at) - bestOther;
    const least = (bestOther + (less & (less >> 31))) | 0;
    bestOther = best;
    best = least;
  }
  RAREST[(grams - 1) % STRIDE] = best;
  RAREST[grams % STRIDE] = bestOther;
}

/** Fills the filter and the sides of each bucket, and puts the bucket of each filing in the place of its hash. */
function fillAll({ table, keywords, chosen, ends, filter, neighbours, choice }: Filing): void {
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] as number;
    if (end === 0) continue;
    const k = keywords[i >>> 1] as number;
    const hash = chosen[i] as number;
    const size = gramSize(keywordLength(table, k));
    const bucket = bucketOf(choice, size, hash);
    chosen[i] = bucket;
    neighbours[bucket] = (neighbours[bucket] as number) | sidesOf(table, k, end - size, size);
    fillFilter(filter, table, k, end - size, hash);
  }
}

function appendAll({ table, keywords, chosen, ends }: Filing, index: GramIndex): void {
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] as number;
    if (end > 0) appendEntry(index, table, keywords[i >>> 1] as number, chosen[i] as number, end);
  }
}

function sortAll({ loads }: Filing, index: GramIndex): void {
  for (let bucket = 0; bucket < loads.length; bucket++) {
    if ((loads[bucket] as number) > 1) sortBucket(index, bucket);
  }
}

/** Tables of the right size, all empty. */
function beginFiling(table: KeywordTable, keywords: Int32Array): Filing {
  const short = countShort(table, keywords);
  const longFilings = (keywords.length - short) * STRIDE;
  const longBits = bitsFor(longFilings, LEAST_FILTER_BITS, MAX_LONG_BITS);
  const shortBits = bitsFor(short * STRIDE * 4, LEAST_FILTER_BITS, MAX_SHORT_BITS);
  const bucketBits = bitsFor(longFilings, 4, 17);
  const shortBucketBits = bitsFor(short * STRIDE, 4, 14);
  const rarityBits = bitsFor(Math.min(keywords.length, COUNTED_KEYWORDS) * 16, 10, 18);
  const firstShort = 1 << bucketBits;
  const bucketCount = firstShort + (1 << shortBucketBits);
  return {
    table,
    keywords,
    filter: { long: new Int32Array(1 << longBits), short: new Int32Array(1 << shortBits) },
    choice: { bucketShift: 32 - bucketBits, shortShift: 32 - shortBucketBits, firstShort },
    neighbours: new Int32Array(bucketCount),
    rarity: new Uint8ClampedArray(1 << rarityBits),
    rarityShift: 32 - rarityBits,
    bucketRoom: keywords.length <= 1 << FEW_KEYWORDS_BITS ? FEW_KEYWORDS_BITS : MAX_BUCKET_BITS,
    loads: new Uint8Array(bucketCount),
    chosen: new Int32Array(keywords.length * STRIDE),
    ends: new Uint8Array(keywords.length * STRIDE),
    hard: [],
  };
}

function countShort(table: KeywordTable, keywords: Int32Array): number {
  let short = 0;
  for (let i = 0; i < keywords.length; i++) {
    if (keywordLength(table, keywords[i] as number) < LONG_KEYWORD) short++;
  }
  return short;
}

/** An index with the right room in each bucket. */
function layOut({ filter, neighbours, choice, loads }: Filing): GramIndex {
  const buckets = new Int32Array(loads.length * 2);
  let at = 0;
  for (let bucket = 0; bucket < loads.length; bucket++) {
    buckets[bucket * 2] = at;
    buckets[bucket * 2 + 1] = at;
    at += (loads[bucket] as number) * ENTRY_FIELDS;
  }
  return { filter, neighbours, ...choice, buckets, entries: new Int32Array(at) };
}

function bitsFor(wanted: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(Math.max(1, wanted)))));
}
