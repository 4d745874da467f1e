import type { MappingId } from '#model/classification.ts';
import { isUsable } from '#model/mapping.ts';
import { type Automaton, buildAutomaton, MAX_STEPS } from './automaton.ts';
import { buildGramIndex } from './gramIndex.ts';
import type { GramIndex } from './gramScan.ts';
import {
  acceptCandidate,
  addMapping,
  createKeywordTable,
  findOrEnterCandidate,
  type KeywordNumber,
  type KeywordTable,
  type MappingsById,
  mayBeContained,
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
  /** The keywords that are found through their rarest gram: nearly all. */
  readonly grams: GramIndex;
  /** The fallback keywords, which share even their rarest gram with too many others; null where there are none. */
  readonly fallback: Automaton | null;
  /**
   * All keywords of the range that may be contained; built when the verification quota is used up for the first time.
   */
  all: Automaton | null;
  readonly quota: VerificationQuota;
};

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
  limitSteps(index.layers);
}

/** Number of mappings that can match. */
export function countMatching({ table: { mappingIds, otherIds, count } }: LayeredIndex): number {
  let size = 0;
  for (let k = 0; k < count; k++) if ((mappingIds[k] ?? NO_MAPPING) !== NO_MAPPING) size++;
  for (const ids of otherIds.values()) size += ids.length;
  return size;
}

/** The automaton of all keywords of the layer that may be contained. */
export function automatonOfAll(index: KeyIndex): Automaton {
  index.all ??= buildAutomaton(index.table, containedKeywords(index.table, index.first, index.end));
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
  const contained = containedKeywords(table, first, table.count);
  const { index: grams, fallbackKeywords } = buildGramIndex(table, contained);
  return {
    table,
    first,
    end: table.count,
    grams,
    fallback: fallbackKeywords.length > 0 ? buildAutomaton(table, fallbackKeywords) : null,
    all: null,
    quota: createVerificationQuota(),
  };
}

/** The keywords among `first` to `end` that may be contained in a description. */
function containedKeywords(table: KeywordTable, first: KeywordNumber, end: KeywordNumber): Int32Array {
  const contained = new Int32Array(end - first);
  let count = 0;
  for (let k = first; k < end; k++) if (mayBeContained(table, k)) contained[count++] = k;
  return contained.subarray(0, count);
}

function isToMerge(layer: KeyIndex, newer: number): boolean {
  return layer.end - layer.first <= Math.max(SMALL_LAYER, LAYER_RATIO * newer);
}

/**
 * Drops the step tables of the fallback automata where those of several layers take more than half of what one table
 * may: built at once, the keywords of several layers would have too many steps for a table, which takes most of the
 * memory.
 */
function limitSteps(layers: readonly KeyIndex[]): void {
  if (layers.length === 1) return;
  const tables = layers.flatMap(({ fallback }) => (fallback?.steps ? fallback : []));
  const steps = tables.reduce((sum, automaton) => sum + (automaton.steps?.next.length ?? 0), 0);
  if (steps > MAX_STEPS / 2) for (const automaton of tables) automaton.steps = null;
}

/**
 * Limits what verifying candidates costs: a fixed amount of work per unit of text in the long run, so that the cost has
 * a bound for every input. Unused work is saved up to a limit. A line that uses up the quota starts a penalty, twice as
 * large as the last one: until enough further text has been processed, lines go straight to the automaton of all
 * keywords. So texts made to be slow are hardly ever verified in vain.
 */
type VerificationQuota = {
  /** Work left, in units compared and entries looked at. Below 0 while a penalty lasts. */
  left: number;
  nextPenalty: number;
};

/**
 * Work granted per unit and pass over a line: one pass for 8-grams, and one for 4-grams where the first finds nothing.
 */
const WORK_PER_UNIT = 4;
const MAX_SAVED = 8000;
const MIN_PENALTY = 8000;
/** The work granted for a million units. */
const MAX_PENALTY = WORK_PER_UNIT << 20;

/** Whether lines go straight to the automaton of all keywords. */
export function isInPenalty(quota: VerificationQuota): boolean {
  return quota.left < 0;
}

/** Grants the work for `units` units. True where there is any left to use. */
export function refill(quota: VerificationQuota, units: number): boolean {
  quota.left += WORK_PER_UNIT * units;
  if (quota.left > MAX_SAVED) {
    quota.left = MAX_SAVED;
    quota.nextPenalty = MIN_PENALTY;
  }
  return quota.left >= 0;
}

/** Starts a penalty. */
export function startPenalty(quota: VerificationQuota): void {
  quota.left = -quota.nextPenalty;
  quota.nextPenalty = Math.min(MAX_PENALTY, quota.nextPenalty * 2);
}

/** Reduces the penalty by the work for `units` units, which were not verified. Saves nothing beyond its end. */
export function servePenalty(quota: VerificationQuota, units: number): void {
  quota.left = Math.min(0, quota.left + WORK_PER_UNIT * units);
}

function createVerificationQuota(): VerificationQuota {
  return { left: MAX_SAVED, nextPenalty: MIN_PENALTY };
}
