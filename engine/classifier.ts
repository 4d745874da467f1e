import { BLANK, type Explanation, type MappingId, UNMATCHED } from '#model/classification.ts';
import { isSameMapping, isUsable, type Mapping, type MappingKey } from '#model/mapping.ts';
import { type Automaton, firstEnd, ROOT, step } from './automaton.ts';
import {
  candidateEnd,
  candidateEntries,
  candidateEntriesEnd,
  ENTRY_FIELDS,
  ENTRY_KEYWORD,
  ENTRY_SIZE,
} from './gramScan.ts';
import {
  buildLayers,
  countMatching,
  indexNewKeywords,
  type KeyIndex,
  type LayeredIndex,
} from './keyIndex.ts';
import {
  acceptCandidate,
  addMapping,
  better,
  compareKeywords,
  createMappingsById,
  findCandidate,
  findKeyword,
  findOrEnterCandidate,
  type KeywordNumber,
  keywordLength,
  type MappingsById,
  NO_KEYWORD,
  NO_MAPPING,
  removeMapping,
  writeCandidate,
} from './keywords.ts';
import { BLANK_TEXT, CANDIDATE_LISTS, scanWindow, WINDOW_STEP } from './matchLines.ts';
import { matchRows, matchText } from './matchRows.ts';
import { BLOCK_START, BLOCK_UNITS, type TracedText, traceNormalise, unitsOf } from './normalise.ts';
import type { Rows } from './rows.ts';

/** A list of mappings, indexed to classify with (rules: design, §4). */
export type Classifier = {
  /** Number of mappings that can match. */
  readonly size: number;
  /**
   * The mapping of an id in the list, such as every answer since the last change; throws a RangeError for other ids.
   */
  mapping(id: MappingId): Mapping;
  /** The mapping of an id, or undefined once it has left the list. */
  findMapping(id: MappingId): Mapping | undefined;
  /** The id of the mapping with this key; undefined for none in the list. */
  idOf(key: MappingKey): MappingId | undefined;
  /** Classifies one description as typed: the id of a mapping, UNMATCHED or BLANK. */
  classify(description: string): MappingId;
  /**
   * Classifies rows `from` (included) to `to` (excluded) into `out`, as {@link classify} does, starting at `out[0]`.
   */
  classifyRows(rows: Rows, from: number, to: number, out: Int32Array): void;
  /** Why a description has its account. */
  explain(description: string): Explanation;
  /**
   * Removes mappings, then adds and replaces (same key) others. Ids of removed and replaced mappings are not used
   * again. Over many changes each costs as much as indexing its keywords some times over: the logarithm of the list's
   * size.
   */
  apply(set: readonly Mapping[], removed: readonly MappingKey[]): ClassifierChange;
};

/** What a change of the list means for rows that are answered already. */
export type ClassifierChange = {
  /**
   * Ids that are no answer any more, with their mappings: rows with such an id must be classified again. A caller that
   * goes on showing one must keep its mapping, since the classifier drops those that left the list.
   */
  readonly stale: ReadonlyMap<MappingId, Mapping>;
  /** Whether a keyword that began to match with this change matches `description`. */
  affects(description: string): boolean;
  /**
   * The rows to classify again, ascending: those whose id (`ids[row]`) is stale, and those that a keyword matches that
   * began to match with this change. No other answer can change. Costs as much as classifying with the new keywords.
   */
  affectedRows(rows: Rows, ids: Int32Array): Uint32Array;
};

/**
 * Indexes a list of mappings. Takes time and memory linear in the total length of the keywords; classifying is linear
 * in the text (docs/engine.md).
 *
 * @example
 * const classifier = createClassifier([{ key, description: 'ACME Ltd', glAccount: '6100' }]);
 * classifier.mapping(classifier.classify('payment to acme ltd')).glAccount; // '6100'
 */
export function createClassifier(mappings: Iterable<Mapping>): Classifier {
  const byId = createMappingsById(mappings);
  return classifierOf(byId, buildLayers(byId));
}

/** The classifier over mappings and their index, both of which it changes. */
export function classifierOf(mappings: MappingsById, index: LayeredIndex): Classifier {
  return {
    get size() {
      return countMatching(index);
    },
    mapping(id) {
      const mapping = mappings.get(id);
      if (!mapping) throw new RangeError(`No mapping in the list has the id ${id}.`);
      return mapping;
    },
    findMapping: (id) => mappings.get(id),
    idOf: (key) => mappings.idOf(key),
    classify(description) {
      let best: KeywordNumber = BLANK_TEXT;
      for (const layer of index.layers) {
        best = bestOf(index, best, matchText(layer, description, 0, description.length));
      }
      return idOf(index, best);
    },
    classifyRows(rows, from, to, out) {
      matchLayers(index, rows, from, to, out);
      for (let i = 0; i < to - from; i++) out[i] = idOf(index, out[i] ?? BLANK_TEXT);
    },
    explain: (description) => explain(index, mappings, description),
    apply: (set, removed) => applyChange(index, mappings, set, removed),
  };
}

