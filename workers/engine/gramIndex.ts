import { FOLD } from './fold.ts';
import {
  addLongGram,
  addShortGram,
  beforeGram,
  behindGram,
  type GramFilter,
  hashGram,
  hashPair,
  hashSide,
  sideOf,
} from './gramScan.ts';
import { type KeywordNumber, type KeywordTable, keywordLength } from './keywords.ts';

/** From this length on a keyword holds an 8-gram at even and at odd places; shorter ones hold a 4-gram. */
export const LONG_KEYWORD = 9;
/** Places that the scan looks at are this far apart, and so a keyword is filed so many times. */
const STRIDE = 2;
/** Entries of a bucket; keywords that find a bucket they need full go to the automaton. */
const MAX_BUCKET = 16;

/** Fields of an entry: 16 bytes, so that all of it lies in one line of the processor's cache. */
export const ENTRY_KEYWORD = 0;
/** Length of the keyword × 256 + units from the keyword's start to the end of its gram. */
export const ENTRY_SIZE = 1;
/** First unit of the keyword × 65,536 + its last: rejects most keywords that share a gram without a further look. */
export const ENTRY_EDGES = 2;
/** Where the keyword's units begin in the table. */
export const ENTRY_START = 3;
export const ENTRY_FIELDS = 4;

/** Only the first grams of a keyword are looked at: choosing among more costs time and gains little. */
const MAX_GRAM_END = 64;
/** Grams are counted in about this many keywords, evenly spaced: enough to know the frequent ones. */
const COUNTED_KEYWORDS = 4096;

/**
 * Keywords filed under the rarest of their grams, once for lying at an even and
 * once for lying at an odd place of the scan.
 * Bucket b, chosen by the top bits of the hash ({@link bucketOf}), is `entries[buckets[2 * b]] … entries[buckets[2 * b + 1] - 1]`,
 * longest keyword first. Memory: 32 bytes of entries and about 16 of buckets and filter per keyword.
 */
export type GramIndex = {
  readonly filter: GramFilter;
  readonly buckets: Int32Array<ArrayBuffer>;
  /** Which bits of an 8-gram's hash choose its bucket. */
  readonly bucketShift: number;
  /** The same for 4-grams, whose buckets come behind those of the 8-grams: there are few, which stay in the caches. */
  readonly shortShift: number;
  readonly firstShort: number;
  /**
   * For each bucket a bit for each {@link sideOf} the unit before (bits 0 to 15) and behind (16 to 31) the gram in its
   * keywords; all of them where a keyword begins or ends with its gram.
   */
  readonly neighbours: Int32Array<ArrayBuffer>;
  entries: Int32Array<ArrayBuffer>;
  /** Numbers of `entries` in use, those left behind by moved buckets included. */
  used: number;
};

/** One way to file a keyword: the gram at offset `at`, in that bucket. */
type Filing = { bucket: number; at: number };

/** How hashes choose buckets. */
type BucketChoice = Pick<GramIndex, 'bucketShift' | 'shortShift' | 'firstShort'>;

function bucketOf(choice: BucketChoice, isLong: boolean, hash: number): number {
  return isLong ? hash >>> choice.bucketShift : choice.firstShort + (hash >>> choice.shortShift);
}

/**
 * Files `keywords` (each with at least 5 units). Linear in their total length. Returns the index and the
 * keywords that share even their rarest gram with too many others.
 */
