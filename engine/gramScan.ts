import { BEHIND, BLOCK_START, BYTES, FOLD, WORDS } from './normalise.ts';

/*
 * Grams: four or eight folded bytes in a row, by which keywords are found in a text. First how grams are hashed, which
 * filter tells whether any keyword is filed under a gram, and what the index of all grams looks like (gramIndex.ts builds
 * it); then the scan, from the bytes of a block to candidates: places where a gram ends that some keyword is filed under.
 *
 * A 4-gram is always taken along with one neighbour: the unit behind it or, where a keyword ends with it, the one
 * before.
 *
 * What the innermost loops call is a constant and not a function declaration: a declaration may be replaced, so
 * compiled code checks at each call whether it has been, which costs as much as the functions called here.
 */

/** The filter of 8-grams has at most 2 to this many numbers. */
export const MAX_LONG_BITS = 17;
/** The filter of 4-grams has at most 2 to this many numbers. */
export const MAX_SHORT_BITS = 15;

/**
 * Tells whether a keyword may be filed under a gram; wrong only by saying that one may be. Two filters, each with a
 * number of 32 bits per hashed gram; their lengths are powers of two.
 */
export type GramFilter = {
  /** 8-grams: two bits of the number must be set, chosen by lower bits of the hash. */
  readonly long: Int32Array<ArrayBuffer>;
  /** 4-grams: one bit for the neighbour. */
  readonly short: Int32Array<ArrayBuffer>;
};

const GRAM_FACTOR = 0x9e3779b1;
const LONG_FACTOR = 0x85ebca6b;

/** Hash of the 4-gram of a word of four folded bytes. */
export const hashGram = (word: number): number => Math.imul(word, GRAM_FACTOR);

/** Hash of the 8-gram of two 4-grams, given by their hashes. */
export const hashPair = (gram: number, next: number): number => (Math.imul(gram, LONG_FACTOR) + next) | 0;

/** Hash of a 4-gram with its neighbour, which is a {@link neighbourBehind} or a {@link neighbourBefore}. */
export const hashWithNeighbour = (gram: number, neighbour: number): number =>
  Math.imul(gram + neighbour, LONG_FACTOR);

/** The neighbour behind a 4-gram, by the hash of the next 4-gram, whose lowest byte tells its first folded byte. */
export const neighbourBehind = (next: number): number => next & 0xff;

/** The neighbour before a 4-gram, by its folded byte. */
export const neighbourBefore = (foldedByte: number): number => 0x100 | (foldedByte & 0xff);

/** The class, 0 to 15, of a folded byte beside a gram. */
export const neighbourClass = (foldedByte: number): number => foldedByte & 15;

/**
 * The place in the filter of 8-grams for a hash; `mask` is the length of the filter less one. The shift by a constant
 * tells the compiler that the place lies within the largest filter.
 */
export const longSlot = (pair: number, mask: number): number => (pair >>> (32 - MAX_LONG_BITS)) & mask;

/** The place in the filter of 4-grams for the hash of a 4-gram without its neighbour. */
export const shortSlot = (gram: number, mask: number): number => (gram >>> (32 - MAX_SHORT_BITS)) & mask;

/** Lowest bit: whether the number `bits` of the filter holds the 8-gram. */
const holdsLong = (bits: number, pair: number): number => (bits >>> pair) & (bits >>> (pair >>> 10));

/** Lowest bit: whether the number `bits` of the filter holds a 4-gram with the neighbour behind or before it. */
const holdsShort = (bits: number, next: number, before: number): number =>
  (bits >>> next) | (bits >>> before);

/** Fields of an entry: 16 bytes, so that an entry lies in one line of the processor's cache. */
export const ENTRY_FIELDS = 4;
export const ENTRY_KEYWORD = 0;
/** Length of the keyword × 256 + units from the keyword's start to the end of its gram. */
export const ENTRY_SIZE = 1;
/**
 * First unit of the keyword × 65,536 + its last: rejects most other keywords with the same gram without a further look.
 */
export const ENTRY_BOUNDARY_UNITS = 2;
/** Where the keyword's units begin in the table. */
export const ENTRY_START = 3;

/**
 * Keywords filed under the rarest of their grams, once per alignment. Bucket b, chosen by the top bits of the gram's
 * hash, is `entries[buckets[2 * b]] … entries[buckets[2 * b + 1] - 1]`, longest keyword first. Memory: 32 bytes of
 * entries and about 20 of buckets and filter per keyword.
 */
