import { type KeywordNumber, type KeywordTable, keywordLength, NO_KEYWORD } from './keywords.ts';

/** The keywords of a table by their text: a hash table with open addressing. */
export type KeywordSet = {
  /** Keyword numbers; a power of two long, at most half full. */
  slots: Int32Array<ArrayBuffer>;
};

/** An empty set with room for `keywords` before it has to grow. */
export function createKeywordSet(keywords: number): KeywordSet {
  return { slots: emptySlots(Math.max(4, Math.ceil(Math.log2(keywords * 2 + 1)))) };
}

/** The keyword that equals the normalised units from `at` on; {@link NO_KEYWORD} if none. Constant time. */
export function findKeyword(
  { slots }: KeywordSet,
  table: KeywordTable,
  units: Uint16Array,
  at: number,
  length: number,
): KeywordNumber {
  return slots[findSlot(slots, table, units, at, length)] as KeywordNumber;
}

/**
 * The keyword equal to the candidate of that length that was written last. A new one is entered with the number it
 * gets when it is accepted, which has to follow. Amortised constant time.
 */
export function findOrAddCandidate(set: KeywordSet, table: KeywordTable, length: number): KeywordNumber {
  if ((table.count + 1) * 2 > set.slots.length) grow(set, table);
  const { slots } = set;
  const slot = findSlot(slots, table, table.units, table.starts[table.count] ?? 0, length);
  const k = slots[slot] as KeywordNumber;
  if (k !== NO_KEYWORD) return k;
  slots[slot] = table.count;
  return table.count;
}

function grow(set: KeywordSet, table: KeywordTable): void {
  const { units, starts, count } = table;
  const slots = emptySlots(Math.log2(set.slots.length) + 1);
  for (let k = 0; k < count; k++) {
    slots[findSlot(slots, table, units, starts[k] as number, keywordLength(table, k))] = k;
  }
  set.slots = slots;
}

function emptySlots(bits: number): Int32Array<ArrayBuffer> {
  return new Int32Array(1 << bits).fill(NO_KEYWORD);
}

/** Where the keyword is, or where it would be. */
function findSlot(
  slots: Int32Array,
  table: KeywordTable,
  units: Uint16Array,
  at: number,
  length: number,
): number {
  let hash = length;
  for (let i = at; i < at + length; i++) hash = Math.imul(hash ^ (units[i] as number), 0x01000193);
  // FNV-1a is weak in its high bits for so few steps; one more multiplication brings the low ones up.
  let slot = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> Math.clz32(slots.length - 1);
  for (;;) {
    const k = slots[slot] as KeywordNumber;
    if (k === NO_KEYWORD || equals(table, k, units, at, length)) return slot;
    slot = (slot + 1) & (slots.length - 1);
  }
}

function equals(
  table: KeywordTable,
  k: KeywordNumber,
  units: Uint16Array,
  at: number,
  length: number,
): boolean {
  if (keywordLength(table, k) !== length) return false;
  const start = table.starts[k] as number;
  for (let i = 0; i < length; i++) if (units[at + i] !== table.units[start + i]) return false;
  return true;
}
