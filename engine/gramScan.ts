import type { KeywordNumber, KeywordTable } from './keywords.ts';
import { BEHIND, BLOCK_START, BYTES, FOLD, WORDS } from './normalise.ts';

/*
 * Grams: eight folded bytes in a row, by which keywords of nine units or more are found in a text. First how grams are
 * hashed, which filter tells whether any keyword is filed under a gram, and what the index of all grams looks like
 * (gramIndex.ts builds it); then the scan, from the bytes of a block to candidates: places where a gram ends that some
 * keyword is filed under.
 *
 * What the innermost loops call is a constant and not a function declaration: a declaration may be replaced, so
 * compiled code checks at each call whether it has been, which costs as much as the functions called here.
 */

/** The filter has at most 2 to this many numbers. */
export const MAX_FILTER_BITS = 17;

/**
 * Tells whether a keyword may be filed under a gram; wrong only by saying that one may be: a number per hashed gram,
 * of which two bits must be set, chosen by lower bits of the hash. A power of two long.
 */
export type GramFilter = Int32Array<ArrayBuffer>;

const HALF_FACTOR = 0x9e3779b1;
const GRAM_FACTOR = 0x85ebca6b;

/** Hash of half a gram: a word of four folded bytes. */
export const hashHalf = (word: number): number => Math.imul(word, HALF_FACTOR);

/** Hash of a gram, by the hashes of its halves. */
export const hashGram = (half: number, next: number): number => (Math.imul(half, GRAM_FACTOR) + next) | 0;

/** The class, 0 to 15, of a folded byte beside a gram. */
export const neighbourClass = (foldedByte: number): number => foldedByte & 15;

/**
 * The place in the filter for a hash; `mask` is the length of the filter less one. The shift by a constant tells the
 * compiler that the place lies within the largest filter.
 */
export const filterSlot = (gram: number, mask: number): number => (gram >>> (32 - MAX_FILTER_BITS)) & mask;

/** Lowest bit: whether the number `bits` of the filter holds the gram. */
const holds = (bits: number, gram: number): number => (bits >>> gram) & (bits >>> (gram >>> 10));

/** Fields of an entry: 16 bytes, so that an entry lies in one line of the processor's cache. */
export const ENTRY_FIELDS = 4;
export const ENTRY_KEYWORD = 0;
/** Length of the keyword × 256 + units from the keyword's start to the end of its gram. */
export const ENTRY_SIZE = 1;
/**
 * First unit of the keyword × 65,536 + its last: rejects most other keywords with the same gram without a further look.
 */
export const ENTRY_BOUNDARY_UNITS = 2;
/** The next entry of the same bucket, 0 for none. */
export const ENTRY_NEXT = 3;

/**
 * Keywords filed under the rarest of their grams, once per alignment. The entries of a bucket, chosen by the top bits of
 * the gram's hash, are linked. Memory: 32 to 64 bytes of entries and about as much for all else per keyword.
 */
export type GramIndex = {
  readonly filter: GramFilter;
  /** Bucket of a gram: its hash shifted right by this. */
  readonly bucketShift: number;
  /** The first entry of each bucket, 0 for none. */
  readonly heads: Int32Array<ArrayBuffer>;
  /** For each bucket the cost of its grams by the keywords so far, up to 255. */
  readonly counts: Uint8ClampedArray<ArrayBuffer>;
  /**
   * For each bucket a bit for each `neighbourClass` of the unit before (bits 0 to 15) and behind (16 to 31) the gram in
   * its keywords; all of them where a keyword begins or ends with its gram.
   */
  readonly neighbours: Int32Array<ArrayBuffer>;
  /** The entries, from {@link ENTRY_FIELDS} to `end`; as many as buckets have room. */
  readonly entries: Int32Array<ArrayBuffer>;
  end: number;
  /** The keywords of the table below this are filed, but short ones. */
  filed: KeywordNumber;
};

/*
 * The scan reads four bytes (a word) at a time. It folds the word and looks up, in a filter, the grams that end in the
 * middle and at the end of the word:
 *
 *     text              C A R D   P A Y M E N T   T O   A C M E
 *     words            |· · · ·|· · · ·|· · · ·|· · · ·|· · · ·|
 *     inner gram            |-------+-------|
 *     whole gram                |-------+-------|
 *
 * So grams are looked up at every second unit, and a keyword is filed once for each of its two alignments
 * (gramIndex.ts). Hits, the grams for which the filter says yes, are then narrowed down to candidates.
 *
 * Nearly all loops here have no branch, since the answers are unpredictable: a list entry is always written, and counts
 * only where the condition holds.
 */

/** For each hit, later candidate, the byte behind its gram, ascending; at last one beyond all bytes. */
export const ENDS = new Int32Array(WORDS.length * 2 + 3);
/** For each the hash of its gram, later its bucket, at last the first entry of that bucket. */
export const ENTRIES = new Int32Array(ENDS.length);
/**
 * Words with a byte beyond ASCII or with white space behind white space, ascending; behind them one beyond all words.
 */
export const IRREGULAR_WORDS = new Int32Array(WORDS.length + 1);

