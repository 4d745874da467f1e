import { BLANK, type Explanation, type MappingId, UNMATCHED } from '#model/classification.ts';
import { isSameMapping, isUsable, type Mapping, type MappingKey } from '#model/mapping.ts';
import { buildIndex, countMatching, indexNewKeywords, type KeyIndex } from './keyIndex.ts';
import {
  acceptCandidate,
  addMapping,
  createMappingsById,
  findCandidate,
  findOrEnterCandidate,
  type KeywordNumber,
  type KeywordTable,
  type MappingsById,
  NO_KEYWORD,
  NO_MAPPING,
  outranks,
  removeMapping,
  writeCandidate,
} from './keywords.ts';
import { BLANK_TEXT } from './matchLines.ts';
import { matchRows, matchText } from './matchRows.ts';
import { normalise, type TracedText, traceNormalise } from './normalise.ts';
import { type Rows, rowsOf } from './rows.ts';

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
  /** The mappings whose keyword is the description but for its spelling (`ACME`, `acme`); the one that wins comes first. */
  spellings(description: string): readonly Mapping[];
  /** The classifier of the list with a change applied, which is not made here. Ask it before this one changes. */
  after(set: readonly Mapping[], removed: readonly MappingKey[]): ChangedClassifier;
  /**
   * Removes mappings, then adds and replaces (same key) others. Ids of removed and replaced mappings are not used
   * again. Over many changes each costs as much as indexing its keywords a few times.
   */
  apply(set: readonly Mapping[], removed: readonly MappingKey[]): ClassifierChange;
};

/** Answers as the list would with a change applied. */
export type ChangedClassifier = {
  /** The mapping that wins in a description; undefined for none. */
  winner(description: string): Mapping | undefined;
  /** The same of several, in a tenth of the time. */
  winners(descriptions: readonly string[]): (Mapping | undefined)[];
  /** Has the mappings alone that the change sets: only where one of them matches, or is removed, can the winner be another. */
  readonly set: Classifier;
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
  return classifierOf(byId, buildIndex(byId));
}

/** The classifier over mappings and their index, both of which it changes. */
export function classifierOf(mappings: MappingsById, index: KeyIndex): Classifier {
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
      return idOf(index, matchText(index, description));
    },
    classifyRows(rows, from, to, out) {
      matchRows(index, rows, from, to, out);
      for (let i = 0; i < to - from; i++) out[i] = idOf(index, out[i] ?? BLANK_TEXT);
    },
    explain: (description) => explain(index, mappings, description),
    spellings: (description) => mappingsOf(index, mappings, keywordOf(index.table, description)),
    after: (set, removed) => changedClassifier(index, mappings, set, removed),
    apply: (set, removed) => applyChange(index, mappings, set, removed),
  };
}

/** The keyword that a description is, or {@link NO_KEYWORD}. */
function keywordOf(table: KeywordTable, description: string): KeywordNumber {
  return findCandidate(table, writeCandidate(table, description));
}

/**
 * A copy of the index would take longer than the rows do. What the list keeps is asked in the same index, in which the
 * keywords stand for other mappings or none; what is set, in an index of its own.
 */
function changedClassifier(
  index: KeyIndex,
  mappings: MappingsById,
  set: readonly Mapping[],
  removed: readonly MappingKey[],
): ChangedClassifier {
  const kept = withoutMappings(index, mappings, [...set.map(({ key }) => key), ...removed]);
  const added = createClassifier(set);
  const winners = (descriptions: readonly string[]) => {
    const rows = rowsOf(descriptions);
    const [ids, keywords] = [new Int32Array(rows.count), new Int32Array(rows.count)];
    added.classifyRows(rows, 0, rows.count, ids);
    matchRows(kept, rows, 0, rows.count, keywords);
    return descriptions.map((_, row) => {
      const best = added.findMapping(ids[row] as MappingId);
      const other = mappings.get(idOf(kept, keywords[row] as KeywordNumber));
      return best !== undefined && (other === undefined || outranks(best, other)) ? best : other;
    });
  };
  return { set: added, winners, winner: (description) => winners([description])[0] };
}

