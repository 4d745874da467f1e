import {
  ENTRY_BOUNDARY_UNITS,
  ENTRY_FIELDS,
  ENTRY_KEYWORD,
  ENTRY_SIZE,
  ENTRY_START,
  type GramFilter,
  type GramIndex,
  hashGram,
  hashPair,
  hashWithNeighbour,
  longSlot,
  MAX_LONG_BITS,
  MAX_SHORT_BITS,
  neighbourBefore,
  neighbourBehind,
  neighbourClass,
  shortSlot,
} from './gramScan.ts';
import { type KeywordNumber, type KeywordTable, keywordLength } from './keywords.ts';
import { FOLD } from './normalise.ts';

/**
 * The scan looks up grams that end at every second place of a text. So a keyword is filed twice, for lying at an even
 * and for lying at an odd place: its two alignments.
 */
const ALIGNMENTS = 2;

/** How hashes choose buckets. */
type BucketChoice = Pick<GramIndex, 'bucketShift' | 'shortShift' | 'firstShort'>;

/** A bucket has room for 2 to this many entries. Keywords whose buckets are full become fallback keywords. */
const MAX_BUCKET_BITS = 4;
/** Lists of up to 2 to this many keywords have room for all in one bucket: an automaton would cost more. */
const FEW_KEYWORDS_BITS = 6;
/** Grams are counted in about this many keywords, evenly spaced: enough to know the frequent ones. */
const SAMPLED_KEYWORDS = 4096;

/** A filter has at least 2 to this many numbers: with fewer, the last units of a gram would not count in its place. */
const MIN_FILTER_BITS = 10;
/** Cost added to a gram that lies within a word: so much more frequent it is taken to be. */
const WITHIN_WORD_COST = 8;
/** Cost added to a 4-gram at the end of its keyword, which is chosen only where there is no other. */
const LAST_GRAM_COST = 1 << 16;
/** Cost added to a gram whose bucket is full; more than all other costs together. */
const FULL_COST = 1 << 17;
/** Bits for where a gram begins in its keyword. */
const PLACE_BITS = 6;
const PLACE_MASK = (1 << PLACE_BITS) - 1;
const NO_ROOM = FULL_COST << PLACE_BITS;
/**
 * For each alignment of one keyword, the cost of its rarest gram × 64 + where that begins; from NO_ROOM on it has none.
 */
const RAREST = new Int32Array(ALIGNMENTS);

/** Keywords being filed. */
type Filing = {
  readonly table: KeywordTable;
  readonly keywords: Int32Array;
  readonly filter: GramFilter;
  readonly choice: BucketChoice;
  readonly neighbours: Int32Array<ArrayBuffer>;
  /** How often each hashed gram occurs in a sample of the keywords; counts stop at 255. */
  readonly frequencies: Uint8ClampedArray;
  readonly frequencyShift: number;
  /** A bucket has room for 2 to this many entries. */
  readonly bucketBits: number;
  /** Number of entries in each bucket. */
  readonly loads: Uint8Array;
  /** For each keyword and alignment the hash of its gram, later replaced by its bucket. */
  readonly chosen: Int32Array;
  /** For each keyword and alignment the units up to the end of its gram; 0 for a fallback keyword. */
  readonly ends: Uint8Array;
  readonly fallbackKeywords: KeywordNumber[];
};

/**
 * Files `keywords`, each with at least 5 units. Linear in their total length. Returns the index and the fallback
 * keywords: those that share even their rarest gram with too many others.
 *
 * Each loop has a function of its own: this code also runs once at start, when nothing is compiled yet, and a short
 * function is replaced by its compiled form while it runs. The loops that fill memory at scattered places have no
 * unpredictable branch, so that the processor can go on to the next keywords while it waits for memory.
 */
export function buildGramIndex(
  table: KeywordTable,
  keywords: Int32Array,
): { index: GramIndex; fallbackKeywords: KeywordNumber[] } {
  const filing = createFiling(table, keywords);
  countAll(filing);
  chooseAll(filing);
  fillAll(filing);
  const index = layOut(filing);
  appendAll(filing, index);
  sortAll(filing, index);
  return { index, fallbackKeywords: filing.fallbackKeywords };
}

