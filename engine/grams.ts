import { FOLD } from './fold.ts';
import type { KeywordNumber, KeywordTable } from './keywords.ts';

/*
 * Grams: four or eight folded bytes in a row, by which keywords are found in a text. This module says how grams are
 * hashed, which filter tells whether any keyword is filed under a gram, and which grams a keyword has.
 *
 * A 4-gram is always taken along with one neighbour: the unit behind it or, where a keyword ends with it, the one
 * before.
 *
 * What the innermost loops call is a constant and not a function declaration: a declaration may be replaced, so
 * compiled code checks at each call whether it has been, which costs as much as the functions called here.
 */

/** From this length on a keyword has an 8-gram at even and at odd places; shorter ones are filed under 4-grams. */
export const LONG_KEYWORD = 9;

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
export const holdsLong = (bits: number, pair: number): number => (bits >>> pair) & (bits >>> (pair >>> 10));

/** Lowest bit: whether the number `bits` of the filter holds a 4-gram with the neighbour behind or before it. */
export const holdsShort = (bits: number, next: number, before: number): number =>
  (bits >>> next) | (bits >>> before);

/** Only grams that end within the first units of a keyword are considered: more to choose from gains little. */
const MAX_GRAM_END = 64;

/** The hashes of the grams that begin at each unit of one keyword, as {@link readGrams} leaves them. */
export const GRAM_HASHES = new Int32Array(MAX_GRAM_END);
/**
 * For each of these grams 1 where it lies within a word, 0 where it reaches from one word into the next: many names
 * share a word, few share two words with the same endings.
 */
export const WITHIN_WORD = new Uint8Array(MAX_GRAM_END);

/** The length of the grams of a keyword of this length. */
export function gramSize(length: number): number {
  return length < LONG_KEYWORD ? 4 : 8;
}

/** Fills {@link GRAM_HASHES} and {@link WITHIN_WORD} with the grams of keyword `k`; returns how many it has. */
export function readGrams(table: KeywordTable, k: KeywordNumber): number {
  const start = table.starts[k] as number;
  const length = Math.min((table.starts[k + 1] as number) - start, MAX_GRAM_END);
  return length < LONG_KEYWORD ? readShort(table, start, length) : readLong(table.units, start, length);
}

/** {@link readGrams} with the 4-grams of a keyword of any length. */
export function readShortGrams(table: KeywordTable, k: KeywordNumber): number {
  const start = table.starts[k] as number;
  return readShort(table, start, Math.min((table.starts[k + 1] as number) - start, MAX_GRAM_END));
}

/** Puts the gram at offset `at` of keyword `k`, whose entry of {@link GRAM_HASHES} was `hash`, into the filter. */
export function addToFilter(
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
export function neighbourBits(table: KeywordTable, k: KeywordNumber, at: number, size: number): number {
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
