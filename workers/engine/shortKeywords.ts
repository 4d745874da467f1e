import { FOLD } from './fold.ts';
import { type KeywordNumber, type KeywordTable, keywordLength, NO_KEYWORD } from './keywords.ts';

/** Four characters with single spaces between them: no keyword that is too short to be contained is longer. */
export const MAX_SHORT_LENGTH = 7;

/** Keywords that may only equal a description, never be contained in one: a hash table with open addressing. */
export type ShortKeywords = {
  count: number;
  /** Keyword numbers; a power of two long, at most half full. */
  slots: Int32Array<ArrayBuffer>;
};

export function createShortKeywords(): ShortKeywords {
  return { count: 0, slots: new Int32Array(16).fill(NO_KEYWORD) };
}

/** Adds a keyword that is not in the table yet. Amortised constant time. */
export function addShortKeyword(short: ShortKeywords, table: KeywordTable, k: KeywordNumber): void {
  if ((short.count + 1) * 2 > short.slots.length) {
    const old = short.slots;
    short.slots = new Int32Array(old.length * 2).fill(NO_KEYWORD);
    for (const keyword of old) if (keyword !== NO_KEYWORD) place(short.slots, table, keyword);
  }
  place(short.slots, table, k);
  short.count++;
}

/**
 * The keyword that equals `text` from `start` to `end`: a trimmed text of plain units with single spaces.
 * Constant time.
 */
export function findShortKeyword(
  short: ShortKeywords,
  table: KeywordTable,
  text: string,
  start: number,
  end: number,
): KeywordNumber {
  const length = end - start;
  if (length > MAX_SHORT_LENGTH || short.count === 0) return NO_KEYWORD;
  let hash = length;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ ((FOLD[text.charCodeAt(i)] ?? 0) & 0xffff), 0x01000193);
  }
  const { slots } = short;
  for (let slot = slotOf(hash, slots.length); ; slot = (slot + 1) & (slots.length - 1)) {
    const k = slots[slot] ?? NO_KEYWORD;
    if (k === NO_KEYWORD || equals(table, k, text, start, length)) return k;
  }
}

function equals(table: KeywordTable, k: KeywordNumber, text: string, start: number, length: number): boolean {
  if (keywordLength(table, k) !== length) return false;
  const at = table.starts[k] ?? 0;
  for (let i = 0; i < length; i++) {
    if (((FOLD[text.charCodeAt(start + i)] ?? 0) & 0xffff) !== table.units[at + i]) return false;
  }
  return true;
}

function place(slots: Int32Array, table: KeywordTable, k: KeywordNumber): void {
  let hash = keywordLength(table, k);
  for (let i = table.starts[k] ?? 0; i < (table.starts[k + 1] ?? 0); i++) {
    hash = Math.imul(hash ^ (table.units[i] ?? 0), 0x01000193);
  }
  let slot = slotOf(hash, slots.length);
  while (slots[slot] !== NO_KEYWORD) slot = (slot + 1) & (slots.length - 1);
  slots[slot] = k;
}

/** FNV-1a is weak in its high bits for so few steps; one more multiplication brings the low ones up. */
function slotOf(hash: number, size: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> Math.clz32(size - 1);
}
