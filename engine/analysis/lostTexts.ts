import { MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { compareAsKeywords, textOf } from './comparedTexts.ts';
import type { MappingSet } from './MappingSet.ts';
import type { WrittenKeyword } from './writtenKeyword.ts';

/** No keyword is contained in the text any more. */
export const NO_ACCOUNT = -1;

/**
 * Account of the text `lost` once the mappings `gone` are removed: {@link NO_ACCOUNT} for no match, undefined when
 * `keyword` decides. Only for entries stored under a key that is not their text's, which are rare: a plain loop.
 */
export function accountOfLostText(
  set: MappingSet,
  lost: number,
  gone: ReadonlySet<number>,
  keyword: WrittenKeyword,
): number | undefined {
  const remaining = set.effectiveTwins(lost).filter((row) => !gone.has(row));
  const exact = set.preferred(remaining);
  if (exact !== undefined) return set.accountOf[exact];
  const { match } = set.texts;
  const text = textOf(match, set.twins.first(lost));
  let best: number | undefined;
  for (let other = 0; other < set.twins.size; other++) {
    const row = set.preferred(set.effectiveTwins(other).filter((twin) => !gone.has(twin)));
    if (row === undefined || !isContained(textOf(match, row), text)) continue;
    if (best === undefined || compareAsKeywords(match, row, match, best) < 0) best = row;
  }
  const byKeyword = isContained(keyword.text, text);
  if (best === undefined) return byKeyword ? undefined : NO_ACCOUNT;
  const keywordIsBetter = compareAsKeywords(keyword.match, keyword.number, match, best) < 0;
  return byKeyword && keywordIsBetter ? undefined : set.accountOf[best];
}

function isContained(keyword: string, text: string): boolean {
  return nonSpaceLength(keyword) >= MIN_KEYWORD_LENGTH && text.includes(keyword);
}