/** The filter of the index used last, copied to where compiled code knows address and length. */
const FILTER = new Int32Array(1 << MAX_FILTER_BITS);
let filterInUse: GramFilter | null = null;
let endInUse = 0;

/**
 * The folded bytes of four ASCII bytes: lower case, and 0 for what is not between 0x30 and 0x7A.
 */
const foldedBytes = (raw: number): number => {
  const lower = raw | 0x20202020;
  const kept = (lower + 0x50505050) & ~(lower + 0x05050505) & 0x80808080;
  return lower & (kept - (kept >>> 7));
};

/**
 * Lists the candidates for keywords of the table in the block up to byte `end`, and the irregular words. Up to
 * {@link BEHIND} bytes behind `end` are read too; the caller must reject candidates that end there.
 */
export function scanBlock(index: GramIndex, table: KeywordTable, end: number): void {
  const { filter } = index;
  if (filter !== filterInUse || index.end !== endInUse) {
    FILTER.set(filter);
    filterInUse = filter;
    endInUse = index.end;
  }
  const hits = scanWords(filter.length - 1, ((end + 3) >>> 2) + 1);
  const candidates = filterByNeighbours(index, hits);
  findEntries(index, candidates);
  findUnits(index, table, candidates);
  prefetchKeywordUnits(table.units, candidates);
  ENDS[candidates] = 0x7fffffff;
}

/** Lists hits and irregular words; returns how many hits there are. */
function scanWords(mask: number, last: number): number {
  let hits = 0;
  let irregular = 0;
  let previous = 0;
  let previousSpaces = 0;
  let innerHalf = 0;
  let wholeHalf = 0;
  for (let i = BLOCK_START >>> 2; i < last; i++) {
    const raw = WORDS[i] as number;
    const word = foldedBytes(raw);
    const inner = hashHalf((previous >>> 16) | (word << 16));
    const whole = hashHalf(word);
    const innerGram = hashGram(innerHalf, inner);
    const wholeGram = hashGram(wholeHalf, whole);
    ENDS[hits] = i * 4 + 2;
    ENTRIES[hits] = innerGram;
    hits = (hits + (holds(FILTER[filterSlot(innerGram, mask)] as number, innerGram) & 1)) | 0;
    ENDS[hits] = i * 4 + 4;
    ENTRIES[hits] = wholeGram;
    hits = (hits + (holds(FILTER[filterSlot(wholeGram, mask)] as number, wholeGram) & 1)) | 0;
    // Bytes up to 0x20 are white space, or control characters, for which a false alarm does no harm.
    const spaces = ~(raw + 0x5f5f5f5f);
    const runs = spaces & ((spaces << 8) | (previousSpaces >>> 24));
    if (((raw | runs) & 0x80808080) !== 0) IRREGULAR_WORDS[irregular++] = i;
    previous = word;
    previousSpaces = spaces;
    innerHalf = inner;
    wholeHalf = whole;
  }
  IRREGULAR_WORDS[irregular] = 0x7fffff;
  return hits;
}

/** The `neighbourClass` of a byte of the block, whether that is a folded byte or ASCII as typed. */
const NEIGHBOUR_CLASSES = Uint8Array.from({ length: 256 }, (_, byte) =>
  neighbourClass(((FOLD[byte] as number) >>> 16) & 0xff),
);

/** Of the hits keeps those whose bucket has a keyword with the classes of the units before and behind the gram. */
function filterByNeighbours({ neighbours, bucketShift }: GramIndex, hits: number): number {
  let kept = 0;
  for (let h = 0; h < hits; h++) {
    const end = ENDS[h] as number;
    const bucket = (ENTRIES[h] as number) >>> bucketShift;
    const before = NEIGHBOUR_CLASSES[BYTES[end - 9] as number] as number;
    const after = NEIGHBOUR_CLASSES[BYTES[end] as number] as number;
    const bits = neighbours[bucket] as number;
    ENDS[kept] = end;
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

/** Finds the first entries of the first `count` candidates. */
function findEntries({ heads }: GramIndex, count: number): void {
  for (let c = 0; c < count; c++) ENTRIES[c] = heads[ENTRIES[c] as number] as number;
}

/**
 * For each candidate, where its first entry's keyword begins and ends in the table; 0 where verification will not read
 * it.
 */
const FIRST_UNITS = new Int32Array(ENDS.length);
const LAST_UNITS = new Int32Array(ENDS.length);

function findUnits({ entries }: GramIndex, { starts }: KeywordTable, count: number): void {
  for (let c = 0; c < count; c++) {
    const first = ENTRIES[c] as number;
    const size = entries[first + ENTRY_SIZE] as number;
    const from = Math.max(0, (ENDS[c] as number) - (size & 255));
    // Upper and lower case of a letter share these bits. Where they differ, verification will not read the keyword.
    const differs = ((entries[first + ENTRY_BOUNDARY_UNITS] as number) >>> 16) ^ (BYTES[from] as number);
    const wanted =
      (starts[entries[first + ENTRY_KEYWORD] as number] as number) & (((differs & 31) - 1) >> 31);
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
