import type { Explanation, MappingId } from '#model/classification.ts';
import type { Mapping } from '#model/mapping.ts';
import { type Automaton, firstEnd, ROOT, step } from './automaton.ts';
import { BLOCK_START, BLOCK_UNITS, unitsOf } from './fold.ts';
import { ENTRY_FIELDS, ENTRY_KEYWORD, ENTRY_SIZE } from './gramIndex.ts';
import { candidateEnd, candidateEntries, candidateEntriesEnd } from './gramScan.ts';
import type { KeyIndex, LayeredIndex } from './keyIndex.ts';
import {
  compareKeywords,
  findKeyword,
  type KeywordNumber,
  keywordLength,
  type MappingsById,
  NO_KEYWORD,
  NO_MAPPING,
} from './keywords.ts';
import { CANDIDATE_LISTS, scanWindow, WINDOW_STEP } from './matchLines.ts';
import { type TracedText, traceNormalise } from './normalise.ts';

const MAX_LOSERS = 3;

/**
 * Why `description` has its account: the mapping that wins, where its keyword stands in the description as typed, and
 * up to three mappings that lose against it.
 */
export function explain(index: LayeredIndex, mappings: MappingsById, description: string): Explanation {
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
