import type { MappingId } from '#model/classification.ts';
import { type Mapping, type MappingKey, MIN_KEYWORD_LENGTH } from '#model/mapping.ts';
import { foldedUnits, normalise, SPACE } from './normalise.ts';

/*
 * What a classifier knows of its list: the mappings by id, and the table of their distinct normalised keywords, which
 * can be looked up by their whole text.
 */

/** The mappings of a list, by id and by stored key. An id is never used for a second mapping. */
export type MappingsById = {
  get(id: MappingId): Mapping | undefined;
  idOf(key: MappingKey): MappingId | undefined;
  add(mapping: Mapping): MappingId;
  /** Removes the mapping with this key; its id has no mapping from then on. */
  remove(key: MappingKey): void;
  /** The ids of all mappings in the list. */
  ids(): ArrayLike<MappingId>;
};

/** Gives the mappings ids from 0 on, in their order. Their stored keys must be distinct, as in the database. */
export function createMappingsById(given: Iterable<Mapping>): MappingsById {
  /** The mappings given: ids 0 to `first` - 1. */
  const mappings: (Mapping | undefined)[] = [...given];
  const first = mappings.length;
  /** The mappings added. A map, since ids only grow and an array would grow with every change. */
  const added = new Map<MappingId, Mapping>();
  /** Filled at the first call that needs it: a list that never changes does without. */
  const idsByKey = new Map<MappingKey, MappingId>();
  let next = first;
  let isFilled = false;
  const filledIds = () => {
    if (!isFilled) for (const [id, mapping] of mappings.entries()) if (mapping) idsByKey.set(mapping.key, id);
    isFilled = true;
    return idsByKey;
  };
  return {
    get: (id) => mappings[id] ?? added.get(id),
    idOf: (key) => filledIds().get(key),
    add(mapping) {
      const id = next++;
      filledIds().set(mapping.key, id);
      added.set(id, mapping);
      return id;
    },
    remove(key) {
      const id = filledIds().get(key);
      if (id === undefined) return;
      idsByKey.delete(key);
      added.delete(id);
      if (id < first) mappings[id] = undefined;
    },
    ids: () => (isFilled ? Int32Array.from(idsByKey.values()) : firstIds(first)),
  };
}

/** 0 to `count` - 1. A loop takes a tenth of the time of an iterator. */
function firstIds(count: number): Int32Array {
  const ids = new Int32Array(count);
  for (let id = 0; id < count; id++) ids[id] = id;
  return ids;
}

/** Number of a distinct normalised keyword in a {@link KeywordTable}. */
export type KeywordNumber = number;
/** In place of a keyword number: none. */
export const NO_KEYWORD = -1;
/** In place of a mapping id: all mappings with this keyword are removed. */
export const NO_MAPPING = -1;

/** Four units that are not white space, with a space between each two: longer keywords may be contained. */
export const MAX_EXACT_LENGTH = 7;
/** Keywords of up to this many units are found by looking up what begins at each unit; longer ones by their grams. */
export const MAX_SHORT_LENGTH = 8;

/**
 * The distinct normalised keywords, side by side in one array: keyword k is
 * `units[starts[k]] … units[starts[k + 1] - 1]`. Memory: two bytes per unit and 18 to 28 per keyword.
 */
export type KeywordTable = {
  count: number;
  units: Uint16Array<ArrayBuffer>;
  /** One more entry than there are keywords. */
  starts: Int32Array<ArrayBuffer>;
  /** For each keyword the mapping that it stands for, {@link NO_MAPPING} once all of them are removed. */
  mappingIds: Int32Array<ArrayBuffer>;
  /** Where several mappings normalise to one keyword: the ids of those that are not in `mappingIds`. */
  readonly otherIds: Map<KeywordNumber, MappingId[]>;
  /** How many keywords have no mapping any more. */
  unused: number;
  /** A hash table of the keyword numbers by text: open addressing, a power of two long, at most half full. */
  slots: Int32Array<ArrayBuffer>;
  /**
   * Tells which short keywords may begin with five units. A number per hash of these: one of bits 0 to 15 is set, and of
   * one of the four groups above a bit for each length from five to {@link MAX_SHORT_LENGTH}. A quarter as long as `slots`.
   */
  shortStarts: Int32Array<ArrayBuffer>;
};

