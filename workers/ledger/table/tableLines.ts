import type { TableLines, TextTarget } from '#contract/table.ts';
import { isSameMapping, MAPPING_FIELDS, type Mapping, type MappingKey, textsOf } from '#model/mapping.ts';
import { tabbedText } from '#model/spreadsheetCell.ts';
import { DIFFERENCE_NAMES, DIFFERENCES, type Difference } from '#model/text/historyWords.ts';

/** Mappings as text, their fields with tabs between them: see {@link tabbedText}. */
export function linesOf(mappings: readonly Mapping[], target: TextTarget): TableLines {
  return textOf(mappings.map(textsOf), target);
}

/**
 * The mappings of a list that was set aside beside those of the present one, and how they differ: first those that do, then
 * the others.
 */
export function differenceLines(
  then: readonly Mapping[],
  now: ReadonlyMap<MappingKey, Mapping>,
  target: TextTarget,
): TableLines {
  const known = new Set(then.map(({ key }) => key));
  const added = [...now.values()].filter(({ key }) => !known.has(key));
  const pairs: readonly Pair[] = [
    ...then.map((before) => [before, now.get(before.key) ?? null] as const),
    ...added.map((after) => [null, after] as const),
  ];
  const rows = DIFFERENCES.flatMap((name) =>
    pairs
      .filter((pair) => differenceOf(pair) === name)
      .map((pair) => [...pair.flatMap(cellsOf), DIFFERENCE_NAMES[name]]),
  );
  return textOf(rows, target);
}

/** What two lists have under one key. */
type Pair = readonly [then: Mapping | null, now: Mapping | null];

function differenceOf([then, now]: Pair): Difference {
  if (then === null) return 'added';
  if (now === null) return 'missing';
  return isSameMapping(then, now) ? 'same' : 'changed';
}

function cellsOf(mapping: Mapping | null): readonly string[] {
  return mapping === null ? MAPPING_FIELDS.map(() => '') : textsOf(mapping);
}

function textOf(rows: readonly (readonly string[])[], target: TextTarget): TableLines {
  const lines = tabbedText(rows, target);
  return { lines: new Blob([lines], { type: 'text/plain' }), count: rows.length };
}