/** Tables of the right size, all empty. */
function createFiling(table: KeywordTable, keywords: Int32Array): Filing {
  const short = countShort(table, keywords);
  const longEntries = (keywords.length - short) * ALIGNMENTS;
  const longBits = bitsFor(longEntries, MIN_FILTER_BITS, MAX_LONG_BITS);
  const shortBits = bitsFor(short * ALIGNMENTS * 4, MIN_FILTER_BITS, MAX_SHORT_BITS);
  const longBucketBits = bitsFor(longEntries, 4, 17);
  const shortBucketBits = bitsFor(short * ALIGNMENTS, 4, 14);
  const frequencyBits = bitsFor(Math.min(keywords.length, SAMPLED_KEYWORDS) * 16, 10, 18);
  const firstShort = 1 << longBucketBits;
  const bucketCount = firstShort + (1 << shortBucketBits);
  return {
    table,
    keywords,
    filter: { long: new Int32Array(1 << longBits), short: new Int32Array(1 << shortBits) },
    choice: { bucketShift: 32 - longBucketBits, shortShift: 32 - shortBucketBits, firstShort },
    neighbours: new Int32Array(bucketCount),
    frequencies: new Uint8ClampedArray(1 << frequencyBits),
    frequencyShift: 32 - frequencyBits,
    bucketBits: keywords.length <= 1 << FEW_KEYWORDS_BITS ? FEW_KEYWORDS_BITS : MAX_BUCKET_BITS,
    loads: new Uint8Array(bucketCount),
    chosen: new Int32Array(keywords.length * ALIGNMENTS),
    ends: new Uint8Array(keywords.length * ALIGNMENTS),
    fallbackKeywords: [],
  };
}

function countShort(table: KeywordTable, keywords: Int32Array): number {
  let short = 0;
  for (let i = 0; i < keywords.length; i++) {
    if (keywordLength(table, keywords[i] as number) < LONG_KEYWORD) short++;
  }
  return short;
}

function bitsFor(wanted: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(Math.max(1, wanted)))));
}

/**
 * Counts the grams of a sample of the keywords; 4-grams of long ones too, since short keywords may lie in their texts.
 */
function countAll({ table, keywords, frequencies, frequencyShift }: Filing): void {
  const every = Math.max(1, Math.floor(keywords.length / SAMPLED_KEYWORDS));
  for (let i = 0; i < keywords.length; i += every) {
    const k = keywords[i] as number;
    countGrams(frequencies, frequencyShift, readGrams(table, k));
    if (keywordLength(table, k) >= LONG_KEYWORD) {
      countGrams(frequencies, frequencyShift, readShortGrams(table, k));
    }
  }
}

function countGrams(frequencies: Uint8ClampedArray, shift: number, grams: number): void {
  for (let at = 0; at < grams; at++) {
    const slot = (GRAM_HASHES[at] as number) >>> shift;
    frequencies[slot] = (frequencies[slot] as number) + 1;
  }
}

function chooseAll(filing: Filing): void {
  for (let i = 0; i < filing.keywords.length; i++) chooseGrams(filing, i);
}

/**
 * Chooses the grams of keyword number `i` of the list, one per alignment; a fallback keyword if either finds no room.
 */
function chooseGrams(filing: Filing, i: number): void {
  const { table, chosen, ends, loads, choice } = filing;
  const k = filing.keywords[i] as number;
  const size = gramSize(keywordLength(table, k));
  findRarest(filing, size, readGrams(table, k));
  if ((RAREST[0] as number) >= NO_ROOM || (RAREST[1] as number) >= NO_ROOM) {
    filing.fallbackKeywords.push(k);
    return;
  }
  for (let alignment = 0; alignment < ALIGNMENTS; alignment++) {
    const at = (RAREST[alignment] as number) & PLACE_MASK;
    const hash = GRAM_HASHES[at] as number;
    const bucket = bucketOf(choice, size, hash);
    chosen[i * ALIGNMENTS + alignment] = hash;
    ends[i * ALIGNMENTS + alignment] = at + size;
    loads[bucket] = (loads[bucket] as number) + 1;
  }
}

/**
 * Fills {@link RAREST} with the gram of each alignment that is rarest by what is known: how often the sample has it,
 * how many keywords are filed under it already, and whether it lies within a word. The first of equally rare ones.
 */
function findRarest(
  { frequencies, frequencyShift, loads, bucketBits, choice }: Filing,
  size: number,
  grams: number,
): void {
  const first = size === 8 ? 0 : choice.firstShort;
  const shift = size === 8 ? choice.bucketShift : choice.shortShift;
  // How often the last 4-gram occurs with its neighbour before it was not counted.
  const last = size === 8 ? -1 : grams - 1;
  // The least cost of either alignment. The two take turns, without a branch, which would be unpredictable.
  let best = NO_ROOM;
  let bestOther = NO_ROOM;
  for (let at = 0; at < grams; at++) {
    const hash = GRAM_HASHES[at] as number;
    const load = loads[first + (hash >>> shift)] as number;
    const cost =
      (frequencies[hash >>> frequencyShift] as number) +
      load +
      (WITHIN_WORD[at] as number) * WITHIN_WORD_COST +
      (load >> bucketBits) * FULL_COST +
      (at === last ? LAST_GRAM_COST : 0);
    const less = ((cost << PLACE_BITS) | at) - bestOther;
    const least = (bestOther + (less & (less >> 31))) | 0;
    bestOther = best;
    best = least;
  }
  RAREST[(grams - 1) % ALIGNMENTS] = best;
  RAREST[grams % ALIGNMENTS] = bestOther;
}

