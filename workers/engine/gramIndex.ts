import { FOLD } from './fold.ts';
import { type KeywordNumber, type KeywordTable, keywordLength } from './keywords.ts';

/** Units of a gram: the shortest keyword that can be contained has five. */
export const GRAM = 5;
/**
 * Rolling hash of the last five folded units: `h = (h << GRAM_SHIFT) + FOLD[unit]`. Five shifts by seven push a
 * unit out of the 32 bits, so the window slides without anything being taken away.
 */
export const GRAM_SHIFT = 7;
/** Entries of a bucket; keywords that find all their buckets full go to the automaton. */
export const MAX_BUCKET = 16;

/** Fields of an entry. */
export const ENTRY_HASH = 0;
export const ENTRY_KEYWORD = 1;
/** Where the keyword starts in the units of the keyword table. */
export const ENTRY_START = 2;
/** Length of the keyword × 256 + units from the keyword's start to the end of its gram. */
export const ENTRY_SIZE = 3;
export const ENTRY_FIELDS = 4;

/** Only the first grams of a keyword are looked at, so that the position fits eight bits. */
const MAX_GRAM_END = 255;

/**
 * Each keyword filed once, under the rarest of its 5-grams. `filter` has one bit per hashed gram (the top bits
 * of the hash choose the word, the low five the bit); bucket b, chosen by the top bits too, is
 * `entries[bucketStarts[b]] … entries[bucketEnds[b] - 1]`, longest keyword first.
 */
export type GramIndex = {
  readonly filter: Int32Array<ArrayBuffer>;
  readonly filterShift: number;
  readonly bucketStarts: Int32Array<ArrayBuffer>;
  readonly bucketEnds: Int32Array<ArrayBuffer>;
  readonly bucketShift: number;
  entries: Int32Array<ArrayBuffer>;
  /** Numbers of `entries` in use, those left behind by moved buckets included. */
  used: number;
};

/**
 * Files `keywords` (each with at least {@link GRAM} units). Linear in their total length. Returns the index and
 * the keywords that share even their rarest gram with too many others.
 */
export function buildGramIndex(
  table: KeywordTable,
  keywords: Int32Array,
): { index: GramIndex; hard: KeywordNumber[] } {
  const counts = countGrams(table, keywords);
  const bucketBits = clampBits(keywords.length, 4, 17);
  const filterBits = clampBits(keywords.length * 24, 10, 21);
  const bucketShift = 32 - bucketBits;
  const filterShift = 37 - filterBits;
  const loads = new Uint8Array(1 << bucketBits);
  const hashes = new Int32Array(keywords.length);
  const gramEnds = new Uint8Array(keywords.length);
  const hard: KeywordNumber[] = [];
  const choice = { hash: 0, end: 0 };
  for (let i = 0; i < keywords.length; i++) {
    const k = keywords[i] ?? 0;
    chooseGram(table, k, counts, loads, bucketShift, choice);
    const bucket = choice.hash >>> bucketShift;
    if ((loads[bucket] ?? 0) >= MAX_BUCKET) {
      hard.push(k);
      continue;
    }
    loads[bucket] = (loads[bucket] ?? 0) + 1;
    hashes[i] = choice.hash;
    gramEnds[i] = choice.end;
  }
  const index: GramIndex = {
    filter: new Int32Array(1 << (filterBits - 5)),
    filterShift,
    bucketStarts: new Int32Array(1 << bucketBits),
    bucketEnds: new Int32Array(1 << bucketBits),
    bucketShift,
    entries: new Int32Array((keywords.length + 64) * ENTRY_FIELDS),
    used: 0,
  };
  layOut(index, loads);
  for (let i = 0; i < keywords.length; i++) {
    const end = gramEnds[i] ?? 0;
    if (end > 0) insertEntry(index, table, keywords[i] ?? 0, hashes[i] ?? 0, end);
  }
  return { index, hard };
}

/** Files one more keyword in a finished index. Its bucket is moved to the end of the entries where it is full. */
export function addToGramIndex(index: GramIndex, table: KeywordTable, k: KeywordNumber): void {
  const loads = (bucket: number) => (index.bucketEnds[bucket] ?? 0) - (index.bucketStarts[bucket] ?? 0);
  const { units, starts } = table;
  const start = starts[k] ?? 0;
  const last = start + Math.min(keywordLength(table, k), MAX_GRAM_END);
  let hash = 0;
  let best = { hash: 0, end: 0, load: Number.POSITIVE_INFINITY };
  for (let i = start; i < last; i++) {
    hash = ((hash << GRAM_SHIFT) + (FOLD[units[i] ?? 0] ?? 0)) | 0;
    const load = loads(hash >>> index.bucketShift);
    if (i - start >= GRAM - 1 && load < best.load) best = { hash, end: i + 1 - start, load };
  }
  moveBucket(index, best.hash >>> index.bucketShift);
  insertEntry(index, table, k, best.hash, best.end);
}

