import { describe, expect, it } from 'vitest';
import { normalise } from '#engine/normalise.ts';
import { runToEnd } from '#engine/steps.ts';
import { groupLines } from '#engine/unmatched/groupLines.ts';
import { nonSpaceLength } from '#model/mapping.ts';
import { byStage } from '../support/fullRun.ts';
import { storedMappingsOf } from '../support/pairsOfText.ts';
import { descriptionsOf, realSets } from '../support/realSets.ts';

describe('groups of real lines', () => {
  it.each(realSets())('$name: nothing is left out', (set) => {
    const lines = descriptionsOf(set).slice(0, byStage({ usual: 3_000, full: 60_000 }));
    const groups = runToEnd(groupLines(lines, storedMappingsOf(set.read('mappings.tsv') ?? '')));
    expect(groups.flatMap(({ lines }) => [...lines]).sort((a, b) => a - b)).toEqual([...lines.keys()]);
    expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
    for (const { phrase, lines: own } of groups) {
      if (phrase === null) continue;
      expect(nonSpaceLength(phrase)).toBeGreaterThanOrEqual(5);
      expect(own.every((line) => normalise(lines[line] ?? '').includes(phrase))).toBe(true);
    }
  });
});