export function buildGramIndex(
  table: KeywordTable,
  keywords: Int32Array,
): { index: GramIndex; hard: KeywordNumber[] } {
  const grams = createGramReader(table);
  const rarity = countGrams(table, keywords, grams);
  const { filter, choice, bucketCount } = createTables(table, keywords);
  const loads = new Uint8Array(bucketCount);
  const neighbours = new Int32Array(bucketCount);
  const chosen = new Int32Array(keywords.length * STRIDE);
  const ends = new Uint8Array(keywords.length * STRIDE);
  const hard: KeywordNumber[] = [];
  const filings = Array.from({ length: STRIDE }, (): Filing => ({ bucket: 0, at: 0 }));
  for (let i = 0; i < keywords.length; i++) {
    const k = keywords[i] as number;
    const length = readGrams(grams, table, k);
    let fits = true;
    for (let way = 0; way < STRIDE && fits; way++) {
      fits = chooseGram(grams, table, k, length, way, rarity, loads, choice, filings[way] as Filing);
    }
    if (!fits) {
      hard.push(k);
      continue;
    }
    for (let way = 0; way < STRIDE; way++) {
      const { bucket, at } = filings[way] as Filing;
      chosen[i * STRIDE + way] = bucket;
      ends[i * STRIDE + way] = at + gramSize(length);
      loads[bucket] = (loads[bucket] as number) + 1;
      fillFilter(filter, table, k, grams, length, at);
      neighbours[bucket] = (neighbours[bucket] as number) | sidesOf(table, k, at, gramSize(length));
    }
  }
  const index = layOut({ filter, neighbours, ...choice }, loads);
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] as number;
    if (end > 0) insertEntry(index, table, keywords[i >>> 1] as number, chosen[i] as number, end);
  }
  return { index, hard };
}

/** Files one more keyword in a finished index, in the emptiest buckets, which move to the end of the entries. */
export function addToGramIndex(index: GramIndex, table: KeywordTable, k: KeywordNumber): void {
  const grams = createGramReader(table);
  const length = readGrams(grams, table, k);
  const size = gramSize(length);
  for (let way = 0; way < STRIDE; way++) {
    let best = { bucket: 0, at: 0, load: Number.POSITIVE_INFINITY };
    for (let at = way; at + size <= length; at += STRIDE) {
      const bucket = bucketOf(index, length >= LONG_KEYWORD, gramHash(grams, table, k, length, at));
      const load = (index.buckets[bucket * 2 + 1] ?? 0) - (index.buckets[bucket * 2] ?? 0);
      if (load < best.load) best = { bucket, at, load };
    }
    const { bucket } = best;
    moveBucket(index, bucket);
    index.neighbours[bucket] = (index.neighbours[bucket] ?? 0) | sidesOf(table, k, best.at, size);
    insertEntry(index, table, k, bucket, best.at + size);
    fillFilter(index.filter, table, k, grams, length, best.at);
  }
}

/** The hashes of the 4-grams that begin at each unit of one keyword; what is behind its end counts as white space. */
type GramReader = Int32Array<ArrayBuffer>;

function createGramReader(table: KeywordTable): GramReader {
  let longest = 0;
  for (let k = 0; k < table.count; k++) longest = Math.max(longest, keywordLength(table, k));
  return new Int32Array(Math.min(longest, MAX_GRAM_END) + 4);
}

/** Fills the reader with keyword `k`; returns its length, or what of it is looked at. */
function readGrams(grams: GramReader, table: KeywordTable, k: KeywordNumber): number {
  const { units } = table;
  const start = table.starts[k] as number;
  const length = Math.min((table.starts[k + 1] as number) - start, MAX_GRAM_END);
  let word = 0;
  for (let i = 0; i < length; i++) {
    const folded = FOLD[units[start + i] as number] as number;
    word = (word >>> 8) | ((folded << 8) & 0xff000000);
    if (i >= 3) grams[i - 3] = hashGram(word);
  }
  for (let i = length - 3; i < length; i++) {
    word >>>= 8;
    grams[i] = hashGram(word);
  }
  return length;
}

function gramSize(length: number): number {
  return length >= LONG_KEYWORD ? 8 : 4;
}

/** The hash that chooses the bucket of the gram at offset `at` of keyword `k`. */
function gramHash(
  grams: GramReader,
  table: KeywordTable,
  k: KeywordNumber,
  length: number,
  at: number,
): number {
  const gram = grams[at] as number;
  if (length >= LONG_KEYWORD) return hashPair(gram, grams[at + 4] as number);
  return hashSide(gram, shortSide(grams, table, k, length, at));
}