export type GramIndex = {
  readonly filter: GramFilter;
  readonly buckets: Int32Array<ArrayBuffer>;
  /** Bucket of an 8-gram: its hash shifted right by this. */
  readonly bucketShift: number;
  /**
   * Bucket of a 4-gram: `firstShort` + its hash shifted right by this. These buckets are few and stay in the caches.
   */
  readonly shortShift: number;
  readonly firstShort: number;
  /**
   * For each bucket a bit for each `neighbourClass` of the unit before (bits 0 to 15) and behind (16 to 31) the gram in
   * its keywords; all of them where a keyword begins or ends with its gram.
   */
  readonly neighbours: Int32Array<ArrayBuffer>;
  readonly entries: Int32Array<ArrayBuffer>;
};

/*
 * The scan reads four bytes (a word) at a time. It folds the word and looks up, in a filter, the 4-grams that end
 * before the middle and before the end of the word, along with what follows them:
 *
 *     text              C A R D   P A Y M E N T   T O   A C M E
 *     words            |· · · ·|· · · ·|· · · ·|· · · ·|· · · ·|
 *     inner gram            |-------|+++++++|                     followed by the gram up to the middle of a word
 *     whole gram                |-------|+++++++|                 followed by the gram up to its end
 *
 * So grams are looked up at every second unit, and a keyword is filed once for each of its two alignments
 * (gramIndex.ts). Hits, the words for which the filter says yes, are then narrowed down to candidates.
 *
 * Nearly all loops here have no branch, since the answers are unpredictable: a list entry is always written, and counts
 * only where the condition holds.
 */

/** Words in which an 8-gram of some keyword may end, ascending. */
const LONG_HITS = new Int32Array(WORDS.length + 1);
/** Words before or in the middle of which a 4-gram of some keyword may end, ascending. */
export const SHORT_HITS = new Int32Array(WORDS.length + 1);
/** Words with a byte beyond ASCII or with two white-space characters in a row, ascending. */
export const IRREGULAR_WORDS = new Int32Array(WORDS.length + 1);

/** The filter of the index used last, copied to where compiled code knows address and length. */
const LONG_FILTER = new Int32Array(1 << MAX_LONG_BITS);
const SHORT_FILTER = new Int32Array(1 << MAX_SHORT_BITS);
let filterInUse: GramFilter | null = null;

/** How many hits of either size, and how many irregular words, the last scan has found. */
export type ScanCounts = { long: number; short: number; irregular: number };

/**
 * The folded bytes of four ASCII bytes: lower case, and 0 for what is not between 0x30 and 0x7A.
 */
const foldedBytes = (raw: number): number => {
  const lower = raw | 0x20202020;
  const kept = (lower + 0x50505050) & ~(lower + 0x05050505) & 0x80808080;
  return lower & (kept - (kept >>> 7));
};

/**
 * Scans the block up to byte `end` and returns what it found, in an object that the next call overwrites. Up to
 * {@link BEHIND} bytes behind `end` are read too; the caller must reject candidates that end there.
 */
export function scanBlock(filter: GramFilter, end: number): ScanCounts {
  if (filter !== filterInUse) {
    LONG_FILTER.set(filter.long);
    SHORT_FILTER.set(filter.short);
    filterInUse = filter;
  }
  scanWords(filter.long.length - 1, filter.short.length - 1, ((end + 3) >>> 2) + 1, counts);
  return counts;
}

const counts: ScanCounts = { long: 0, short: 0, irregular: 0 };

function scanWords(longMask: number, shortMask: number, last: number, found: ScanCounts): void {
  let longHits = 0;
  let shortHits = 0;
  let irregular = 0;
  let before = 0;
  let previous = 0;
  let previousSpaces = 0;
  let innerGram = 0;
  let wholeGram = 0;
  for (let i = BLOCK_START >>> 2; i < last; i++) {
    const raw = WORDS[i] as number;
    const word = foldedBytes(raw);
    const inner = hashGram((previous >>> 16) | (word << 16));
    const whole = hashGram(word);
    const innerPair = hashPair(innerGram, inner);
    const wholePair = hashPair(wholeGram, whole);
    const long =
      holdsLong(LONG_FILTER[longSlot(innerPair, longMask)] as number, innerPair) |
      holdsLong(LONG_FILTER[longSlot(wholePair, longMask)] as number, wholePair);
    const short =
      holdsShort(SHORT_FILTER[shortSlot(innerGram, shortMask)] as number, inner, before >>> 8) |
      holdsShort(SHORT_FILTER[shortSlot(wholeGram, shortMask)] as number, whole, before >>> 24);
    LONG_HITS[longHits] = i;
    longHits = (longHits + (long & 1)) | 0;
    SHORT_HITS[shortHits] = i;
    shortHits = (shortHits + (short & 1)) | 0;
    // Bytes up to 0x20 are white space, or control characters, for which a false alarm does no harm.
    const spaces = ~(raw + 0x5f5f5f5f);
    const runs = spaces & ((spaces << 8) | (previousSpaces >>> 24));
    if (((raw | runs) & 0x80808080) !== 0) IRREGULAR_WORDS[irregular++] = i;
    before = previous;
    previous = word;
    previousSpaces = spaces;
    innerGram = inner;
    wholeGram = whole;
  }
  found.long = longHits;
  found.short = shortHits;
  found.irregular = irregular;
}