type GramChoice = { hash: number; end: number };

/** How often each hashed gram occurs in the keywords; counts stop at 255. */
function countGrams(table: KeywordTable, keywords: Int32Array): Uint8ClampedArray {
  const { units, starts } = table;
  const bits = clampBits(keywords.length * 16, 10, 20);
  const counts = new Uint8ClampedArray(1 << bits);
  const shift = 32 - bits;
  for (let n = 0; n < keywords.length; n++) {
    const k = keywords[n] ?? 0;
    const start = starts[k] ?? 0;
    const last = Math.min(starts[k + 1] ?? 0, start + MAX_GRAM_END);
    let hash = 0;
    for (let i = start; i < last; i++) {
      hash = ((hash << GRAM_SHIFT) + (FOLD[units[i] ?? 0] ?? 0)) | 0;
      if (i - start >= GRAM - 1) {
        const slot = hash >>> shift;
        counts[slot] = (counts[slot] ?? 0) + 1;
      }
    }
  }
  return counts;
}

/** The rarest gram of keyword `k`; among equals the one with the emptiest bucket, so that load spreads. */
function chooseGram(
  table: KeywordTable,
  k: KeywordNumber,
  counts: Uint8ClampedArray,
  loads: Uint8Array,
  bucketShift: number,
  choice: GramChoice,
): void {
  const { units, starts } = table;
  const shift = 32 - Math.log2(counts.length);
  const start = starts[k] ?? 0;
  const last = Math.min(starts[k + 1] ?? 0, start + MAX_GRAM_END);
  let best = Number.MAX_SAFE_INTEGER;
  let hash = 0;
  for (let i = start; i < last; i++) {
    hash = ((hash << GRAM_SHIFT) + (FOLD[units[i] ?? 0] ?? 0)) | 0;
    if (i - start < GRAM - 1) continue;
    const load = loads[hash >>> bucketShift] ?? 0;
    const cost = (counts[hash >>> shift] ?? 0) * 256 + load + (load >= MAX_BUCKET ? 1 << 20 : 0);
    if (cost < best) {
      best = cost;
      choice.hash = hash;
      choice.end = i + 1 - start;
    }
  }
}

/** Gives each bucket its place; the entries follow by {@link insertEntry}. */
function layOut(index: GramIndex, loads: Uint8Array): void {
  let at = 0;
  for (let bucket = 0; bucket < loads.length; bucket++) {
    index.bucketStarts[bucket] = at;
    index.bucketEnds[bucket] = at;
    at += (loads[bucket] ?? 0) * ENTRY_FIELDS;
  }
  index.used = at;
}

/** Puts an entry into its bucket, longest first. The place behind the bucket must be free. */
function insertEntry(
  index: GramIndex,
  table: KeywordTable,
  k: KeywordNumber,
  hash: number,
  gramEnd: number,
): void {
  const { entries, bucketStarts, bucketEnds } = index;
  const bucket = hash >>> index.bucketShift;
  const first = bucketStarts[bucket] ?? 0;
  const size = keywordLength(table, k) * 256 + gramEnd;
  let at = bucketEnds[bucket] ?? 0;
  bucketEnds[bucket] = at + ENTRY_FIELDS;
  for (; at > first && (entries[at - ENTRY_FIELDS + ENTRY_SIZE] ?? 0) < size; at -= ENTRY_FIELDS) {
    entries.copyWithin(at, at - ENTRY_FIELDS, at);
  }
  entries[at + ENTRY_HASH] = hash;
  entries[at + ENTRY_KEYWORD] = k;
  entries[at + ENTRY_START] = table.starts[k] ?? 0;
  entries[at + ENTRY_SIZE] = size;
  const word = hash >>> index.filterShift;
  index.filter[word] = (index.filter[word] ?? 0) | (1 << hash);
}

/** Moves a bucket to the end of the entries with room for one more. */
function moveBucket(index: GramIndex, bucket: number): void {
  const start = index.bucketStarts[bucket] ?? 0;
  const end = index.bucketEnds[bucket] ?? 0;
  const needed = index.used + (end - start) + ENTRY_FIELDS;
  if (needed > index.entries.length) {
    const larger = new Int32Array(needed + (needed >>> 3) + 1024);
    larger.set(index.entries);
    index.entries = larger;
  }
  index.entries.copyWithin(index.used, start, end);
  index.bucketStarts[bucket] = index.used;
  index.bucketEnds[bucket] = index.used + (end - start);
  index.used = needed;
}

function clampBits(wanted: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(Math.max(1, wanted)))));
}