/** An empty table with room for `keywords` and `units` before it has to grow. */
export function createKeywordTable(keywords: number, units: number): KeywordTable {
  const bits = Math.max(4, Math.ceil(Math.log2(keywords * 2 + 1)));
  return {
    count: 0,
    units: new Uint16Array(units),
    starts: new Int32Array(keywords + 1),
    mappingIds: new Int32Array(keywords),
    otherIds: new Map(),
    unused: 0,
    slots: emptySlots(bits),
    shortStarts: new Int32Array(1 << (bits - 2)),
  };
}

/**
 * Writes the normalised form of `description` behind the last keyword and returns its length in units (0 where nothing
 * is left of it). This candidate becomes a keyword only by {@link acceptCandidate}.
 */
export function writeCandidate(table: KeywordTable, description: string): number {
  const at = table.starts[table.count] ?? 0;
  const units = foldedUnits(description);
  reserveUnits(table, at + units.length);
  table.units.set(units, at);
  return units.length;
}

/** The keyword equal to the candidate of this length, or {@link NO_KEYWORD}. Constant time per unit. */
export function findCandidate(table: KeywordTable, length: number): KeywordNumber {
  return findKeyword(table, table.units, table.starts[table.count] ?? 0, length);
}

/**
 * The keyword equal to the candidate of this length. Where there is none, enters the candidate under the next number,
 * `table.count`, and returns that; the caller must then accept it. Amortised constant time per unit.
 */
export function findOrEnterCandidate(table: KeywordTable, length: number): KeywordNumber {
  if ((table.count + 1) * 2 > table.slots.length) growSlots(table);
  const { slots } = table;
  const slot = findSlot(slots, table, table.units, table.starts[table.count] ?? 0, length);
  const k = slots[slot] as KeywordNumber;
  if (k !== NO_KEYWORD) return k;
  slots[slot] = table.count;
  return table.count;
}

/** Makes the candidate of this length a keyword that stands for mapping `id`. */
export function acceptCandidate(table: KeywordTable, length: number, id: MappingId): KeywordNumber {
  const keyword = table.count++;
  if (keyword === table.mappingIds.length) growKeywords(table);
  table.mappingIds[keyword] = id;
  table.starts[keyword + 1] = (table.starts[keyword] ?? 0) + length;
  noteShort(table, keyword);
  return keyword;
}

/**
 * The keyword that equals the `length` normalised units from `at` on, or {@link NO_KEYWORD}. Constant time per unit.
 */
export function findKeyword(
  table: KeywordTable,
  units: Uint16Array,
  at: number,
  length: number,
): KeywordNumber {
  return table.slots[findSlot(table.slots, table, units, at, length)] as KeywordNumber;
}

/** A hash that depends on the last five units: each step moves the others up by 7 bits, at last out of 32. */
const hashNext = (hash: number, unit: number): number => (hash << 7) ^ unit;
const mixHash = (hash: number): number => Math.imul(hash, 0x9e3779b1);
const startBit = (mixed: number): number => (mixed >>> 8) & 15;
const firstLengthBit = (mixed: number): number => 16 + ((mixed >>> 2) & 12);

/** Enters a short keyword that may be contained into `shortStarts`. */
function noteShort(table: KeywordTable, k: KeywordNumber): void {
  const length = keywordLength(table, k);
  if (length > MAX_SHORT_LENGTH || !mayBeContained(table, k)) return;
  const { shortStarts, units } = table;
  const start = table.starts[k] as number;
  let hash = 0;
  for (let i = start; i < start + MIN_KEYWORD_LENGTH; i++) hash = hashNext(hash, units[i] as number);
  const mixed = mixHash(hash);
  const at = mixed >>> Math.clz32(shortStarts.length - 1);
  const lengthBit = firstLengthBit(mixed) + length - MIN_KEYWORD_LENGTH;
  shortStarts[at] = (shortStarts[at] as number) | (1 << startBit(mixed)) | (1 << lengthBit);
}

