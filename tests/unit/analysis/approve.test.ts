import { describe, expect, it } from 'vitest';
import { analyseAtOnce, applyConsolidation, changedList, resolveConflict } from '#engine/analysis/analyse.ts';
import type { Consolidation } from '#model/consolidation.ts';
import type { Mapping } from '#model/mapping.ts';
import { byStage } from '../../support/fullRun.ts';
import { changedNaively } from '../../support/naiveClassifier.ts';
import { seededRandom, shuffled } from '../../support/random.ts';
import { randomList } from './randomLists.ts';

const WORDS = ['PREMIER', 'INN', 'INNS', 'MIER', 'A.B', 'A/B', 'café', 'CAFÉ', 'straße', 'SHOP', '44'];
/** Few lists have consolidations; every run tries some that do. */
const SEEDS = byStage({
  usual: [3, 4, 8, 16, 28, 40, 44],
  full: Array.from({ length: 60 }, (_unused, i) => i + 1),
});
const LEAST = byStage({ usual: 10, full: 20 });

describe('approving', () => {
  it('changes no known text, in whatever order all OK consolidations are approved', () => {
    let approved = 0;
    for (const seed of SEEDS) {
      const random = seededRandom(seed);
      const list = randomList(random, WORDS, { size: 80, accounts: 1 + (seed % 4) });
      const report = analyseAtOnce({ list });
      const safe = report.consolidations.filter(({ status, changes }) => status === 'OK' && changes === 0);
      let after = list.filter(({ key }) => !report.duplicates.includes(key));
      for (const consolidation of shuffled(random, safe))
        after = changedList(after, applyConsolidation(consolidation));
      approved += safe.length;
      expect(changedNaively(list, list, after), `seed ${seed}`).toEqual([]);
    }
    expect(approved).toBeGreaterThan(LEAST);
  });

  it('changes as many known texts as announced when a conflict is resolved either way', () => {
    let resolved = 0;
    for (const seed of SEEDS) {
      const random = seededRandom(500 + seed);
      const list = randomList(random, WORDS, { size: 60, accounts: 3 });
      const { duplicates, consolidations } = analyseAtOnce({ list });
      const before = list.filter(({ key }) => !duplicates.includes(key));
      for (const [consolidation, choice] of consolidations.flatMap(choices)) {
        const after = changedList(before, resolveConflict(consolidation, choice.glAccount));
        expect(changedNaively(before, before, after), `seed ${seed}, ${consolidation.keyword}`).toHaveLength(
          choice.changes,
        );
        resolved++;
      }
    }
    expect(resolved).toBeGreaterThan(LEAST);
  });

  it('refuses to resolve a conflict for an account that is neither choice', () => {
    const [consolidation] = analyseAtOnce({ list: hotels('6000') }).consolidations;
    expect(() => resolveConflict(consolidation as Consolidation, '9999')).toThrow('9999');
  });

  it('writes the keyword and removes its originals in one change', () => {
    const [consolidation] = analyseAtOnce({ list: hotels('6000') }).consolidations;
    expect(applyConsolidation(consolidation as Consolidation)).toEqual({
      set: [{ key: 'PREMIER INN', description: 'PREMIER INN', glAccount: '6000' }],
      remove: hotels('6000').map(({ key }) => key),
    });
  });
});

function hotels(glAccount: string): Mapping[] {
  return Array.from({ length: 11 }, (_unused, i) => {
    const description = `Premier Inn${40 + i}`;
    return { key: description as Mapping['key'], description, glAccount };
  });
}

function choices(
  consolidation: Consolidation,
): (readonly [Consolidation, { glAccount: string; changes: number }])[] {
  return consolidation.alternative
    ? [
        [consolidation, consolidation],
        [consolidation, consolidation.alternative],
      ]
    : [];
}
