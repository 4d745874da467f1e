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
import type { KeywordNumber, KeywordTable } from './keywords.ts';

/** From this length on a keyword holds an 8-gram at even and at odd places; shorter ones hold a 4-gram. */
export const LONG_KEYWORD = 9;

/** Only the first grams of a keyword are looked at: choosing among more costs time and gains little. */
const MAX_GRAM_END = 64;

/** The hashes that choose the buckets of the grams that begin at each unit of one keyword. */
export const GRAM_HASHES = new Int32Array(MAX_GRAM_END);
/**
 * For each of them 1 where it lies within a word, 0 where it reaches from one into the next: many names share a word, few
 * share two with the same endings.
 */
export const WITHIN_WORD = new Uint8Array(MAX_GRAM_END);

const skeletonOf = (unit: number): number => ((FOLD[unit] as number) >>> 16) & 0xff;

/** Fills {@link GRAM_HASHES} with the grams of keyword `k`; returns how many it has. */
export function readGrams(table: KeywordTable, k: KeywordNumber): number {
  const start = table.starts[k] as number;
  const length = Math.min((table.starts[k + 1] as number) - start, MAX_GRAM_END);
  return length < LONG_KEYWORD ? readShort(table, start, length) : readLong(table.units, start, length);
}

/** The same with the grams that it would have were it short. */
export function readShortGrams(table: KeywordTable, k: KeywordNumber): number {
  const start = table.starts[k] as number;
  return readShort(table, start, Math.min((table.starts[k + 1] as number) - start, MAX_GRAM_END));
}

/** Units of a gram of a keyword of that length. */
export function gramSize(length: number): number {
  return length < LONG_KEYWORD ? 4 : 8;
}

function readLong(units: Uint16Array, start: number, length: number): number {
  let gram = 0;
  let next = 0;
  /** A bit for each unit before unit i, the last one lowest: whether it stands between words. */
  let gaps = 0;
  for (let i = 0; i < 7; i++) {
    const skeleton = skeletonOf(units[start + i] as number);
    gram = (gram >>> 8) | (next << 24);
    next = (next >>> 8) | (skeleton << 24);
    gaps = (gaps << 1) | ((skeleton - 1) >>> 31);
  }
  for (let i = 7; i < length; i++) {
    const skeleton = skeletonOf(units[start + i] as number);
    gram = (gram >>> 8) | (next << 24);
    next = (next >>> 8) | (skeleton << 24);
    GRAM_HASHES[i - 7] = hashPair(hashGram(gram), hashGram(next));
    WITHIN_WORD[i - 7] = ((gaps & 0x3f) - 1) >>> 31;
    gaps = (gaps << 1) | ((skeleton - 1) >>> 31);
  }
  return length - 7;
}

/** A 4-gram is filed along with the unit behind it, or with the one before where the keyword ends with it. */
function readShort({ units }: KeywordTable, start: number, length: number): number {
  let word = 0;
  for (let i = 0; i < 4; i++) word = (word >>> 8) | (skeletonOf(units[start + i] as number) << 24);
  for (let i = 4; i < length; i++) {
    const skeleton = skeletonOf(units[start + i] as number);
    GRAM_HASHES[i - 4] = hashSide(hashGram(word), behindGram(hashGram(skeleton)));
    word = (word >>> 8) | (skeleton << 24);
  }
  const last = length - 4;
  GRAM_HASHES[last] = hashSide(hashGram(word), beforeGram(skeletonOf(units[start + last - 1] as number)));
  WITHIN_WORD.fill(0, 0, length - 3);
  return length - 3;
}

function gramAt(table: KeywordTable, at: number): number {
  let word = 0;
  for (let i = 0; i < 4; i++) word |= skeletonAt(table, at + i) << (8 * i);
  return hashGram(word);
}

function shortSide(table: KeywordTable, start: number, length: number, at: number): number {
  return at + 4 < length
    ? behindGram(hashGram(skeletonAt(table, start + at + 4)))
    : beforeGram(skeletonAt(table, start + at - 1));
}

/** Puts the gram at offset `at` of keyword `k`, whose entry of {@link GRAM_HASHES} was `hash`, into the filter. */
export function fillFilter(
  filter: GramFilter,
  table: KeywordTable,
  k: KeywordNumber,
  at: number,
  hash: number,
): void {
  const start = table.starts[k] as number;
  const length = (table.starts[k + 1] as number) - start;
  if (length < LONG_KEYWORD)
    addShortGram(filter, gramAt(table, start + at), shortSide(table, start, length, at));
  else addLongGram(filter, hash);
}

/** The bits of an index's `neighbours` for a gram of `size` units at offset `at` of keyword `k`. */
export function sidesOf(table: KeywordTable, k: KeywordNumber, at: number, size: number): number {
  const first = (table.starts[k] as number) + at;
  const before = at === 0 ? 0xffff : 1 << sideOf(skeletonAt(table, first - 1));
  const behind = first + size;
  return before | (behind === table.starts[k + 1] ? -0x10000 : 0x10000 << sideOf(skeletonAt(table, behind)));
}

function skeletonAt(table: KeywordTable, at: number): number {
  return skeletonOf(table.units[at] as number);
}