/** The best short keyword that the normalised units `start` to `end` contain. Constant time per unit. */
export function findShort(
  table: KeywordTable,
  units: Uint16Array,
  start: number,
  end: number,
): KeywordNumber {
  const { shortStarts } = table;
  const shift = Math.clz32(shortStarts.length - 1);
  let best: KeywordNumber = NO_KEYWORD;
  let hash = 0;
  for (let i = start; i < end; i++) {
    hash = hashNext(hash, units[i] as number);
    const mixed = mixHash(hash);
    const bits = shortStarts[mixed >>> shift] as number;
    if (((bits >>> startBit(mixed)) & 1) === 0) continue;
    const first = Math.max(start, i - MIN_KEYWORD_LENGTH + 1);
    best = bestFrom(table, units, first, end, bits >>> firstLengthBit(mixed), best);
  }
  return best;
}

/** The best of `best` and the keywords that begin at `first` and have one of the lengths, of which each has a bit. */
function bestFrom(
  table: KeywordTable,
  units: Uint16Array,
  first: number,
  end: number,
  lengths: number,
  best: KeywordNumber,
): KeywordNumber {
  for (let length = Math.min(MAX_SHORT_LENGTH, end - first); length >= MIN_KEYWORD_LENGTH; length--) {
    if (((lengths >>> (length - MIN_KEYWORD_LENGTH)) & 1) === 0) continue;
    const k = findKeyword(table, units, first, length);
    if (k !== NO_KEYWORD && table.mappingIds[k] !== NO_MAPPING && mayBeContained(table, k))
      return better(table, best, k);
  }
  return best;
}

/** Gives keyword `k` one more mapping. The keyword stands for the mapping with the lowest stored key (design, §4). */
export function addMapping(
  table: KeywordTable,
  k: KeywordNumber,
  id: MappingId,
  mappings: MappingsById,
): void {
  const current = table.mappingIds[k] ?? NO_MAPPING;
  if (current === NO_MAPPING) {
    table.mappingIds[k] = id;
    table.unused--;
    return;
  }
  const isLower = keyOf(mappings, id) < keyOf(mappings, current);
  if (isLower) table.mappingIds[k] = id;
  const others = table.otherIds.get(k);
  const other = isLower ? current : id;
  if (others) others.push(other);
  else table.otherIds.set(k, [other]);
}

/** Takes a mapping away from keyword `k`, which then stands for the one with the lowest stored key of the rest. */
export function removeMapping(
  table: KeywordTable,
  k: KeywordNumber,
  id: MappingId,
  mappings: MappingsById,
): void {
  const others = table.otherIds.get(k) ?? [];
  const rest = others.filter((other) => other !== id);
  if (table.mappingIds[k] === id) {
    const next = lowest(rest, mappings);
    table.mappingIds[k] = next;
    if (next === NO_MAPPING) table.unused++;
    setOthers(
      table,
      k,
      rest.filter((other) => other !== next),
    );
  } else {
    setOthers(table, k, rest);
  }
}

/** Length of keyword `k` in UTF-16 units. */
export function keywordLength(table: KeywordTable, k: KeywordNumber): number {
  return (table.starts[k + 1] ?? 0) - (table.starts[k] ?? 0);
}

/** Whether keyword `k` may match by containment: it has at least 5 units that are not white space. */
export function mayBeContained(table: KeywordTable, k: KeywordNumber): boolean {
  const at = table.starts[k] as number;
  const length = keywordLength(table, k);
  // No two spaces of a normalised text meet, and none stands at its ends.
  if (length >= 2 * MIN_KEYWORD_LENGTH - 1) return true;
  let found = 0;
  for (let i = at; i < at + length && found < MIN_KEYWORD_LENGTH; i++) if (table.units[i] !== SPACE) found++;
  return found === MIN_KEYWORD_LENGTH;
}

