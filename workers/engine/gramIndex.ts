import { FOLD } from './fold.ts';
import { type GramFilter, hashLong, hashShort } from './gramScan.ts';
import { type KeywordNumber, type KeywordTable, keywordLength } from './keywords.ts';

/** From this length on a keyword holds a 6-gram at even and at odd places; shorter ones hold a 4-gram. */
export const LONG_KEYWORD = 7;
/** Places that the scan looks at are this far apart, and so a keyword is filed so many times. */
const STRIDE = 2;
/** Entries of a bucket; keywords that find a bucket they need full go to the automaton. */
const MAX_BUCKET = 16;

/** Fields of an entry. */
export const ENTRY_HASH = 0;
export const ENTRY_KEYWORD = 1;
/** Length of the keyword × 256 + units from the keyword's start to the end of its gram. */
export const ENTRY_SIZE = 2;
/** First unit of the keyword × 65,536 + its last: rejects most keywords that share a gram without a further look. */
export const ENTRY_EDGES = 3;
export const ENTRY_FIELDS = 4;

/** Only the first grams of a keyword are looked at: choosing among more costs time and gains little. */
const MAX_GRAM_END = 64;

/**
 * Keywords filed under the rarest of their grams, once for lying at an even and
 * once for lying at an odd place of the scan.
 * Bucket b, chosen by the top bits of the hash, is `entries[buckets[2 * b]] … entries[buckets[2 * b + 1] - 1]`,
 * longest keyword first. Memory: 32 bytes of entries and about 15 of buckets and filter per keyword.
 */
export type GramIndex = {
  readonly filter: GramFilter;
  readonly buckets: Int32Array<ArrayBuffer>;
  readonly bucketShift: number;
  entries: Int32Array<ArrayBuffer>;
  /** Numbers of `entries` in use, those left behind by moved buckets included. */
  used: number;
};

/** One way to file a keyword. */
type Filing = { hash: number; end: number };

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
  const bucketShift = 32 - bitsFor(keywords.length * 2, 4, 17);
  const loads = new Uint8Array(1 << (32 - bucketShift));
  const hashes = new Int32Array(keywords.length * STRIDE);
  const ends = new Uint8Array(keywords.length * STRIDE);
  const hard: KeywordNumber[] = [];
  const filing: Filing = { hash: 0, end: 0 };
  for (let i = 0; i < keywords.length; i++) {
    const k = keywords[i] ?? 0;
    const length = readGrams(grams, table, k);
    let fits = true;
    for (let way = 0; way < STRIDE && fits; way++) {
      fits = chooseGram(grams, length, way, rarity, loads, bucketShift, filing);
      hashes[i * STRIDE + way] = filing.hash;
      ends[i * STRIDE + way] = filing.end;
    }
    if (fits) countFilings(loads, bucketShift, hashes, i * STRIDE);
    else {
      ends.fill(0, i * STRIDE, (i + 1) * STRIDE);
      hard.push(k);
    }
  }
  const index = layOut(loads, bucketShift, keywords.length);
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] ?? 0;
    if (end > 0) insertEntry(index, table, keywords[Math.floor(i / STRIDE)] ?? 0, hashes[i] ?? 0, end);
  }
  return { index, hard };
}

/** Files one more keyword in a finished index, in the emptiest buckets, which move to the end of the entries. */
export function addToGramIndex(index: GramIndex, table: KeywordTable, k: KeywordNumber): void {
  const grams = createGramReader(table);
  const length = readGrams(grams, table, k);
  const size = gramSize(length);
  for (let way = 0; way < STRIDE; way++) {
    let best = { hash: 0, end: 0, load: Number.POSITIVE_INFINITY };
    for (let at = way; at + size <= Math.min(length, MAX_GRAM_END); at += STRIDE) {
      const hash = gramHash(grams, length, at);
      const bucket = (hash >>> index.bucketShift) * 2;
      const load = (index.buckets[bucket + 1] ?? 0) - (index.buckets[bucket] ?? 0);
      if (load < best.load) best = { hash, end: at + size, load };
    }
    moveBucket(index, best.hash >>> index.bucketShift);
    insertEntry(index, table, k, best.hash, best.end);
  }
}

/** The skeleton of one keyword, as the word that begins at each of its units. */
type GramReader = Int32Array<ArrayBuffer>;

function createGramReader(table: KeywordTable): GramReader {
  let longest = 0;
  for (let k = 0; k < table.count; k++) longest = Math.max(longest, keywordLength(table, k));
  return new Int32Array(Math.min(longest, MAX_GRAM_END) + 4);
}

/** Fills the reader with keyword `k`; returns its length, or what of it is looked at. */
function readGrams(words: GramReader, table: KeywordTable, k: KeywordNumber): number {
  const start = table.starts[k] ?? 0;
  const length = Math.min(keywordLength(table, k), MAX_GRAM_END);
  let word = 0;
  for (let i = 0; i < length; i++) {
    const skeleton = ((FOLD[table.units[start + i] as number] as number) >>> 16) & 0xff;
    word = (word >>> 8) | (skeleton << 24);
    if (i >= 3) words[i - 3] = word;
  }
  return length;
}

