import { upperForm } from '#engine/analysis/texts.ts';
import type { Mapping } from '#model/mapping.ts';
import { phrasesOf } from '../tests/support/naiveAnalysis.ts';

/** A keyword found for an account and the number of its originals. */
export type Found = { readonly glAccount: string; readonly keyword: string; readonly count: number };

/**
 * An ordinary app: for every length from 99 down, one map from each stretch of that length to the number of descriptions
 * that contain it. Finds the same keywords as the analysis, without conflicts and ids.
 */
export function countByLength(list: readonly Mapping[]): Found[] {
  const accounts = new Set(list.map(({ glAccount }) => glAccount));
  return [...accounts].flatMap((glAccount) => {
    const mappings = list.filter((mapping) => mapping.glAccount === glAccount);
    return mappings.length > 10 ? countInAccount(glAccount, mappings) : [];
  });
}

function countInAccount(glAccount: string, mappings: readonly Mapping[]): Found[] {
  let texts = mappings.map(({ description }) => upperForm(description));
  const found: Found[] = [];
  for (let length = 99; length >= 10; ) {
    const best = bestOfLength(texts, length);
    if (!best) {
      length--;
      continue;
    }
    found.push({ glAccount, ...best });
    texts = texts.filter((text) => !text.includes(best.keyword));
  }
  return found;
}

function bestOfLength(
  texts: readonly string[],
  length: number,
): { keyword: string; count: number } | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const stretches = new Set<string>();
    for (let at = 0; at + length <= text.length; at++) stretches.add(text.slice(at, at + length));
    for (const stretch of stretches) counts.set(stretch, (counts.get(stretch) ?? 0) + 1);
  }
  const common = new Set([...counts].filter(([, count]) => count > 10).map(([stretch]) => stretch));
  if (common.size === 0) return undefined;
  const phrases = new Set(texts.flatMap((text) => phrasesOf(text).filter((phrase) => common.has(phrase))));
  return [...phrases]
    .map((keyword) => ({ keyword, count: counts.get(keyword) ?? 0 }))
    .sort((a, b) => b.count - a.count || (a.keyword < b.keyword ? -1 : 1))[0];
}