function matchLayers(index: LayeredIndex, rows: Rows, from: number, to: number, out: Int32Array): void {
  const [first, ...others] = index.layers;
  if (first) matchRows(first, rows, from, to, out);
  if (others.length === 0) return;
  const found = new Int32Array(to - from);
  for (const layer of others) {
    matchRows(layer, rows, from, to, found);
    for (let i = 0; i < found.length; i++) {
      out[i] = bestOf(index, out[i] as KeywordNumber, found[i] as KeywordNumber);
    }
  }
}

/** The better of two layers' answers for one text: a keyword before NO_KEYWORD before BLANK_TEXT. */
function bestOf({ table }: LayeredIndex, a: KeywordNumber, b: KeywordNumber): KeywordNumber {
  return a < 0 || b < 0 ? Math.max(a, b) : better(table, a, b);
}

function idOf({ table }: LayeredIndex, k: KeywordNumber): MappingId {
  if (k >= 0) return table.mappingIds[k] ?? UNMATCHED;
  return k === BLANK_TEXT ? BLANK : UNMATCHED;
}

/** Changes the list and its index: removals first, then additions and replacements. */
function applyChange(
  index: LayeredIndex,
  mappings: MappingsById,
  set: readonly Mapping[],
  removed: readonly MappingKey[],
): ClassifierChange {
  const stale = new Map<MappingId, Mapping>();
  const gained: Mapping[] = [];
  for (const key of removed) remove(index, mappings, key, stale);
  for (const mapping of set) {
    const current = mappings.get(mappings.idOf(mapping.key) ?? NO_MAPPING);
    if (current && isSameMapping(current, mapping)) continue;
    remove(index, mappings, mapping.key, stale);
    if (add(index, mappings, mapping, stale)) gained.push(mapping);
  }
  indexNewKeywords(index, mappings);
  return describeChange(stale, gained);
}

/** Removes the mapping with this key, if there is one. Its id becomes stale if it was an answer. */
function remove(
  { table }: LayeredIndex,
  mappings: MappingsById,
  key: MappingKey,
  stale: Map<MappingId, Mapping>,
): void {
  const id = mappings.idOf(key) ?? NO_MAPPING;
  const mapping = mappings.get(id);
  mappings.remove(key);
  if (!mapping || !isUsable(mapping)) return;
  const k = findCandidate(table, writeCandidate(table, mapping.description));
  if (k === NO_KEYWORD) return;
  if (table.mappingIds[k] === id) stale.set(id, mapping);
  removeMapping(table, k, id, mappings);
}

/** Adds a mapping whose key the list lacks. True where its keyword did not match before. */
function add(
  { table }: LayeredIndex,
  mappings: MappingsById,
  mapping: Mapping,
  stale: Map<MappingId, Mapping>,
): boolean {
  const id = mappings.add(mapping);
  if (!isUsable(mapping)) return false;
  const length = writeCandidate(table, mapping.description);
  if (length === 0) return false;
  const k = findOrEnterCandidate(table, length);
  if (k === table.count) {
    acceptCandidate(table, length, id);
    return true;
  }
  const before = table.mappingIds[k] ?? NO_MAPPING;
  addMapping(table, k, id, mappings);
  const replaced = mappings.get(before);
  if (replaced && table.mappingIds[k] !== before) stale.set(before, replaced);
  return before === NO_MAPPING;
}

/** `gained` are the mappings whose keywords began to match. They are indexed when rows are first searched for them. */
function describeChange(
  stale: ReadonlyMap<MappingId, Mapping>,
  gained: readonly Mapping[],
): ClassifierChange {
  let index: KeyIndex | undefined;
  const gainedIndex = (): KeyIndex | null => {
    if (gained.length === 0) return null;
    index ??= buildLayers(createMappingsById(gained)).layers[0];
    return index ?? null;
  };
  return {
    stale,
    affects(description) {
      const keywords = gainedIndex();
      return keywords !== null && matchText(keywords, description, 0, description.length) >= 0;
    },
    affectedRows: (rows, ids) => findAffectedRows(rows, ids, stale, gainedIndex()),
  };
}

function findAffectedRows(
  rows: Rows,
  ids: Int32Array,
  stale: ReadonlyMap<MappingId, Mapping>,
  gained: KeyIndex | null,
): Uint32Array {
  const affected = new Uint8Array(rows.count);
  if (stale.size > 0) {
    for (let row = 0; row < rows.count; row++) if (stale.has(ids[row] as number)) affected[row] = 1;
  }
  if (gained) {
    const found = new Int32Array(rows.count);
    matchRows(gained, rows, 0, rows.count, found);
    for (let row = 0; row < rows.count; row++) if ((found[row] as number) >= 0) affected[row] = 1;
  }
  return Uint32Array.from(rowsMarked(affected));
}

function* rowsMarked(marks: Uint8Array): Generator<number> {
  for (let row = marks.indexOf(1); row >= 0; row = marks.indexOf(1, row + 1)) yield row;
}

export const MAX_LOSERS = 3;

/**
 * Why `description` has its account: the mapping that wins, where its keyword stands in the description as typed, and
 * up to three mappings that lose against it.
 */