/** The unit beside the gram of a short keyword that is looked for along with it: that behind it if there is one. */
function shortSide(
  grams: GramReader,
  table: KeywordTable,
  k: KeywordNumber,
  length: number,
  at: number,
): number {
  return at + 4 < length
    ? behindGram(grams[at + 4] as number)
    : beforeGram(skeletonAt(table, (table.starts[k] as number) + at - 1));
}

function fillFilter(
  filter: GramFilter,
  table: KeywordTable,
  k: KeywordNumber,
  grams: GramReader,
  length: number,
  at: number,
): void {
  if (length >= LONG_KEYWORD) addLongGram(filter, gramHash(grams, table, k, length, at));
  else addShortGram(filter, grams[at] as number, shortSide(grams, table, k, length, at));
}

/** The bits of {@link GramIndex.neighbours} for a gram of `size` units at offset `at` of keyword `k`. */
function sidesOf(table: KeywordTable, k: KeywordNumber, at: number, size: number): number {
  const first = (table.starts[k] as number) + at;
  const before = at === 0 ? 0xffff : 1 << sideOf(skeletonAt(table, first - 1));
  const behind = first + size;
  return before | (behind === table.starts[k + 1] ? -0x10000 : 0x10000 << sideOf(skeletonAt(table, behind)));
}

function skeletonAt(table: KeywordTable, at: number): number {
  return ((FOLD[table.units[at] as number] as number) >>> 16) & 0xff;
}

/** How often each hashed gram occurs in a sample of the keywords; counts stop at 255. */
function countGrams(table: KeywordTable, keywords: Int32Array, grams: GramReader): Uint8ClampedArray {
  const every = Math.max(1, Math.floor(keywords.length / COUNTED_KEYWORDS));
  const bits = bitsFor((keywords.length / every) * 16, 10, 18);
  const counts = new Uint8ClampedArray(1 << bits);
  for (let n = 0; n < keywords.length; n += every) {
    const length = readGrams(grams, table, keywords[n] as number);
    // Those of long keywords matter most; 4-grams are counted at every second place.
    for (let at = 0; at + 8 <= length; at++)
      countGram(counts, hashPair(grams[at] as number, grams[at + 4] as number), bits);
    for (let at = 0; at + 4 < length; at += STRIDE) {
      countGram(counts, hashSide(grams[at] as number, behindGram(grams[at + 4] as number)), bits);
    }
  }
  return counts;
}

function countGram(counts: Uint8ClampedArray, hash: number, bits: number): void {
  const slot = hash >>> (32 - bits);
  counts[slot] = (counts[slot] as number) + 1;
}

/**
 * The rarest gram for one way to lie; among equals the one with the emptiest bucket, so that load spreads. Short
 * keywords rather leave a unit behind their gram, which the filter can ask for.
 * False when all their buckets are full.
 */
function chooseGram(
  grams: GramReader,
  table: KeywordTable,
  k: KeywordNumber,
  length: number,
  way: number,
  rarity: Uint8ClampedArray,
  loads: Uint8Array,
  choice: BucketChoice,
  filing: Filing,
): boolean {
  const last = length - gramSize(length);
  const rarityShift = Math.clz32(rarity.length - 1);
  let best = Number.MAX_SAFE_INTEGER;
  for (let at = way; at <= last; at += STRIDE) {
    const hash = gramHash(grams, table, k, length, at);
    const bucket = bucketOf(choice, length >= LONG_KEYWORD, hash);
    const load = loads[bucket] as number;
    const open = length < LONG_KEYWORD && at === last ? 0x10000 : 0;
    const cost = (rarity[hash >>> rarityShift] as number) * 256 + load + open;
    if (cost < best && load < MAX_BUCKET) {
      best = cost;
      filing.bucket = bucket;
      filing.at = at;
    }
  }
  return best !== Number.MAX_SAFE_INTEGER;
}