function withoutMappings(index: KeyIndex, mappings: MappingsById, keys: readonly MappingKey[]): KeyIndex {
  const { mappingIds, otherIds } = index.table;
  const table = { ...index.table, mappingIds: mappingIds.slice(), otherIds: new Map(otherIds) };
  for (const key of keys) {
    const id = mappings.idOf(key) ?? NO_MAPPING;
    const k = keywordOf(index.table, mappings.get(id)?.description ?? '');
    if (k !== NO_KEYWORD) removeMapping(table, k, id, mappings);
  }
  return { ...index, table };
}

function idOf({ table }: KeyIndex, k: KeywordNumber): MappingId {
  if (k >= 0) return table.mappingIds[k] ?? UNMATCHED;
  return k === BLANK_TEXT ? BLANK : UNMATCHED;
}

/** Changes the list and its index: removals first, then additions and replacements. */
function applyChange(
  index: KeyIndex,
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
  { table }: KeyIndex,
  mappings: MappingsById,
  key: MappingKey,
  stale: Map<MappingId, Mapping>,
): void {
  const id = mappings.idOf(key) ?? NO_MAPPING;
  const mapping = mappings.get(id);
  mappings.remove(key);
  if (!mapping || !isUsable(mapping)) return;
  const k = keywordOf(table, mapping.description);
  if (k === NO_KEYWORD) return;
  if (table.mappingIds[k] === id) stale.set(id, mapping);
  removeMapping(table, k, id, mappings);
}

/** Adds a mapping whose key the list lacks. True where its keyword did not match before. */
function add(
  { table }: KeyIndex,
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
    index ??= buildIndex(createMappingsById(gained));
    return index;
  };
  return {
    stale,
    affects(description) {
      const keywords = gainedIndex();
      return keywords !== null && matchText(keywords, description) >= 0;
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
function explain(index: KeyIndex, mappings: MappingsById, description: string): Explanation {
  const traced = traceNormalise(description);
  if (traced.text === '') return { kind: 'blank' };
  const ranked = rankMatches(index, description);
  const [best] = ranked;
  if (best === undefined) return { kind: 'none', reason: isEmpty(index) ? 'empty-list' : 'no-keyword' };
  const [winner, ...losers] = ranked.flatMap((k) => mappingsOf(index, mappings, k));
  if (winner === undefined) throw new Error(`keyword ${best} has no mapping`);
  const keyword = normalise(winner.description);
  return {
    kind: keyword === traced.text ? 'exact' : 'contained',
    mapping: winner,
    ...locate(traced, keyword),
    losers: losers.slice(0, MAX_LOSERS),
  };
}

/**
 * The matching keywords that an explanation can name, best first. Each is found while those before it have no mapping.
 */
function rankMatches(index: KeyIndex, description: string): KeywordNumber[] {
  const { table } = index;
  const ranked: { k: KeywordNumber; id: MappingId }[] = [];
  while (ranked.length <= MAX_LOSERS) {
    const k = matchText(index, description);
    if (k < 0) break;
    ranked.push({ k, id: table.mappingIds[k] as MappingId });
    table.mappingIds[k] = NO_MAPPING;
    table.unused++;
  }
  for (const { k, id } of ranked) table.mappingIds[k] = id;
  table.unused -= ranked.length;
  return ranked.map(({ k }) => k);
}

/** The mappings of a keyword by stored key: the one that it stands for comes first. */
function mappingsOf(index: KeyIndex, mappings: MappingsById, k: KeywordNumber): Mapping[] {
  const { mappingIds, otherIds } = index.table;
  const ids: MappingId[] = [mappingIds[k] ?? NO_MAPPING, ...(otherIds.get(k) ?? [])];
  return ids
    .flatMap((id) => mappings.get(id) ?? [])
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Where the keyword stands first in the text as typed. */
function locate(traced: TracedText, keyword: string): { start: number; end: number } {
  const at = traced.text.indexOf(keyword);
  return { start: traced.starts[at] ?? 0, end: traced.ends[at + keyword.length - 1] ?? 0 };
}

function isEmpty({ table }: KeyIndex): boolean {
  return !table.mappingIds.subarray(0, table.count).some((id) => id !== NO_MAPPING);
}
