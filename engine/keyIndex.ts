import type { MappingId } from '#model/classification.ts';
import { isUsable } from '#model/mapping.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { createGramIndex, fileKeywords } from './gramIndex.ts';
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

/** The index of a keyword list. */
export type KeyIndex = {
  table: KeywordTable;
  /** The keywords that are not short: they are found through their rarest gram. */
  grams: GramIndex;
  /** The same keywords; built when the verification quota is used up for the first time, and again after changes. */
  automaton: Automaton | null;
  /**
   * The verification quota: work left, in units compared and entries looked at, so that its cost has a bound for every
   * input. Every line adds some, up to {@link MAX_SAVED_WORK}; below 0 it is used up.
   */
  savedWork: number;
};

export const MAX_SAVED_WORK = 8000;
/** The index is not rebuilt for the sake of this many keywords without a mapping. */
const MAX_UNUSED = 16;

/** Indexes the mappings. Linear in the total length of their keywords. */
export function buildIndex(mappings: MappingsById): KeyIndex {
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
  const grams = createGramIndex(table);
  fileKeywords(grams, table);
  return { table, grams, automaton: null, savedWork: MAX_SAVED_WORK };
}

/**
 * Indexes the keywords accepted since the last call. Everything is rebuilt where there is no room for them, then with
 * twice the room, and when a quarter of the keywords has no mapping any more. So growing the list tenfold indexes a
 * keyword a few times, and the memory is that of the mappings in the list, whatever was in it before.
 */
export function indexNewKeywords(index: KeyIndex, mappings: MappingsById): void {
  const { table, grams } = index;
  if (grams.filed < table.count) index.automaton = null;
  const isWasteful = table.unused > MAX_UNUSED && table.unused * 4 > table.count;
  if (isWasteful || !fileKeywords(grams, table)) Object.assign(index, buildIndex(mappings));
}

/** Number of mappings that can match. */
export function countMatching({ table: { mappingIds, otherIds, count } }: KeyIndex): number {
  let size = 0;
  for (let k = 0; k < count; k++) if ((mappingIds[k] ?? NO_MAPPING) !== NO_MAPPING) size++;
  for (const ids of otherIds.values()) size += ids.length;
  return size;
}

/** The automaton of all keywords that are not short. */
export function automatonOf(index: KeyIndex): Automaton {
  const { table } = index;
  index.automaton ??= buildAutomaton(table, longKeywords(table));
  return index.automaton;
}

/** Room for all units: normalising hardly ever makes a text longer, and where it does, the table grows. */
function totalLength(mappings: MappingsById, ids: ArrayLike<MappingId>): number {
  let units = 0;
  for (let i = 0; i < ids.length; i++) units += mappings.get(ids[i] as MappingId)?.description.length ?? 0;
  return units;
}

function longKeywords(table: KeywordTable): KeywordNumber[] {
  const long: KeywordNumber[] = [];
  for (let k = 0; k < table.count; k++) if (keywordLength(table, k) > MAX_SHORT_LENGTH) long.push(k);
  return long;
}