/** For each candidate, where its gram ends × 2 + whether it is a 4-gram. Ascending. */
const PLACES = new Int32Array(WORDS.length * 4 + 4);
/** For each candidate, first the bucket of its gram, then where the entries of that bucket begin. */
const ENTRIES = new Int32Array(PLACES.length);
const ENTRIES_END = new Int32Array(PLACES.length);

/** The byte behind the gram of candidate `c`; beyond all bytes for the one behind the last candidate. */
export function candidateEnd(c: number): number {
  return (PLACES[c] as number) >>> 1;
}

/** Where the entries of the candidate's keywords begin. */
export function candidateEntries(c: number): number {
  return ENTRIES[c] as number;
}

/** Where the entries of the candidate's keywords end. */
export function candidateEntriesEnd(c: number): number {
  return ENTRIES_END[c] as number;
}

/**
 * Lists the candidates for keywords that are filed under 8-grams, from the first `hits` of the last scan, and returns
 * how many there are. `units` are those of the keywords.
 */
export function listLongCandidates(index: GramIndex, units: Uint16Array, hits: number): number {
  return listCandidates(index, units, expandLongHits(index, hits));
}

/** {@link listLongCandidates} for keywords that are filed under 4-grams. */
export function listShortCandidates(index: GramIndex, units: Uint16Array, hits: number): number {
  return listCandidates(index, units, expandShortHits(index, hits));
}

function listCandidates(index: GramIndex, units: Uint16Array, count: number): number {
  const candidates = filterByNeighbours(index, count);
  findEntries(index, candidates);
  findUnits(index, candidates);
  prefetchKeywordUnits(units, candidates);
  PLACES[candidates] = 0x7fffffff;
  return candidates;
}

/** Lists every 8-gram of the hits that the filter holds. */
function expandLongHits({ filter, bucketShift }: GramIndex, hits: number): number {
  const mask = filter.long.length - 1;
  let count = 0;
  for (let h = 0; h < hits; h++) {
    const i = LONG_HITS[h] as number;
    const before = foldedBytes(WORDS[i - 2] as number);
    const previous = foldedBytes(WORDS[i - 1] as number);
    const word = foldedBytes(WORDS[i] as number);
    const innerPair = hashPair(
      hashGram((before >>> 16) | (previous << 16)),
      hashGram((previous >>> 16) | (word << 16)),
    );
    const wholePair = hashPair(hashGram(previous), hashGram(word));
    const place = i * 8;
    PLACES[count] = place + 4;
    ENTRIES[count] = innerPair >>> bucketShift;
    count += holdsLong(LONG_FILTER[longSlot(innerPair, mask)] as number, innerPair) & 1;
    PLACES[count] = place + 8;
    ENTRIES[count] = wholePair >>> bucketShift;
    count += holdsLong(LONG_FILTER[longSlot(wholePair, mask)] as number, wholePair) & 1;
  }
  return count;
}

