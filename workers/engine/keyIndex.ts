import { isUsable, type Mapping } from '../../src/model/mapping.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { type Budget, createBudget } from './budget.ts';
import { buildGramIndex } from './buildGramIndex.ts';
import type { MappingId } from './classifier.ts';
import { addToGramIndex, type GramIndex } from './gramIndex.ts';
import {
  acceptKeyword,
  addWinner,
  createKeywordTable,
  type KeywordNumber,
  type KeywordTable,
  keywordLength,
  mayBeContained,
  NO_KEYWORD,
  NO_MAPPING,
  writeCandidate,
} from './keywords.ts';
import { addShortKeyword, createShortKeywords, type ShortKeywords } from './shortKeywords.ts';

/** The keyword list made ready: which structure finds a keyword follows from its length and its grams. */
export type KeyIndex = {
  readonly table: KeywordTable;
  /** Keywords that can only equal a description. */
  readonly short: ShortKeywords;
  /** Keywords found through their rarest gram. */
  readonly grams: GramIndex;
  /** Keywords that share their rarest gram with too many others, or null where there are none. */
  readonly hard: Automaton | null;
  /** All keywords that may be contained; built for the first line that costs too much otherwise. */
  all: Automaton | null;
  readonly budget: Budget;
};

/** Builds the index over the mappings whose ids are given. Linear in the total length of their keywords. */
export function buildKeyIndex(mappings: readonly Mapping[], ids: ArrayLike<MappingId>): KeyIndex {
  const table = createKeywordTable(ids.length, totalLength(mappings, ids));
  const distinct = createDistinct(ids.length);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as MappingId;
    const mapping = mappings[id];
    if (!mapping || !isUsable(mapping)) continue;
    const length = writeCandidate(table, mapping.description);
    if (length === 0) continue;
    const k = findOrAdd(distinct, table, length);
    if (k === table.count) acceptKeyword(table, length, id);
    else addWinner(table, k, id, mappings);
  }
  return indexKeywords(table);
}

/** Normalising hardly ever makes a text longer; where it does the table grows. */
function totalLength(mappings: readonly Mapping[], ids: ArrayLike<MappingId>): number {
  let units = 0;
  for (let i = 0; i < ids.length; i++) units += mappings[ids[i] as MappingId]?.description.length ?? 0;
  return units;
}

/** Adds a keyword that {@link writeCandidate} wrote and no structure holds yet. */
export function addKeyword(index: KeyIndex, length: number, winner: MappingId): KeywordNumber {
  const { table } = index;
  const contained = mayBeContained(table, table.starts[table.count] ?? 0, length);
  const k = acceptKeyword(table, length, winner);
  index.all = null;
  if (contained) addToGramIndex(index.grams, table, k);
  else addShortKeyword(index.short, table, k);
  return k;
}

/** Number of mappings that can match. */
export function countMatching(index: KeyIndex): number {
  const { winners, others, count } = index.table;
  let size = 0;
  for (let k = 0; k < count; k++) if ((winners[k] ?? NO_MAPPING) !== NO_MAPPING) size++;
  for (const ids of others.values()) size += ids.length;
  return size;
}

/** The keywords that may be contained in a description. */
export function containedKeywords(table: KeywordTable): Int32Array {
  const contained = new Int32Array(table.count);
  let count = 0;
  for (let k = 0; k < table.count; k++) {
    if (mayBeContained(table, table.starts[k] ?? 0, keywordLength(table, k))) contained[count++] = k;
  }
  return contained.subarray(0, count);
}

function indexKeywords(table: KeywordTable): KeyIndex {
  const contained = containedKeywords(table);
  const short = shortKeywordsBeside(contained, table);
  const { index, hard } = buildGramIndex(table, contained);
  return {
    table,
    short,
    grams: index,
    hard: hard.length > 0 ? buildAutomaton(table, hard) : null,
    all: null,
    budget: createBudget(),
  };
}

/** All but those that may be contained. */
function shortKeywordsBeside(contained: Int32Array, table: KeywordTable): ShortKeywords {
  const short = createShortKeywords();
  if (contained.length === table.count) return short;
  for (let k = 0, next = 0; k < table.count; k++) {
    if (contained[next] === k) next++;
    else addShortKeyword(short, table, k);
  }
  return short;
}

/** Hash table over whole keywords, needed only while building. */
type Distinct = { readonly slots: Int32Array<ArrayBuffer>; readonly shift: number };

function createDistinct(keywords: number): Distinct {
  const bits = Math.max(4, Math.ceil(Math.log2(keywords * 2 + 1)));
  return { slots: new Int32Array(1 << bits).fill(NO_KEYWORD), shift: 32 - bits };
}

/** The keyword equal to the candidate of that length; the number it will have if it is new. */
function findOrAdd(distinct: Distinct, table: KeywordTable, length: number): KeywordNumber {
  const { units, starts } = table;
  const at = starts[table.count] ?? 0;
  let hash = length;
  for (let i = at; i < at + length; i++) hash = Math.imul(hash ^ (units[i] ?? 0), 0x01000193);
  const { slots, shift } = distinct;
  let slot = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> shift;
  for (;;) {
    const k = slots[slot] ?? NO_KEYWORD;
    if (k === NO_KEYWORD) break;
    if (keywordLength(table, k) === length && sameUnits(units, starts[k] ?? 0, at, length)) return k;
    slot = (slot + 1) & (slots.length - 1);
  }
  slots[slot] = table.count;
  return table.count;
}

function sameUnits(units: Uint16Array, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (units[a + i] !== units[b + i]) return false;
  return true;
}