function gramSize(length: number): number {
  return length >= LONG_KEYWORD ? 6 : 4;
}

function gramHash(words: GramReader, length: number, at: number): number {
  const first = words[at] as number;
  return length >= LONG_KEYWORD ? hashLong(first, (words[at + 2] as number) >>> 16) : hashShort(first);
}

/** How often each hashed gram occurs in the keywords; counts stop at 255. */
function countGrams(table: KeywordTable, keywords: Int32Array, words: GramReader): Uint8ClampedArray {
  const bits = bitsFor(keywords.length * 16, 10, 20);
  const counts = new Uint8ClampedArray(1 << bits);
  for (let n = 0; n < keywords.length; n++) {
    const length = readGrams(words, table, keywords[n] ?? 0);
    const size = gramSize(length);
    for (let at = 0; at + size <= length; at++) {
      const slot = gramHash(words, length, at) >>> (32 - bits);
      counts[slot] = (counts[slot] as number) + 1;
    }
  }
  return counts;
}

/**
 * The rarest gram for one way to lie; among equals the one with the emptiest bucket, so that load spreads.
 * False when all their buckets are full.
 */
function chooseGram(
  words: GramReader,
  length: number,
  way: number,
  rarity: Uint8ClampedArray,
  loads: Uint8Array,
  bucketShift: number,
  filing: Filing,
): boolean {
  const size = gramSize(length);
  const rarityShift = Math.clz32(rarity.length - 1);
  let best = Number.MAX_SAFE_INTEGER;
  for (let at = way; at + size <= length; at += STRIDE) {
    const hash = gramHash(words, length, at);
    const load = loads[hash >>> bucketShift] as number;
    const cost = (rarity[hash >>> rarityShift] as number) * 256 + load;
    if (cost < best && load < MAX_BUCKET) {
      best = cost;
      filing.hash = hash;
      filing.end = at + size;
    }
  }
  return best !== Number.MAX_SAFE_INTEGER;
}

function countFilings(loads: Uint8Array, bucketShift: number, hashes: Int32Array, first: number): void {
  for (let i = first; i < first + STRIDE; i++) {
    const bucket = (hashes[i] as number) >>> bucketShift;
    loads[bucket] = (loads[bucket] as number) + 1;
  }
}

/** An index with the right room in each bucket; the entries follow by {@link insertEntry}. */
function layOut(loads: Uint8Array, bucketShift: number, keywords: number): GramIndex {
  const buckets = new Int32Array(loads.length * 2);
  let at = 0;
  for (let bucket = 0; bucket < loads.length; bucket++) {
    buckets[bucket * 2] = at;
    buckets[bucket * 2 + 1] = at;
    at += (loads[bucket] ?? 0) * ENTRY_FIELDS;
  }
  const filterBits = bitsFor(keywords * 64, 10, 22);
  return {
    filter: { bits: new Int32Array(1 << (filterBits - 5)), shift: 37 - filterBits, short: false },
    buckets,
    bucketShift,
    entries: new Int32Array(at),
    used: at,
  };
}

/** Puts an entry into its bucket, longest first. The place behind the bucket must be free. */
function insertEntry(
  index: GramIndex,
  table: KeywordTable,
  k: KeywordNumber,
  hash: number,
  gramEnd: number,
): void {
  const { entries, buckets, filter } = index;
  const bucket = (hash >>> index.bucketShift) * 2;
  const length = keywordLength(table, k);
  const size = length * 256 + gramEnd;
  const first = buckets[bucket] as number;
  let at = buckets[bucket + 1] as number;
  buckets[bucket + 1] = at + ENTRY_FIELDS;
  for (; at > first && (entries[at - ENTRY_FIELDS + ENTRY_SIZE] as number) < size; at -= ENTRY_FIELDS) {
    entries[at + ENTRY_HASH] = entries[at - ENTRY_FIELDS + ENTRY_HASH] as number;
    entries[at + ENTRY_KEYWORD] = entries[at - ENTRY_FIELDS + ENTRY_KEYWORD] as number;
    entries[at + ENTRY_SIZE] = entries[at - ENTRY_FIELDS + ENTRY_SIZE] as number;
    entries[at + ENTRY_EDGES] = entries[at - ENTRY_FIELDS + ENTRY_EDGES] as number;
  }
  entries[at + ENTRY_HASH] = hash;
  entries[at + ENTRY_KEYWORD] = k;
  entries[at + ENTRY_SIZE] = size;
  const start = table.starts[k] as number;
  entries[at + ENTRY_EDGES] =
    ((table.units[start] as number) << 16) | (table.units[start + length - 1] as number);
  const word = hash >>> filter.shift;
  filter.bits[word] = (filter.bits[word] as number) | (1 << hash);
  if (length < LONG_KEYWORD) filter.short = true;
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
