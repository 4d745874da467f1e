import { isUsable, type Mapping, MIN_KEYWORD_LENGTH, nonSpaceLength } from '../../src/model/mapping.ts';
import { normalise } from './normalise.ts';

/**
 * The matching rules as the plain double loop: the oracle that the engine is held against, and the baseline of
 * the benchmark. Returns the winning mapping, or null for no match; `description` must not be blank.
 */
export function classifyNaively(description: string, mappings: readonly Mapping[]): Mapping | null {
  const line = normalise(description);
  const matching = mappings
    .filter(isUsable)
    .map((mapping) => ({ mapping, keyword: normalise(mapping.description) }))
    .filter(({ keyword }) => keyword !== '');
  const exact = matching.filter(({ keyword }) => keyword === line);
  const pool =
    exact.length > 0
      ? exact
      : matching.filter(
          ({ keyword }) => nonSpaceLength(keyword) >= MIN_KEYWORD_LENGTH && line.includes(keyword),
        );
  const [best] = pool.toSorted(
    (a, b) =>
      b.keyword.length - a.keyword.length ||
      compareUnits(a.keyword, b.keyword) ||
      compareUnits(a.mapping.key, b.mapping.key),
  );
  return best?.mapping ?? null;
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