/** Fills the filter and the neighbours of each bucket, and replaces each chosen hash by its bucket. */
function fillAll({ table, keywords, chosen, ends, filter, neighbours, choice }: Filing): void {
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] as number;
    if (end === 0) continue;
    const k = keywords[i >>> 1] as number;
    const hash = chosen[i] as number;
    const size = gramSize(keywordLength(table, k));
    const bucket = bucketOf(choice, size, hash);
    chosen[i] = bucket;
    neighbours[bucket] = (neighbours[bucket] as number) | neighbourBits(table, k, end - size, size);
    addToFilter(filter, table, k, end - size, hash);
  }
}

/** An index with the right room in each bucket, without entries. */
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

function appendAll({ table, keywords, chosen, ends }: Filing, index: GramIndex): void {
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] as number;
    if (end > 0) appendEntry(index, table, keywords[i >>> 1] as number, chosen[i] as number, end);
  }
}

/** Puts an entry behind those of its bucket, in which there must be room. */
function appendEntry(
  { entries, buckets }: GramIndex,
  table: KeywordTable,
  k: KeywordNumber,
  bucket: number,
  gramEnd: number,
): void {
  const start = table.starts[k] as number;
  const length = (table.starts[k + 1] as number) - start;
  const at = buckets[bucket * 2 + 1] as number;
  buckets[bucket * 2 + 1] = at + ENTRY_FIELDS;
  entries[at + ENTRY_KEYWORD] = k;
  entries[at + ENTRY_SIZE] = length * 256 + gramEnd;
  entries[at + ENTRY_BOUNDARY_UNITS] =
    ((table.units[start] as number) << 16) | (table.units[start + length - 1] as number);
  entries[at + ENTRY_START] = start;
}

function sortAll({ loads }: Filing, index: GramIndex): void {
  for (let bucket = 0; bucket < loads.length; bucket++) {
    if ((loads[bucket] as number) > 1) sortBucket(index, bucket);
  }
}

/** Sorts the entries of a bucket, longest keyword first; equally long ones keep their order. */
function sortBucket({ entries, buckets }: GramIndex, bucket: number): void {
  const first = buckets[bucket * 2] as number;
  const end = buckets[bucket * 2 + 1] as number;
  for (let next = first + ENTRY_FIELDS; next < end; next += ENTRY_FIELDS) {
    const size = entries[next + ENTRY_SIZE] as number;
    let at = next;
    while (at > first && (entries[at - ENTRY_FIELDS + ENTRY_SIZE] as number) < size) at -= ENTRY_FIELDS;
    if (at < next) moveEntry(entries, next, at);
  }
}

/** Moves the entry at `from` forward to `to`; the entries from there on make room for it. */
function moveEntry(entries: Int32Array, from: number, to: number): void {
  for (let field = 0; field < ENTRY_FIELDS; field++) {
    const moved = entries[from + field] as number;
    for (let at = from + field; at > to + field; at -= ENTRY_FIELDS) {
      entries[at] = entries[at - ENTRY_FIELDS] as number;
    }
    entries[to + field] = moved;
  }
}

function bucketOf(choice: BucketChoice, size: number, hash: number): number {
  return size === 8 ? hash >>> choice.bucketShift : choice.firstShort + (hash >>> choice.shortShift);
}

/** From this length on a keyword has an 8-gram at even and at odd places; shorter ones are filed under 4-grams. */
const LONG_KEYWORD = 9;

/** Only grams that end within the first units of a keyword are considered: more to choose from gains little. */
const MAX_GRAM_END = 64;

/** The hashes of the grams that begin at each unit of one keyword, as {@link readGrams} leaves them. */
const GRAM_HASHES = new Int32Array(MAX_GRAM_END);
/**
 * For each of these grams 1 where it lies within a word, 0 where it reaches from one word into the next: many names
 * share a word, few share two words with the same endings.
 */
const WITHIN_WORD = new Uint8Array(MAX_GRAM_END);

/** The length of the grams of a keyword of this length. */
function gramSize(length: number): number {
  return length < LONG_KEYWORD ? 4 : 8;
}

/** Fills {@link GRAM_HASHES} and {@link WITHIN_WORD} with the grams of keyword `k`; returns how many it has. */
function readGrams(table: KeywordTable, k: KeywordNumber): number {
  const start = table.starts[k] as number;
  const length = Math.min((table.starts[k + 1] as number) - start, MAX_GRAM_END);
  return length < LONG_KEYWORD ? readShort(table, start, length) : readLong(table.units, start, length);
}