/** Lists every 4-gram of the hits that the filter holds, once for each neighbour that the filter holds it with. */
function expandShortHits({ filter, shortShift, firstShort }: GramIndex, hits: number): number {
  const mask = filter.short.length - 1;
  let count = 0;
  for (let h = 0; h < hits; h++) {
    const i = SHORT_HITS[h] as number;
    const before = foldedBytes(WORDS[i - 2] as number);
    const previous = foldedBytes(WORDS[i - 1] as number);
    const word = foldedBytes(WORDS[i] as number);
    const innerGram = hashGram((before >>> 16) | (previous << 16));
    const inner = hashGram((previous >>> 16) | (word << 16));
    const wholeGram = hashGram(previous);
    const whole = hashGram(word);
    const place = i * 8;
    const innerBits = SHORT_FILTER[shortSlot(innerGram, mask)] as number;
    PLACES[count] = place - 3;
    ENTRIES[count] = firstShort + (hashWithNeighbour(innerGram, neighbourBehind(inner)) >>> shortShift);
    count += (innerBits >>> inner) & 1;
    PLACES[count] = place - 3;
    ENTRIES[count] =
      firstShort + (hashWithNeighbour(innerGram, neighbourBefore(before >>> 8)) >>> shortShift);
    count += (innerBits >>> (before >>> 8)) & 1;
    const wholeBits = SHORT_FILTER[shortSlot(wholeGram, mask)] as number;
    PLACES[count] = place + 1;
    ENTRIES[count] = firstShort + (hashWithNeighbour(wholeGram, neighbourBehind(whole)) >>> shortShift);
    count += (wholeBits >>> whole) & 1;
    PLACES[count] = place + 1;
    ENTRIES[count] =
      firstShort + (hashWithNeighbour(wholeGram, neighbourBefore(before >>> 24)) >>> shortShift);
    count += (wholeBits >>> (before >>> 24)) & 1;
  }
  return count;
}

/** The `neighbourClass` of a byte of the block, whether that is a folded byte or ASCII as typed. */
const NEIGHBOUR_CLASSES = Uint8Array.from({ length: 256 }, (_, byte) =>
  neighbourClass(((FOLD[byte] as number) >>> 16) & 0xff),
);

/**
 * Of the first `count` keeps those whose bucket has a keyword with the classes of the units before and behind the gram.
 */
function filterByNeighbours(index: GramIndex, count: number): number {
  const { neighbours } = index;
  let kept = 0;
  for (let c = 0; c < count; c++) {
    const place = PLACES[c] as number;
    const bucket = ENTRIES[c] as number;
    const end = place >>> 1;
    const before = NEIGHBOUR_CLASSES[BYTES[end - 9 + (place & 1) * 4] as number] as number;
    const after = NEIGHBOUR_CLASSES[BYTES[end] as number] as number;
    const bits = neighbours[bucket] as number;
    PLACES[kept] = place;
    ENTRIES[kept] = bucket;
    kept += (bits >>> before) & (bits >>> (after + 16)) & 1;
  }
  return kept;
}

/*
 * The next three functions read of the index what verifying the candidates will read, each what the one before has
 * found. The processor waits for many of these reads at a time, the more the less it has to do in between; verification
 * would wait for one after the other.
 */

/** Finds the entries of the first `count` candidates. */
function findEntries({ buckets }: GramIndex, count: number): void {
  for (let c = 0; c < count; c++) {
    const bucket = (ENTRIES[c] as number) * 2;
    ENTRIES[c] = buckets[bucket] as number;
    ENTRIES_END[c] = buckets[bucket + 1] as number;
  }
}

/**
 * For each candidate, where its first entry's keyword begins and ends in the table; 0 where verification will not read
 * it.
 */
const FIRST_UNITS = new Int32Array(PLACES.length);
const LAST_UNITS = new Int32Array(PLACES.length);

function findUnits({ entries }: GramIndex, count: number): void {
  for (let c = 0; c < count; c++) {
    const first = ENTRIES[c] as number;
    const size = entries[first + ENTRY_SIZE] as number;
    const from = Math.max(0, ((PLACES[c] as number) >>> 1) - (size & 255));
    // Upper and lower case of a letter share these bits. Where they differ, verification will not read the keyword.
    const differs = ((entries[first + ENTRY_BOUNDARY_UNITS] as number) >>> 16) ^ (BYTES[from] as number);
    const wanted = (entries[first + ENTRY_START] as number) & (((differs & 31) - 1) >> 31);
    FIRST_UNITS[c] = wanted;
    LAST_UNITS[c] = wanted + (size >>> 8) - 1;
  }
}

/** Holds what {@link prefetchKeywordUnits} read. Exported, so that no compiler may leave out the reading. */
export const prefetched = { value: 0 };

function prefetchKeywordUnits(units: Uint16Array, count: number): void {
  let value = 0;
  for (let c = 0; c < count; c++) {
    value ^= (units[FIRST_UNITS[c] as number] as number) ^ (units[LAST_UNITS[c] as number] as number);
  }
  prefetched.value = value;
}
