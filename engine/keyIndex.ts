import type { MappingId } from '#model/classification.ts';
import { isUsable } from '#model/mapping.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { buildGramIndex } from './gramIndex.ts';
import type { GramIndex } from './gramScan.ts';
import {
  acceptCandidate,
  addMapping,
  createKeywordTable,
  findOrEnterCandidate,
  type KeywordNumber,
  type KeywordTable,
  keywordLength,
  MAX_SHORT_LENGTH,
  type MappingsById,
  NO_MAPPING,
  writeCandidate,
} from './keywords.ts';

/**
 * The index of a keyword list, in layers. Each layer is an index of a range of one table of keywords: the first layer
 * holds nearly all of them, the others hold the latest ones. So a change rebuilds little, and a text is matched against
 * few layers (the logarithmic method of J. L. Bentley, J. B. Saxe: Decomposable searching problems, J. Algorithms 1,
 * 1980).
 */
export type LayeredIndex = {
  table: KeywordTable;
  /** At least one, in the order of their keywords. */
  layers: KeyIndex[];
};

/** The index of a range of keywords. */
export type KeyIndex = {
  /** The table with all keywords, those outside the range included. */
  readonly table: KeywordTable;
  /** The range: keywords `first` to `end` (excluded) of the table. */
  readonly first: KeywordNumber;
  readonly end: KeywordNumber;
  /** The keywords that are not short: they are found through their rarest gram. */
  readonly grams: GramIndex;
  /** The same keywords; built when the verification quota is used up for the first time. */
  all: Automaton | null;
  /**
   * The verification quota: work left, in units compared and entries looked at, so that its cost has a bound for every
   * input. Every line adds some, up to {@link MAX_SAVED_WORK}; below 0 it is used up.
   */
  savedWork: number;
};

export const MAX_SAVED_WORK = 8000;
/** A layer with at most this many keywords is always merged with newer ones. */
const SMALL_LAYER = 32;
/** A layer stays only where it has more than this many times the keywords that are newer. */
const LAYER_RATIO = 2;
/** The index is not rebuilt for the sake of this many keywords without a mapping. */
const MAX_UNUSED = 16;

/** Indexes the mappings, all in one layer. Linear in the total length of their keywords. */
export function buildLayers(mappings: MappingsById): LayeredIndex {
  const ids = mappings.ids();
  const table = createKeywordTable(ids.length, totalLength(mappings, ids));
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as MappingId;
    const mapping = mappings.get(id);
    if (!mapping || !isUsable(mapping)) continue;
    const length = writeCandidate(table, mapping.description);
    if (length === 0) continue;
    const k = findOrEnterCandidate(table, length);
    if (k === table.count) acceptCandidate(table, length, id);
    else addMapping(table, k, id, mappings);
  }
  return { table, layers: [buildKeyIndex(table, 0)] };
}

/**
 * Indexes the keywords accepted since the last call. They make a layer together with the layers that are not much
 * larger. Everything is rebuilt when no layer is much larger, and when a quarter of the keywords has no mapping any
 * more. So growing the list tenfold indexes a keyword a few times, and the memory is that of the mappings in the list,
 * whatever was in it before.
 */
export function indexNewKeywords(index: LayeredIndex, mappings: MappingsById): void {
  const { table, layers } = index;
  if (table.unused > MAX_UNUSED && table.unused * 4 > table.count) {
    Object.assign(index, buildLayers(mappings));
    return;
  }
  let first = layers.at(-1)?.end ?? 0;
  if (first === table.count) return;
  for (let last = layers.at(-1); last && isToMerge(last, table.count - first); last = layers.at(-1)) {
    first = last.first;
    layers.pop();
  }
  if (first === 0) Object.assign(index, buildLayers(mappings));
  else layers.push(buildKeyIndex(table, first));
}

/** Number of mappings that can match. */
export function countMatching({ table: { mappingIds, otherIds, count } }: LayeredIndex): number {
  let size = 0;
  for (let k = 0; k < count; k++) if ((mappingIds[k] ?? NO_MAPPING) !== NO_MAPPING) size++;
  for (const ids of otherIds.values()) size += ids.length;
  return size;
}

/** The automaton of all keywords of the layer that are not short. */
export function automatonOfAll(index: KeyIndex): Automaton {
  index.all ??= buildAutomaton(index.table, longKeywords(index.table, index.first, index.end));
  return index.all;
}

/** Room for all units: normalising hardly ever makes a text longer, and where it does, the table grows. */
function totalLength(mappings: MappingsById, ids: ArrayLike<MappingId>): number {
  let units = 0;
  for (let i = 0; i < ids.length; i++) units += mappings.get(ids[i] as MappingId)?.description.length ?? 0;
  return units;
}

/** Indexes the keywords from number `first` on. Linear in their total length. */
function buildKeyIndex(table: KeywordTable, first: KeywordNumber): KeyIndex {
  return {
    table,
    first,
    end: table.count,
    grams: buildGramIndex(table, longKeywords(table, first, table.count)),
    all: null,
    savedWork: MAX_SAVED_WORK,
  };
}

/** The keywords among `first` to `end` that are not short. */
function longKeywords(table: KeywordTable, first: KeywordNumber, end: KeywordNumber): Int32Array {
  const long = new Int32Array(end - first);
  let count = 0;
  for (let k = first; k < end; k++) if (keywordLength(table, k) > MAX_SHORT_LENGTH) long[count++] = k;
  return long.subarray(0, count);
}

function isToMerge(layer: KeyIndex, newer: number): boolean {
  return layer.end - layer.first <= Math.max(SMALL_LAYER, LAYER_RATIO * newer);
}
