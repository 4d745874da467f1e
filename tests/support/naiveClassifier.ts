import type { ChangedText } from '#model/consolidation.ts';
import { isUsable, type Mapping, MIN_KEYWORD_LENGTH } from '#model/mapping.ts';

/**
 * The matching rules as a plain double loop: the oracle of the engine's tests. Returns the mapping that wins, or null for no
 * match; `description` must not be blank.
 */
export function classifyNaively(description: string, mappings: readonly Mapping[]): Mapping | null {
  return rankNaively(description, mappings)[0] ?? null;
}

/** The texts of `known`, each as often as it is known, that go to another account by `after` than by `before`. */
export function changedNaively(
  known: readonly Mapping[],
  before: readonly Mapping[],
  after: readonly Mapping[],
): ChangedText[] {
  return known
    .filter((mapping) => isUsable(mapping) && normalised(mapping.description) !== '')
    .map(({ description }) => ({
      description,
      from: classifyNaively(description, before)?.glAccount ?? null,
      to: classifyNaively(description, after)?.glAccount ?? null,
    }))
    .filter(({ from, to }) => from !== to);
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
  const form = normaliseNaively(text);
  remembered.set(text, form);
  return form;
}

/** The comparing form of a text, character by character: the oracle of `normalise`. */
export function normaliseNaively(text: string): string {
  const lowered = visibleOf(text).normalize('NFC').toLowerCase();
  const words = lowered.split(/\s/).filter((word) => word !== '');
  return Array.from(words.join(' '), (unit) => ('.#$/[]'.includes(unit) ? '_' : unit)).join('');
}

/** A text without the characters that nobody sees. */
export function visibleOf(text: string): string {
  return text
    .split('')
    .filter((unit) => !isInvisible(unit.charCodeAt(0)))
    .join('');
}

function isInvisible(unit: number): boolean {
  const isIn = (first: number, last: number) => unit >= first && unit <= last;
  return (
    [0xad, 0xfeff].includes(unit) || isIn(0x200b, 0x200f) || isIn(0x202a, 0x202e) || isIn(0x2060, 0x2064)
  );
}

function mayBeContained(keyword: string): boolean {
  return keyword.replaceAll(' ', '').length >= MIN_KEYWORD_LENGTH;
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