/** Tables of the right size, all empty. */
function createTables(
  table: KeywordTable,
  keywords: Int32Array,
): { filter: GramFilter; choice: BucketChoice; bucketCount: number } {
  let short = 0;
  for (let i = 0; i < keywords.length; i++) {
    if (keywordLength(table, keywords[i] as number) < LONG_KEYWORD) short++;
  }
  const longFilings = (keywords.length - short) * STRIDE;
  const longBits = bitsFor(longFilings, 5, 17);
  const shortBits = bitsFor(short * STRIDE * 4, 5, 15);
  const filter = {
    long: new Int32Array(1 << longBits),
    longShift: 32 - longBits,
    short: new Int32Array(1 << shortBits),
    shortShift: 32 - shortBits,
  };
  const bucketBits = bitsFor(longFilings, 4, 17);
  const shortBucketBits = bitsFor(short * STRIDE, 4, 14);
  const firstShort = 1 << bucketBits;
  const choice = { bucketShift: 32 - bucketBits, shortShift: 32 - shortBucketBits, firstShort };
  return { filter, choice, bucketCount: firstShort + (1 << shortBucketBits) };
}

/** An index with the right room in each bucket; the entries follow by {@link insertEntry}. */
function layOut(made: Pick<GramIndex, 'filter' | 'neighbours'> & BucketChoice, loads: Uint8Array): GramIndex {
  const buckets = new Int32Array(loads.length * 2);
  let at = 0;
  for (let bucket = 0; bucket < loads.length; bucket++) {
    buckets[bucket * 2] = at;
    buckets[bucket * 2 + 1] = at;
    at += (loads[bucket] as number) * ENTRY_FIELDS;
  }
  return { ...made, buckets, entries: new Int32Array(at), used: at };
}

/** Puts an entry into its bucket, longest first. The place behind the bucket must be free. */
function insertEntry(
  index: GramIndex,
  table: KeywordTable,
  k: KeywordNumber,
  bucketNumber: number,
  gramEnd: number,
): void {
  const { entries, buckets } = index;
  const bucket = bucketNumber * 2;
  const start = table.starts[k] as number;
  const length = (table.starts[k + 1] as number) - start;
  const size = length * 256 + gramEnd;
  const first = buckets[bucket] as number;
  let at = buckets[bucket + 1] as number;
  buckets[bucket + 1] = at + ENTRY_FIELDS;
  for (; at > first && (entries[at - ENTRY_FIELDS + ENTRY_SIZE] as number) < size; at -= ENTRY_FIELDS) {
    for (let field = at; field < at + ENTRY_FIELDS; field++) {
      entries[field] = entries[field - ENTRY_FIELDS] as number;
    }
  }
  entries[at + ENTRY_KEYWORD] = k;
  entries[at + ENTRY_SIZE] = size;
  entries[at + ENTRY_EDGES] =
    ((table.units[start] as number) << 16) | (table.units[start + length - 1] as number);
  entries[at + ENTRY_START] = start;
}

/** Moves a bucket to the end of the entries with room for one more. */
function moveBucket(index: GramIndex, bucket: number): void {
  const start = index.buckets[bucket * 2] ?? 0;
  const end = index.buckets[bucket * 2 + 1] ?? 0;
  const needed = index.used + (end - start) + ENTRY_FIELDS;
  if (needed > index.entries.length) {
    const larger = new Int32Array(needed + (needed >>> 3) + 1024);
    larger.set(index.entries);
    index.entries = larger;
  }
  index.entries.copyWithin(index.used, start, end);
  index.buckets[bucket * 2] = index.used;
  index.buckets[bucket * 2 + 1] = index.used + (end - start);
  index.used = needed;
}

function bitsFor(wanted: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(Math.max(1, wanted)))));
}
