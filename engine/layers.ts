import type { MappingId } from '#model/classification.ts';
import { isUsable } from '#model/mapping.ts';
import { MAX_STEPS } from './automaton.ts';
import { buildKeyIndex, type KeyIndex } from './keyIndex.ts';
import { createKeywordSet, findOrAddCandidate, type KeywordSet } from './keywordSet.ts';
import {
  acceptKeyword,
  addWinner,
  createKeywordTable,
  type KeywordTable,
  NO_MAPPING,
  writeCandidate,
} from './keywords.ts';
import type { MappingList } from './mappingList.ts';

/** So few keywords are not worth a layer of their own. */
const FEW = 32;
/** So few keywords without a mapping are not worth a rebuild. */
const FEW_UNUSED = 16;
/** A layer has more than so many times the keywords of the one above it, unless it has only a few. */
const LAYER_RATIO = 2;

/**
 * The keyword list made ready in layers, each an index of a range of one table of keywords: the first holds nearly all of
 * them, those above it the latest ones. So a change rebuilds little, and a text is matched by few indexes
 * (the logarithmic method of J. L. Bentley, J. B. Saxe: Decomposable searching problems, J. Algorithms 1, 1980).
 */
export type LayeredIndex = {
  table: KeywordTable;
  set: KeywordSet;
  /** At least one, in the order of their keywords. */
  layers: KeyIndex[];
};

/** Makes the mappings of the list ready, all in one layer. Linear in the total length of their keywords. */
export function buildLayers(list: MappingList): LayeredIndex {
  const ids = list.idsInForce();
  const table = createKeywordTable(ids.length, totalLength(list, ids));
  const set = createKeywordSet(ids.length);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as MappingId;
    const mapping = list.get(id);
    if (!mapping || !isUsable(mapping)) continue;
    const length = writeCandidate(table, mapping.description);
    if (length === 0) continue;
    const k = findOrAddCandidate(set, table, length);
    if (k === table.count) acceptKeyword(table, length, id);
    else addWinner(table, k, id, list);
  }
  return { table, set, layers: [buildKeyIndex(table, set, 0)] };
}

/** Normalising hardly ever makes a text longer; where it does the table grows. */
function totalLength(list: MappingList, ids: ArrayLike<MappingId>): number {
  let units = 0;
  for (let i = 0; i < ids.length; i++) units += list.get(ids[i] as MappingId)?.description.length ?? 0;
  return units;
}

/**
 * Makes the keywords accepted since the last call ready. They become a layer together with the layers that are not
 * much larger, or everything is built anew: when no layer is much larger, and when a quarter of the keywords has no
 * mapping any more. So a keyword is built in again a few times for each tenfold growth of the list, and the memory is
 * that of the mappings in force, whatever came before.
 */
export function indexNewKeywords(index: LayeredIndex, list: MappingList): void {
  const { table, set, layers } = index;
  if (table.unused > FEW_UNUSED && table.unused * 4 > table.count) {
    Object.assign(index, buildLayers(list));
    return;
  }
  let first = layers.at(-1)?.end ?? 0;
  if (first === table.count) return;
  for (let last = layers.at(-1); last && isToMerge(last, table.count - first); last = layers.at(-1)) {
    first = last.first;
    layers.pop();
  }
  if (first === 0) Object.assign(index, buildLayers(list));
  else layers.push(buildKeyIndex(table, set, first));
  limitSteps(index.layers);
}

function isToMerge(layer: KeyIndex, newer: number): boolean {
  return layer.end - layer.first <= Math.max(FEW, LAYER_RATIO * newer);
}

/** Built at once, the keywords of several layers would soon be too many for a table of steps: it takes most of the memory. */
function limitSteps(layers: readonly KeyIndex[]): void {
  if (layers.length === 1) return;
  const tables = layers.flatMap(({ hard }) => (hard?.steps ? hard : []));
  const steps = tables.reduce((sum, automaton) => sum + (automaton.steps?.next.length ?? 0), 0);
  if (steps > MAX_STEPS / 2) for (const automaton of tables) automaton.steps = null;
}

/** Number of mappings that can match. */
export function countMatching({ table: { winners, others, count } }: LayeredIndex): number {
  let size = 0;
  for (let k = 0; k < count; k++) if ((winners[k] ?? NO_MAPPING) !== NO_MAPPING) size++;
  for (const ids of others.values()) size += ids.length;
  return size;
}
