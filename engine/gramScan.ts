/**
 * The scan for grams, four units at a time. It works on skeletons (fold.ts), four bytes to an aligned word, and looks
 * up the two 4-grams before the middle and before the end of each word, along with what follows them
 *
 *     text    C A R D   P A Y M E N T   T O   A C M E
 *     words  |· · · ·|· · · ·|· · · ·|· · · ·|· · · ·|
 *     looked up   |-------|+++++++|                        gram and what follows it, up to the middle of a word
 *     with a word     |-------|+++++++|                    the same up to its end
 *
 * in a filter of 32 bits per hashed 4-gram. So grams are looked up at every second unit, and a keyword is filed twice:
 * for lying at an even and at an odd place (gramIndex.ts).
 */

/** Units of text in work at once: a block. */
export const BLOCK_UNITS = 1 << 14;
/** Where a block begins in {@link BYTES}: what is looked at before it is white space. */
export const BLOCK_START = 8;
/** What is scanned behind the end, so that the grams that end there are seen with what follows them. */
export const BEHIND = 8;

const GRAM_FACTOR = 0x9e3779b1;
const LONG_FACTOR = 0x85ebca6b;
/*
 * Working memory, 2.3 MB with candidates.ts, lines.ts and block.ts for the life of the program. That it is constant and
 * of a fixed size is a good part of the speed: the compiled loops know addresses and bounds. Between calls only the copy
 * of a filter is kept.
 */
export const BYTES = new Uint8Array(BLOCK_START + BLOCK_UNITS * 3 + BEHIND);
export const WORDS = new Int32Array(BYTES.buffer);
/** Words in which an 8-gram of some keyword may end, ascending. */
export const LONG_HITS = new Int32Array(WORDS.length + 1);
/** Words before or in the middle of which a 4-gram of some keyword may end, ascending. */
export const SHORT_HITS = new Int32Array(WORDS.length + 1);
/** Words with a byte beyond ASCII or with two white-space characters in a row, ascending. */
export const IRREGULAR_WORDS = new Int32Array(WORDS.length + 1);

/** A filter of 8-grams has at most 2 to this many numbers. */
export const MAX_LONG_BITS = 17;
/** The same for 4-grams. */
export const MAX_SHORT_BITS = 15;

/** What the scan looks for, as it stays once the index is built: two filters, each a number of 32 bits per hashed gram; their lengths are powers of two. */
export type GramFilter = {
  /** 8-grams: two bits of the number must be set, chosen by lower bits of the hash. */
  readonly long: Int32Array<ArrayBuffer>;
  /** 4-grams: one bit for the unit that follows or, where a keyword ends with its gram, for the one before. */
  readonly short: Int32Array<ArrayBuffer>;
};

/** The filter of the index used last, where the compiled loops know it. */
export const LONG_FILTER = new Int32Array(1 << MAX_LONG_BITS);
export const SHORT_FILTER = new Int32Array(1 << MAX_SHORT_BITS);
let filterInUse: GramFilter | null = null;

/** How many hits of either size and irregular words a scan has found. */
export type Found = { long: number; short: number; irregular: number };

/*
 * What the loops below call is a constant, not a function declaration: the latter may be replaced, and so compiled code
 * looks at each call whether it has been, which costs as much as what is called.
 */

/** Hash of the 4-gram of a word of skeletons. */
export const hashGram = (word: number): number => Math.imul(word, GRAM_FACTOR);

/** Hash of the 8-gram of two 4-grams. */
export const hashPair = (gram: number, next: number): number => (Math.imul(gram, LONG_FACTOR) + next) | 0;

/**
 * Hash of a 4-gram with the unit behind it (`side` is {@link behindGram} of the next gram's hash) or before it
 * ({@link beforeGram} of its skeleton).
 */
export const hashSide = (gram: number, side: number): number => Math.imul(gram + side, LONG_FACTOR);

/** The lowest byte of a hash says which unit its gram begins with. */
export const behindGram = (next: number): number => next & 0xff;

export const beforeGram = (skeleton: number): number => 0x100 | (skeleton & 0xff);

/** The number from 0 to 15 that stands for a skeleton beside a gram. */
export const sideOf = (skeleton: number): number => skeleton & 15;

/**
 * Which number of a filter stands for a hash. A shift by a constant tells the compiler that it lies within the largest
 * filter; `mask` is the length of the filter less one.
 */
export const longSlot = (pair: number, mask: number): number => (pair >>> (32 - MAX_LONG_BITS)) & mask;

export const shortSlot = (gram: number, mask: number): number => (gram >>> (32 - MAX_SHORT_BITS)) & mask;

/** Puts an 8-gram into the filter. */
export function addLongGram(filter: GramFilter, pair: number): void {
  const at = longSlot(pair, filter.long.length - 1);
  filter.long[at] = (filter.long[at] as number) | (1 << pair) | (1 << (pair >>> 10));
}

/** Puts a 4-gram into the filter with the unit that `side` stands for. */
export function addShortGram(filter: GramFilter, gram: number, side: number): void {
  const at = shortSlot(gram, filter.short.length - 1);
  filter.short[at] = (filter.short[at] as number) | (1 << side);
}

/** Lowest bit: whether the number `bits` of the filter holds the 8-gram. */
export const holdsLong = (bits: number, pair: number): number => (bits >>> pair) & (bits >>> (pair >>> 10));

/** Lowest bit: whether the number `bits` of the filter holds a 4-gram with what follows or stands before it. */
export const holdsShort = (bits: number, next: number, before: number): number =>
  (bits >>> next) | (bits >>> before);

/** The skeletons of four ASCII bytes: lower case, then 0 for what is not between 0x30 and 0x7A. */
export const skeletons = (raw: number): number => {
  const lower = raw | 0x20202020;
  const kept = (lower + 0x50505050) & ~(lower + 0x05050505) & 0x80808080;
  return lower & (kept - (kept >>> 7));
};

/**
 * Scans the block from {@link BLOCK_START} to byte `end`. Up to {@link BEHIND} bytes behind `end` are read too; what
 * they yield is for the caller to reject.
 */
export function scanGrams(filter: GramFilter, end: number, found: Found): void {
  if (filter !== filterInUse) {
    LONG_FILTER.set(filter.long);
    SHORT_FILTER.set(filter.short);
    filterInUse = filter;
  }
  scanWords(filter.long.length - 1, filter.short.length - 1, ((end + 3) >>> 2) + 1, found);
}

function scanWords(longMask: number, shortMask: number, last: number, found: Found): void {
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
    const word = skeletons(raw);
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
    // Without a branch, since nobody could foretell it; the next word overwrites what is no hit.
    LONG_HITS[longHits] = i;
    longHits = (longHits + (long & 1)) | 0;
    SHORT_HITS[shortHits] = i;
    shortHits = (shortHits + (short & 1)) | 0;
    // A byte of at most 0x20 is white space (or a control character, which does no harm here).
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
