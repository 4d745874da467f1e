import { FOLD } from './fold.ts';

/**
 * The scan for grams, four units at a time. It works on skeletons (fold.ts), four bytes to an aligned word, and
 * looks up the hashes of the grams that end in the middle and at the end of each word
 *
 *     text    C A R D   P A Y M E N T   T O   A C M E
 *     words  |· · · ·|· · · ·|· · · ·|· · · ·|· · · ·|
 *     6-grams         |-----------|                        ends in the middle of a word
 *                         |-----------|                    ends with it
 *     4-grams             |-------|
 *                             |-------|
 *
 * in a bitmap. So grams are looked up at every second unit, and a keyword is filed twice: for lying at an even and
 * at an odd place (gramIndex.ts).
 */

/** Units encoded at once. */
export const CHUNK = 1 << 14;
const MOST_BYTES = CHUNK * 3 + 8;
/** Single lines are written behind the chunk, so that both can be in work at a time. */
export const LINE_AREA = MOST_BYTES + (-MOST_BYTES & 3);
/** Units of a line written at once. */
export const LINE_WINDOW = 1 << 14;

const FIRST_FACTOR = 0x9e3779b1;
const REST_FACTOR = 0x85ebca6b;
const SHORT_FACTOR = 0xc2b2ae35;

/*
 * Working memory, 0.2 MB for the life of the program. That it is constant and of a fixed size is a good part of
 * the speed: the compiled loop knows addresses and bounds. Nothing is kept there between calls.
 */
export const BYTES = new Uint8Array(LINE_AREA + LINE_WINDOW + 8);
const WORDS = new Int32Array(BYTES.buffer);
/** Words in which a gram of some keyword may end, ascending. */
export const HITS = new Int32Array(WORDS.length + 1);
/** Words with a byte beyond ASCII or with two white-space characters in a row, ascending. */
export const IRREGULAR_WORDS = new Int32Array(WORDS.length + 1);

/** What the scan looks for: a bit per hashed gram; the top bits of the hash choose the word, the low five the bit. */
export type GramFilter = {
  readonly bits: Int32Array<ArrayBuffer>;
  readonly shift: number;
  /** Whether any keyword is filed under a 4-gram. */
  short: boolean;
};

/** How many hits and irregular words there are; a scan appends to them. */
export type Found = { hits: number; irregular: number };

/** Hash of the 6-gram of a word and the two bytes behind it. */
export function hashLong(first: number, rest: number): number {
  return (Math.imul(first, FIRST_FACTOR) + Math.imul(rest, REST_FACTOR)) | 0;
}

/** Hash of the 4-gram of one word. */
export function hashShort(word: number): number {
  return Math.imul(word, SHORT_FACTOR);
}

/** The skeletons of four ASCII bytes: lower case, then 0 for what is not between 0x30 and 0x7A. */
function skeletons(raw: number): number {
  const lower = raw | 0x20202020;
  const kept = (lower + 0x50505050) & ~(lower + 0x05050505) & 0x80808080;
  return lower & (kept - (kept >>> 7));
}

/**
 * Scans bytes `start` (a multiple of four) to `end` and appends to what was found. Up to three bytes behind `end`
 * are read too; what they yield is for the caller to reject.
 */
export function scanGrams(filter: GramFilter, start: number, end: number, found: Found): void {
  const { bits, shift, short } = filter;
  const last = (end + 3) >>> 2;
  let { hits, irregular } = found;
  let previous = 0;
  let previousSpaces = 0;
  for (let i = start >>> 2; i < last; i++) {
    const raw = WORDS[i] as number;
    const word = skeletons(raw);
    const middle = (previous >>> 16) | (word << 16);
    const inner = hashLong(previous, word & 0xffff);
    const whole = hashLong(middle, word >>> 16);
    let hit = ((bits[inner >>> shift] as number) >>> inner) | ((bits[whole >>> shift] as number) >>> whole);
    if (short) {
      const left = hashShort(middle);
      const right = hashShort(word);
      hit |= ((bits[left >>> shift] as number) >>> left) | ((bits[right >>> shift] as number) >>> right);
    }
    if ((hit & 1) !== 0) HITS[hits++] = i;
    // A byte of at most 0x20 is white space (or a control character, which does no harm here).
    const spaces = ~(raw + 0x5f5f5f5f) & 0x80808080;
    const runs = (spaces & (spaces << 8)) | (spaces & (previousSpaces >>> 24));
    if (((raw & 0x80808080) | runs) !== 0) IRREGULAR_WORDS[irregular++] = i;
    previous = word;
    previousSpaces = spaces;
  }
  found.hits = hits;
  found.irregular = irregular;
}

/** Hashes of the two grams that end in a word: see {@link readGrams}. */
export const GRAM_HASHES = new Int32Array(2);

/**
 * Reads the 6-grams (or 4-grams) that end in the middle and at the end of word `i`. Returns a bit for each that some
 * keyword may be filed under.
 */
export function readGrams(filter: GramFilter, i: number, short: boolean): number {
  const { bits, shift } = filter;
  const previous = i === 0 ? 0 : skeletons(WORDS[i - 1] as number);
  const word = skeletons(WORDS[i] as number);
  const middle = (previous >>> 16) | (word << 16);
  const inner = short ? hashShort(middle) : hashLong(previous, word & 0xffff);
  const whole = short ? hashShort(word) : hashLong(middle, word >>> 16);
  GRAM_HASHES[0] = inner;
  GRAM_HASHES[1] = whole;
  const filedInner = ((bits[inner >>> shift] as number) >>> inner) & 1;
  const filedWhole = ((bits[whole >>> shift] as number) >>> whole) & 1;
  return filedInner | (filedWhole << 1);
}

/** The byte behind gram number `gram` of word `i`. */
export function gramEnd(i: number, gram: number): number {
  return i * 4 + 2 + gram * 2;
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
  BYTES.fill(0, behind, behind + 4);
  return flags;
}
