import { FOLD } from './fold.ts';

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

/** Units encoded at once. */
export const CHUNK = 1 << 14;
const MOST_BYTES = CHUNK * 3 + 8;
/** Single lines are written behind the chunk, so that both can be in work at a time. */
export const LINE_AREA = MOST_BYTES + (-MOST_BYTES & 3);
/** Units of a line written at once. */
export const LINE_WINDOW = 1 << 14;

const GRAM_FACTOR = 0x9e3779b1;
const LONG_FACTOR = 0x85ebca6b;
/** What is scanned behind the end, so that the grams that end there are seen with what follows them. */
export const BEHIND = 8;

/*
 * Working memory, 0.2 MB for the life of the program. That it is constant and of a fixed size is a good part of
 * the speed: the compiled loop knows addresses and bounds. Nothing is kept there between calls.
 */
export const BYTES = new Uint8Array(LINE_AREA + LINE_WINDOW + BEHIND);
const WORDS = new Int32Array(BYTES.buffer);
/** Words in which a gram of some keyword may end, ascending. */
export const HITS = new Int32Array(WORDS.length + 1);
/** Words with a byte beyond ASCII or with two white-space characters in a row, ascending. */
export const IRREGULAR_WORDS = new Int32Array(WORDS.length + 1);

/** What the scan looks for: two filters, each a number of 32 bits per hashed gram, chosen by the top bits of its hash. */
export type GramFilter = {
  /** 8-grams: two bits of the number must be set, chosen by lower bits of the hash. */
  readonly long: Int32Array<ArrayBuffer>;
  readonly longShift: number;
  /** 4-grams: one bit for the unit that follows, all of them where a keyword ends with its gram. */
  readonly short: Int32Array<ArrayBuffer>;
  readonly shortShift: number;
};

/** How many hits and irregular words there are; a scan appends to them. */
export type Found = { hits: number; irregular: number };

/** Hash of the 4-gram of a word of skeletons. */
export function hashGram(word: number): number {
  return Math.imul(word, GRAM_FACTOR);
}

/** Hash of the 8-gram of two 4-grams. */
export function hashPair(gram: number, next: number): number {
  return (Math.imul(gram, LONG_FACTOR) + next) | 0;
}

/** Puts an 8-gram into the filter. */
export function addLongGram(filter: GramFilter, pair: number): void {
  const at = pair >>> filter.longShift;
  filter.long[at] = (filter.long[at] as number) | (1 << pair) | (1 << (pair >>> 10));
}

/** Puts a 4-gram into the filter; `next` is the hash of the 4-gram behind it, null where the keyword ends before. */
export function addShortGram(filter: GramFilter, gram: number, next: number | null): void {
  const at = gram >>> filter.shortShift;
  filter.short[at] = (filter.short[at] as number) | (next === null ? -1 : 1 << next);
}

/** Lowest bit: whether the number `bits` of the filter holds the 8-gram. */
function holdsLong(bits: number, pair: number): number {
  return (bits >>> pair) & (bits >>> (pair >>> 10));
}

/** The skeletons of four ASCII bytes: lower case, then 0 for what is not between 0x30 and 0x7A. */
function skeletons(raw: number): number {
  const lower = raw | 0x20202020;
  const kept = (lower + 0x50505050) & ~(lower + 0x05050505) & 0x80808080;
  return lower & (kept - (kept >>> 7));
}

/**
 * Scans bytes `start` (a multiple of four) to `end` and appends to what was found. Up to {@link BEHIND} bytes behind
 * `end` are read too; what they yield is for the caller to reject.
 */
