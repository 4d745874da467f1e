import { describe, expect, it } from 'vitest';
import { MAX_TRIED_LINES, type TriedMatch, type UnsavedMapping } from '#contract/table.ts';
import { createClassifier } from '#engine/classifier.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { tryLines } from '#workers/ledger/table/tryLines.ts';
import { byStage } from '../support/fullRun.ts';
import { mapping as entry } from '../support/mapping.ts';
import { rankNaively } from '../support/naiveClassifier.ts';
import { below, pick, type Random, seededRandom } from '../support/random.ts';

const WORDS = ['ACME', 'LTD', 'acme', 'SHOP', 'TESCO', 'A', 'CO.UK', 'LONDON'];

describe('trying lines', () => {
  it('gives what the classifier would give with the changed list', () => {
    for (let seed = 0; seed < byStage({ usual: 100, full: 3000 }); seed++) {
      const random = seededRandom(seed);
      const list = randomList(random);
      const unsaved = randomChange(random, list);
      const lines = Array.from({ length: 12 }, () => randomText(random, 6));
      const changed = [
        ...list.filter(({ key }) => key !== unsaved.key && key !== unsaved.after.key),
        unsaved.after,
      ];
      for (const { line, now, after } of tryLines(createClassifier(list), lines, unsaved)) {
        const message = `seed ${seed}: ${line}`;
        expect(namesOf(now), message).toEqual(rankNaively(line, list).slice(0, 4).map(fieldsOf));
        const naive = rankNaively(line, changed).slice(0, 4).map(fieldsOf);
        const ours = namesOf(after as TriedMatch);
        // The list as it is names four mappings. Without the edited one there are three that are surely the best.
        expect(ours, message).toEqual(naive.slice(0, ours.length));
        expect(ours.length, message).toBeGreaterThanOrEqual(Math.min(3, naive.length));
      }
    }
  });

  it('takes the first lines, and none into account that are blank', () => {
    const lines = Array.from({ length: MAX_TRIED_LINES + 5 }, () => ' ');
    const tried = tryLines(createClassifier([]), lines, null);
    expect(tried).toHaveLength(MAX_TRIED_LINES);
    expect(tried[0]).toEqual({ line: ' ', now: { kind: 'blank' }, after: null });
  });

  it('says whether a keyword is the whole line', () => {
    const list = [entry('ACME LTD', '1'), entry('ACMEA', '2')];
    const tried = tryLines(createClassifier(list), ['acme  ltd', 'pay acme ltd'], null);
    expect(tried.map(({ now }) => now.kind)).toEqual(['exact', 'contained']);
  });
});

function namesOf(match: TriedMatch): unknown[] {
  return 'winner' in match ? [match.winner, ...match.losers] : [];
}

const fieldsOf = ({ description, glAccount }: Mapping) => ({ description, glAccount });

function randomList(random: Random): Mapping[] {
  const list = new Map<MappingKey, Mapping>();
  for (let i = 0; i < 15; i++) {
    const mapping = entry(randomText(random, 3), `${below(random, 3)}`);
    list.set(mapping.key, mapping);
  }
  return [...list.values()];
}

/** An edited mapping of the list, or a new one. */
function randomChange(random: Random, list: readonly Mapping[]): UnsavedMapping {
  const after = entry(randomText(random, 3), 'new');
  if (random() < 0.2) return { key: null, after };
  const { key, description } = pick(random, list);
  return { key, after: random() < 0.3 ? { key, description, glAccount: 'new' } : after };
}

function randomText(random: Random, most: number): string {
  return Array.from({ length: 1 + below(random, most) }, () => pick(random, WORDS)).join(' ');
}
