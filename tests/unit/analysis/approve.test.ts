import { describe, expect, it } from 'vitest';
import { analyseAtOnce, applyProposal, changedList, resolveConflict } from '#engine/analysis/analyse.ts';
import { normalise } from '#engine/normalise.ts';
import { isUsable, type Mapping } from '#model/mapping.ts';
import type { Proposal } from '#model/proposal.ts';
import { byStage } from '../../support/fullRun.ts';
import { classifyNaively } from '../../support/naiveClassifier.ts';
import { seededRandom } from '../../support/random.ts';
import { randomList } from './randomLists.ts';

const WORDS = ['PREMIER', 'INN', 'INNS', 'MIER', 'A.B', 'A/B', 'café', 'CAFÉ', 'straße', 'SHOP', '44'];
/** Few lists have proposals; every run tries some that do. */
const SEEDS = byStage({
  usual: [3, 4, 8, 16, 28, 40, 44],
  full: Array.from({ length: 60 }, (_unused, i) => i + 1),
});
const LEAST = byStage({ usual: 10, full: 20 });

describe('approving', () => {
  it('changes no known text, in whatever order all OK proposals are approved', () => {
    let approved = 0;
    for (const seed of SEEDS) {
      const random = seededRandom(seed);
      const list = randomList(random, WORDS, { size: 80, accounts: 1 + (seed % 4) });
      const report = analyseAtOnce({ list });
      const safe = report.proposals.filter(({ status, changes }) => status === 'OK' && changes === 0);
      let after = list.filter(({ key }) => !report.duplicates.includes(key));
      for (const proposal of shuffled(safe, random)) after = changedList(after, applyProposal(proposal));
      approved += safe.length;
      expect(changedTexts(list, after, list), `seed ${seed}`).toEqual([]);
    }
    expect(approved).toBeGreaterThan(LEAST);
  });

  it('changes as many known texts as announced when a conflict is resolved either way', () => {
    let resolved = 0;
    for (const seed of SEEDS) {
      const random = seededRandom(500 + seed);
      const list = randomList(random, WORDS, { size: 60, accounts: 3 });
      const { duplicates, proposals } = analyseAtOnce({ list });
      const before = list.filter(({ key }) => !duplicates.includes(key));
      for (const [proposal, choice] of proposals.flatMap(choices)) {
        const after = changedList(before, resolveConflict(proposal, choice.glAccount));
        expect(changedTexts(before, after, before), `seed ${seed}, ${proposal.keyword}`).toHaveLength(
          choice.changes,
        );
        resolved++;
      }
    }
    expect(resolved).toBeGreaterThan(LEAST);
  });

  it('refuses to resolve a conflict for an account that is neither choice', () => {
    const [proposal] = analyseAtOnce({ list: hotels('6000') }).proposals;
    expect(() => resolveConflict(proposal as Proposal, '9999')).toThrow('9999');
  });

  it('writes the keyword and removes its originals in one change', () => {
    const [proposal] = analyseAtOnce({ list: hotels('6000') }).proposals;
    expect(applyProposal(proposal as Proposal)).toEqual({
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

function choices(proposal: Proposal): (readonly [Proposal, { glAccount: string; changes: number }])[] {
  return proposal.alternative
    ? [
        [proposal, proposal],
        [proposal, proposal.alternative],
      ]
    : [];
}

/** Texts of usable mappings that go to another account in `after` than in `before`. */
function changedTexts(
  before: readonly Mapping[],
  after: readonly Mapping[],
  known: readonly Mapping[],
): string[] {
  return known
    .filter((mapping) => isUsable(mapping) && normalise(mapping.description) !== '')
    .map(({ description }) => description)
    .filter((text) => classifyNaively(text, before)?.glAccount !== classifyNaively(text, after)?.glAccount);
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