export function scanGrams(filter: GramFilter, start: number, end: number, found: Found): void {
  const { long, longShift, short, shortShift } = filter;
  const last = ((end + 3) >>> 2) + 1;
  let { hits, irregular } = found;
  let previous = 0;
  let previousSpaces = 0;
  let innerGram = 0;
  let wholeGram = 0;
  for (let i = start >>> 2; i < last; i++) {
    const raw = WORDS[i] as number;
    const word = skeletons(raw);
    const inner = hashGram((previous >>> 16) | (word << 16));
    const whole = hashGram(word);
    const innerPair = hashPair(innerGram, inner);
    const wholePair = hashPair(wholeGram, whole);
    const hit =
      holdsLong(long[innerPair >>> longShift] as number, innerPair) |
      holdsLong(long[wholePair >>> longShift] as number, wholePair) |
      ((short[innerGram >>> shortShift] as number) >>> inner) |
      ((short[wholeGram >>> shortShift] as number) >>> whole);
    // Without a branch, since nobody could foretell it; the next word overwrites what is no hit.
    HITS[hits] = i;
    hits = (hits + (hit & 1)) | 0;
    // A byte of at most 0x20 is white space (or a control character, which does no harm here).
    const spaces = ~(raw + 0x5f5f5f5f);
    const runs = spaces & ((spaces << 8) | (previousSpaces >>> 24));
    if (((raw | runs) & 0x80808080) !== 0) IRREGULAR_WORDS[irregular++] = i;
    previous = word;
    previousSpaces = spaces;
    innerGram = inner;
    wholeGram = whole;
  }
  found.hits = hits;
  found.irregular = irregular;
}

/** The grams of each hit: the hashes of its inner and its whole 8-gram, then of the 4-grams that these begin with. */
export const HIT_GRAMS = new Int32Array(HITS.length * 4);
/** For each hit a bit per gram, in the order of HIT_GRAMS, that some keyword may be filed under. */
export const HIT_FILED = new Uint8Array(HITS.length);
/** The bits of HIT_FILED for 8-grams and those for 4-grams. */
export const LONG_GRAMS = 3;
export const SHORT_GRAMS = 12;

/** Reads the grams of hits `from` to `to`. */
export function readHits(filter: GramFilter, from: number, to: number): void {
  const { long, longShift, short, shortShift } = filter;
  for (let h = from; h < to; h++) {
    const i = HITS[h] as number;
    const before = i < 2 ? 0 : skeletons(WORDS[i - 2] as number);
    const previous = i < 1 ? 0 : skeletons(WORDS[i - 1] as number);
    const word = skeletons(WORDS[i] as number);
    const innerGram = hashGram((before >>> 16) | (previous << 16));
    const inner = hashGram((previous >>> 16) | (word << 16));
    const wholeGram = hashGram(previous);
    const whole = hashGram(word);
    const innerPair = hashPair(innerGram, inner);
    const wholePair = hashPair(wholeGram, whole);
    HIT_GRAMS[h * 4] = innerPair;
    HIT_GRAMS[h * 4 + 1] = wholePair;
    HIT_GRAMS[h * 4 + 2] = innerGram;
    HIT_GRAMS[h * 4 + 3] = wholeGram;
    HIT_FILED[h] =
      (holdsLong(long[innerPair >>> longShift] as number, innerPair) & 1) |
      ((holdsLong(long[wholePair >>> longShift] as number, wholePair) & 1) << 1) |
      ((((short[innerGram >>> shortShift] as number) >>> inner) & 1) << 2) |
      ((((short[wholeGram >>> shortShift] as number) >>> whole) & 1) << 3);
  }
}

/** The byte behind gram number `gram` (in the order of HIT_GRAMS) of word `i`. */
export function gramEnd(i: number, gram: number): number {
  return i * 4 + 2 + (gram & 1) * 2 - (gram & 2) * 2;
}

/**
 * Writes the skeletons of units `start` to `end` of `text` into the line area, white space behind them. Returns
 * a negative number where `text` holds units that cannot be folded one by one or runs of white space.
 */
export function writeSkeleton(text: string, start: number, end: number): number {
  let flags = 0;
  let previous = 0;
  for (let i = start, at = LINE_AREA; i < end; i++, at++) {
    const folded = FOLD[text.charCodeAt(i)] as number;
    BYTES[at] = folded >>> 16;
    flags |= folded | ((folded & previous) << 1);
    previous = folded;
  }
  const behind = LINE_AREA + end - start;
  for (let at = behind; at < behind + BEHIND; at++) BYTES[at] = 0;
  return flags;
}
