import { normalise } from '#engine/normalise.ts';
import { isUsable, type Mapping, MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';

/**
 * The matching rules as a plain double loop: the oracle of the engine's tests. Returns the mapping that wins, or null for no
 * match; `description` must not be blank.
 */
export function classifyNaively(description: string, mappings: readonly Mapping[]): Mapping | null {
  return rankNaively(description, mappings)[0] ?? null;
}

/**
 * All mappings that match, best first. One order serves both rules: a keyword that equals the description is longer than
 * any other that the description contains.
 */
export function rankNaively(description: string, mappings: readonly Mapping[]): Mapping[] {
  const line = normalise(description);
  return mappings
    .filter(isUsable)
    .map((mapping) => ({ mapping, keyword: normalise(mapping.description) }))
    .filter(({ keyword }) => keyword !== '' && (keyword === line || mayBeContained(keyword)))
    .filter(({ keyword }) => line.includes(keyword))
    .toSorted(
      (a, b) =>
        b.keyword.length - a.keyword.length ||
        compareUnits(a.keyword, b.keyword) ||
        compareUnits(a.mapping.key, b.mapping.key),
    )
    .map(({ mapping }) => mapping);
}

function mayBeContained(keyword: string): boolean {
  return nonSpaceLength(keyword) >= MIN_KEYWORD_LENGTH;
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
