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
  const line = normalised(description);
  return mappings
    .filter(isUsable)
    .map((mapping) => ({ mapping, keyword: normalised(mapping.description) }))
    .filter(({ keyword }) => keyword !== '' && line.includes(keyword))
    .filter(({ keyword }) => keyword === line || mayBeContained(keyword))
    .toSorted(
      (a, b) =>
        b.keyword.length - a.keyword.length ||
        compareUnits(a.keyword, b.keyword) ||
        compareUnits(a.mapping.key, b.mapping.key),
    )
    .map(({ mapping }) => mapping);
}

const MAX_REMEMBERED = 10_000;
const remembered = new Map<string, string>();

/** A plain double loop meets the same keywords again for every text. */
function normalised(text: string): string {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const form = normalise(text);
  remembered.set(text, form);
  return form;
}

function mayBeContained(keyword: string): boolean {
  return nonSpaceLength(keyword) >= MIN_KEYWORD_LENGTH;
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