function explain(index: LayeredIndex, mappings: MappingsById, description: string): Explanation {
  const traced = traceNormalise(description);
  if (traced.text === '') return { kind: 'blank' };
  const ranked = rankMatches(index, unitsOf(traced.text));
  const [best] = ranked;
  if (best === undefined) return { kind: 'none', reason: isEmpty(index) ? 'empty-list' : 'no-keyword' };
  const [winner, ...losers] = ranked.flatMap((k) => mappingsOf(index, mappings, k));
  if (winner === undefined) throw new Error(`keyword ${best} has no mapping`);
  const exact = keywordLength(index.table, best) === traced.text.length;
  return {
    kind: exact ? 'exact' : 'contained',
    mapping: winner,
    ...locate(index, traced, best),
    losers: losers.slice(0, MAX_LOSERS),
  };
}

/** The matching keywords that an explanation can name, best first. */
function rankMatches(index: LayeredIndex, line: Uint16Array): KeywordNumber[] {
  const { table } = index;
  const found = new Set<KeywordNumber>();
  const add = (k: KeywordNumber) => {
    if (table.mappingIds[k] !== NO_MAPPING) found.add(k);
  };
  for (const layer of index.layers) visitContained(layer, line, add);
  const equal = findKeyword(table, line, 0, line.length);
  if (equal !== NO_KEYWORD) add(equal);
  return [...found]
    .sort((a, b) => keywordLength(table, b) - keywordLength(table, a) || compareKeywords(table, a, b))
    .slice(0, MAX_LOSERS + 1);
}

/** The mappings of a keyword by stored key: the one that it stands for comes first. */
function mappingsOf(index: LayeredIndex, mappings: MappingsById, k: KeywordNumber): Mapping[] {
  const { mappingIds, otherIds } = index.table;
  const ids: MappingId[] = [mappingIds[k] ?? NO_MAPPING, ...(otherIds.get(k) ?? [])];
  return ids
    .flatMap((id) => mappings.get(id) ?? [])
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Where the keyword stands first in the text as typed. */
function locate(index: LayeredIndex, traced: TracedText, k: KeywordNumber): { start: number; end: number } {
  const { units, starts } = index.table;
  const keyword = Array.from(units.subarray(starts[k], starts[k + 1]), (unit) =>
    String.fromCharCode(unit),
  ).join('');
  const at = traced.text.indexOf(keyword);
  return { start: traced.starts[at] ?? 0, end: traced.ends[at + keyword.length - 1] ?? 0 };
}

function isEmpty({ table }: LayeredIndex): boolean {
  return !table.mappingIds.subarray(0, table.count).some((id) => id !== NO_MAPPING);
}

type KeywordVisitor = (k: KeywordNumber) => void;

/**
 * Calls `visit` for every keyword of the layer that is contained in the units of a normalised text, keywords without a
 * mapping included, in no order and possibly several times.
 */
function visitContained(index: KeyIndex, line: Uint16Array, visit: KeywordVisitor): void {
  for (let at = 0; at < line.length; at += WINDOW_STEP) {
    const counts = scanWindow(index, line, at, Math.min(line.length, at + BLOCK_UNITS));
    for (const list of CANDIDATE_LISTS) {
      const count = list(index, counts);
      for (let c = 0; c < count; c++) {
        visitCandidate(index, line, c, candidateEnd(c) + at - BLOCK_START, visit);
      }
    }
  }
  if (index.fallback) visitFallback(index.fallback, line, visit);
}

/** Visits the keywords of a candidate whose gram ends before offset `behind`. */
function visitCandidate(
  index: KeyIndex,
  line: Uint16Array,
  candidate: number,
  behind: number,
  visit: KeywordVisitor,
): void {
  const { entries } = index.grams;
  const end = candidateEntriesEnd(candidate);
  for (let e = candidateEntries(candidate); e < end; e += ENTRY_FIELDS) {
    const k = entries[e + ENTRY_KEYWORD] ?? 0;
    if (standsAt(index, line, behind - ((entries[e + ENTRY_SIZE] ?? 0) & 255), k)) visit(k);
  }
}

/**
 * Visits the fallback keywords. A state met before is not followed again, so repetitive texts cost no more than others.
 */
function visitFallback(automaton: Automaton, line: Uint16Array, visit: KeywordVisitor): void {
  const seen = new Set<number>();
  let state = ROOT;
  for (let i = 0; i < line.length; i++) {
    state = step(automaton, state, line[i] as number);
    let end = firstEnd(automaton, state);
    while (end >= 0 && !seen.has(end)) {
      seen.add(end);
      visit(automaton.keywords[end] ?? NO_KEYWORD);
      end = automaton.nextEnd[end] ?? -1;
    }
  }
}

function standsAt(index: KeyIndex, line: Uint16Array, from: number, k: KeywordNumber): boolean {
  const { units, starts } = index.table;
  const at = starts[k] ?? 0;
  const length = keywordLength(index.table, k);
  if (from < 0 || from + length > line.length) return false;
  for (let i = 0; i < length; i++) if (line[from + i] !== units[at + i]) return false;
  return true;
}