/** {@link readGrams} with the 4-grams of a keyword of any length. */
function readShortGrams(table: KeywordTable, k: KeywordNumber): number {
  const start = table.starts[k] as number;
  return readShort(table, start, Math.min((table.starts[k + 1] as number) - start, MAX_GRAM_END));
}

/** Puts the gram at offset `at` of keyword `k`, whose entry of {@link GRAM_HASHES} was `hash`, into the filter. */
function addToFilter(
  filter: GramFilter,
  table: KeywordTable,
  k: KeywordNumber,
  at: number,
  hash: number,
): void {
  const start = table.starts[k] as number;
  const length = (table.starts[k + 1] as number) - start;
  if (length < LONG_KEYWORD) {
    addShortGram(filter, shortGramAt(table, start + at), neighbourOf(table, start, length, at));
  } else {
    addLongGram(filter, hash);
  }
}

/**
 * The classes of the units beside the gram of `size` units at offset `at` of keyword `k`, as bits: 0 to 15 for the unit
 * before, 16 to 31 for the unit behind; all of them where the keyword begins or ends with the gram.
 */
function neighbourBits(table: KeywordTable, k: KeywordNumber, at: number, size: number): number {
  const first = (table.starts[k] as number) + at;
  const before = at === 0 ? 0xffff : 1 << neighbourClass(foldedByteAt(table, first - 1));
  const behind = first + size;
  if (behind === table.starts[k + 1]) return before | -0x10000;
  return before | (0x10000 << neighbourClass(foldedByteAt(table, behind)));
}

const foldedByteOf = (unit: number): number => ((FOLD[unit] as number) >>> 16) & 0xff;

function readLong(units: Uint16Array, start: number, length: number): number {
  let gram = 0;
  let next = 0;
  /** A bit for each unit before unit i, the last one lowest: whether it stands between words. */
  let gaps = 0;
  for (let i = 0; i < 7; i++) {
    const byte = foldedByteOf(units[start + i] as number);
    gram = (gram >>> 8) | (next << 24);
    next = (next >>> 8) | (byte << 24);
    gaps = (gaps << 1) | ((byte - 1) >>> 31);
  }
  for (let i = 7; i < length; i++) {
    const byte = foldedByteOf(units[start + i] as number);
    gram = (gram >>> 8) | (next << 24);
    next = (next >>> 8) | (byte << 24);
    GRAM_HASHES[i - 7] = hashPair(hashGram(gram), hashGram(next));
    WITHIN_WORD[i - 7] = ((gaps & 0x3f) - 1) >>> 31;
    gaps = (gaps << 1) | ((byte - 1) >>> 31);
  }
  return length - 7;
}

function readShort({ units }: KeywordTable, start: number, length: number): number {
  let word = 0;
  for (let i = 0; i < 4; i++) word = (word >>> 8) | (foldedByteOf(units[start + i] as number) << 24);
  for (let i = 4; i < length; i++) {
    const byte = foldedByteOf(units[start + i] as number);
    GRAM_HASHES[i - 4] = hashWithNeighbour(hashGram(word), neighbourBehind(hashGram(byte)));
    word = (word >>> 8) | (byte << 24);
  }
  const last = length - 4;
  const before = neighbourBefore(foldedByteOf(units[start + last - 1] as number));
  GRAM_HASHES[last] = hashWithNeighbour(hashGram(word), before);
  WITHIN_WORD.fill(0, 0, length - 3);
  return length - 3;
}

function addLongGram(filter: GramFilter, pair: number): void {
  const at = longSlot(pair, filter.long.length - 1);
  filter.long[at] = (filter.long[at] as number) | (1 << pair) | (1 << (pair >>> 10));
}

function addShortGram(filter: GramFilter, gram: number, neighbour: number): void {
  const at = shortSlot(gram, filter.short.length - 1);
  filter.short[at] = (filter.short[at] as number) | (1 << neighbour);
}

function shortGramAt(table: KeywordTable, at: number): number {
  let word = 0;
  for (let i = 0; i < 4; i++) word |= foldedByteAt(table, at + i) << (8 * i);
  return hashGram(word);
}

/** The neighbour of the 4-gram at offset `at` of the keyword that begins at `start`. */
function neighbourOf(table: KeywordTable, start: number, length: number, at: number): number {
  return at + 4 < length
    ? neighbourBehind(hashGram(foldedByteAt(table, start + at + 4)))
    : neighbourBefore(foldedByteAt(table, start + at - 1));
}

function foldedByteAt(table: KeywordTable, at: number): number {
  return foldedByteOf(table.units[at] as number);
}