/** Negative, zero or positive as keyword `a` stands before, is or stands behind `b` by UTF-16 code units. */
export function compareKeywords(table: KeywordTable, a: KeywordNumber, b: KeywordNumber): number {
  const { units, starts } = table;
  const lengthA = keywordLength(table, a);
  const lengthB = keywordLength(table, b);
  const [atA = 0, atB = 0] = [starts[a], starts[b]];
  const shared = Math.min(lengthA, lengthB);
  for (let i = 0; i < shared; i++) {
    const difference = (units[atA + i] ?? 0) - (units[atB + i] ?? 0);
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}

/** The longer keyword; of two equally long ones the first by code units. {@link NO_KEYWORD} loses against any. */
export function better(table: KeywordTable, a: KeywordNumber, b: KeywordNumber): KeywordNumber {
  if (a === NO_KEYWORD || a === b) return b;
  const longer = keywordLength(table, b) - keywordLength(table, a);
  if (longer !== 0) return longer > 0 ? b : a;
  return compareKeywords(table, a, b) <= 0 ? a : b;
}

/**
 * Whether mapping `a` wins against `b` in a line that contains both keywords: the order of {@link better} for mappings
 * that are in no table together, and of one keyword the first stored key. A mapping replaces one at its own key.
 */
export function outranks(a: Mapping, b: Mapping): boolean {
  const [keyword, other] = [normalise(a.description), normalise(b.description)];
  if (keyword.length !== other.length) return keyword.length > other.length;
  return keyword === other ? a.key <= b.key : keyword < other;
}

function setOthers(table: KeywordTable, k: KeywordNumber, ids: MappingId[]): void {
  if (ids.length > 0) table.otherIds.set(k, ids);
  else table.otherIds.delete(k);
}

function lowest(ids: readonly MappingId[], mappings: MappingsById): MappingId {
  let best = NO_MAPPING;
  for (const id of ids) if (best === NO_MAPPING || keyOf(mappings, id) < keyOf(mappings, best)) best = id;
  return best;
}

function keyOf(mappings: MappingsById, id: MappingId): string {
  return mappings.get(id)?.key ?? '';
}

function reserveUnits(table: KeywordTable, needed: number): void {
  const { units } = table;
  if (needed > units.length)
    table.units = grown(units, new Uint16Array(Math.max(needed, units.length + (units.length >>> 2))));
}

function growKeywords(table: KeywordTable): void {
  const room = table.mappingIds.length + Math.max(16, table.mappingIds.length >>> 2);
  table.starts = grown(table.starts, new Int32Array(room + 1));
  table.mappingIds = grown(table.mappingIds, new Int32Array(room));
}

/** The larger array, beginning as the smaller one. */
function grown<Numbers extends Uint16Array | Int32Array>(smaller: Numbers, larger: Numbers): Numbers {
  larger.set(smaller);
  return larger;
}

function growSlots(table: KeywordTable): void {
  const { units, starts, count } = table;
  const slots = emptySlots(Math.log2(table.slots.length) + 1);
  for (let k = 0; k < count; k++) {
    slots[findSlot(slots, table, units, starts[k] as number, keywordLength(table, k))] = k;
  }
  table.slots = slots;
  table.shortStarts = new Int32Array(slots.length / 4);
  for (let k = 0; k < count; k++) noteShort(table, k);
}

function emptySlots(bits: number): Int32Array<ArrayBuffer> {
  return new Int32Array(1 << bits).fill(NO_KEYWORD);
}

/** The slot that holds the keyword equal to these units, or the free slot where it belongs. */
function findSlot(
  slots: Int32Array,
  table: KeywordTable,
  units: Uint16Array,
  at: number,
  length: number,
): number {
  let hash = length;
  for (let i = at; i < at + length; i++) hash = Math.imul(hash ^ (units[i] as number), 0x01000193);
  // After so few steps the high bits of FNV-1a are weak; one more multiplication brings the low ones up.
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
