import type { Explanation, MappingId } from '#model/classification.ts';
import type { Mapping } from '#model/mapping.ts';
import { findKeyword } from './keywordSet.ts';
import { compareKeywords, type KeywordNumber, keywordLength, NO_KEYWORD, NO_MAPPING } from './keywords.ts';
import type { LayeredIndex } from './layers.ts';
import { visitContained } from './lookup.ts';
import type { MappingList } from './mappingList.ts';
import { unitsOf } from './matchLong.ts';
import { type TracedText, traceNormalise } from './offsets.ts';

const MAX_LOSERS = 3;

/** Why `description` has its account: the winner, where it stands, and the keywords that lost against it. */
export function explain(index: LayeredIndex, list: MappingList, description: string): Explanation {
  const traced = traceNormalise(description);
  if (traced.text === '') return { kind: 'blank' };
  const ranked = rankMatches(index, unitsOf(traced.text));
  const [best] = ranked;
  if (best === undefined) return { kind: 'none', reason: isEmpty(index) ? 'empty-list' : 'no-keyword' };
  const [winner, ...losers] = ranked.flatMap((k) => answering(index, list, k));
  if (winner === undefined) throw new Error(`keyword ${best} has no mapping`);
  const exact = keywordLength(index.table, best) === traced.text.length;
  return {
    kind: exact ? 'exact' : 'contained',
    mapping: winner,
    ...locate(index, traced, best),
    losers: losers.slice(0, MAX_LOSERS),
  };
}

/** Matching keywords, best first: as many as can matter. */
function rankMatches(index: LayeredIndex, line: Uint16Array): KeywordNumber[] {
  const { table } = index;
  const found = new Set<KeywordNumber>();
  const add = (k: KeywordNumber) => {
    if (table.winners[k] !== NO_MAPPING) found.add(k);
  };
  for (const layer of index.layers) visitContained(layer, line, add);
  const equal = findKeyword(index.set, table, line, 0, line.length);
  if (equal !== NO_KEYWORD) add(equal);
  return [...found]
    .sort((a, b) => keywordLength(table, b) - keywordLength(table, a) || compareKeywords(table, a, b))
    .slice(0, MAX_LOSERS + 1);
}

/** The mappings of a keyword, the one that answers for it first, then by stored key. */
function answering(index: LayeredIndex, list: MappingList, k: KeywordNumber): Mapping[] {
  const ids: MappingId[] = [index.table.winners[k] ?? NO_MAPPING, ...(index.table.others.get(k) ?? [])];
  return ids.flatMap((id) => list.get(id) ?? []).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

function locate(index: LayeredIndex, traced: TracedText, k: KeywordNumber): { start: number; end: number } {
  const { units, starts } = index.table;
  const keyword = Array.from(units.subarray(starts[k], starts[k + 1]), (unit) =>
    String.fromCharCode(unit),
  ).join('');
  const at = traced.text.indexOf(keyword);
  return { start: traced.starts[at] ?? 0, end: traced.ends[at + keyword.length - 1] ?? 0 };
}

function isEmpty(index: LayeredIndex): boolean {
  return !index.table.winners.subarray(0, index.table.count).some((winner) => winner !== NO_MAPPING);
}
