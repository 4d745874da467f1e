import { describe, expect, it } from 'vitest';
import { randomCase, randomMapping } from '#bench/randomTexts.ts';
import type { Classifier } from '#engine/classifier.ts';
import { createClassifier } from '#engine/classifier.ts';
import { normalise } from '#engine/normalise.ts';
import { splitRows } from '#engine/rows.ts';
import { BLANK, UNMATCHED } from '#model/classification.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { byStage } from '../support/fullRun.ts';
import { classifyNaively, rankNaively } from '../support/naiveClassifier.ts';
import { type Random, seededRandom } from '../support/random.ts';

const seeds = Array.from({ length: byStage({ usual: 6, full: 40 }) }, (_, seed) => seed);

describe('the engine agrees with the plain double loop', () => {
  it.each(seeds)('on random lists and descriptions (seed %i)', (seed) => {
    const random = seededRandom(seed);
    for (let round = 0; round < 15; round++) {
      const { mappings, descriptions } = randomCase(random, 20);
      expectAgreement(createClassifier(mappings), mappings, descriptions);
    }
  });

  it.each(seeds)('on the winner, its kind and the losers that an explanation names (seed %i)', (seed) => {
    const random = seededRandom(1000 + seed);
    for (let round = 0; round < 8; round++) {
      const { mappings, descriptions } = randomCase(random, 10);
      const classifier = createClassifier(mappings);
      for (const description of descriptions) expectExplanation(classifier, mappings, description);
    }
  });

  it.each(seeds)('while the list changes, and on the rows that a change affects (seed %i)', (seed) => {
    const random = seededRandom(2000 + seed);
    const { mappings, descriptions } = randomCase(random, 40);
    const current = new Map(mappings.map((mapping) => [mapping.key, mapping]));
    const classifier = createClassifier(mappings);
    const rows = splitRows(descriptions.map((text) => text.replace(/[\r\n]/g, ' ')).join('\n'));
    const ids = classifyAll(classifier, rows);
    for (let round = 0; round < 12; round++) {
      const { set, removed } = randomChange(random, current, mappings);
      const change = classifier.apply(set, removed);
      for (const row of change.affectedRows(rows, ids)) {
        classifier.classifyRows(rows, row, row + 1, ids.subarray(row));
      }
      expect([...ids]).toEqual([...classifyAll(classifier, rows)]);
      expectAgreement(classifier, [...current.values()], descriptions);
    }
  });
});

function expectAgreement(
  classifier: Classifier,
  mappings: readonly Mapping[],
  descriptions: readonly string[],
) {
  for (const description of descriptions) {
    const expected = normalise(description) === '' ? 'blank' : classifyNaively(description, mappings);
    expect(chosen(classifier, description), JSON.stringify({ description, mappings })).toEqual(expected);
  }
}

/** The mapping the engine chose; null for no match, 'blank' for a blank description. */
function chosen(classifier: Classifier, description: string): Mapping | null | 'blank' {
  const id = classifier.classify(description);
  if (id === BLANK) return 'blank';
  return id === UNMATCHED ? null : classifier.mapping(id);
}

function expectExplanation(classifier: Classifier, mappings: readonly Mapping[], description: string) {
  const ranked = rankNaively(description, mappings);
  const context = JSON.stringify({ description, mappings });
  const explanation = classifier.explain(description);
  if (normalise(description) === '') {
    expect(explanation, context).toEqual({ kind: 'blank' });
  } else if (explanation.kind === 'exact' || explanation.kind === 'contained') {
    expect([explanation.mapping, ...explanation.losers], context).toEqual(ranked.slice(0, 4));
    const exact = normalise(explanation.mapping.description) === normalise(description);
    expect(explanation.kind, context).toBe(exact ? 'exact' : 'contained');
  } else {
    expect(ranked, context).toEqual([]);
  }
}

function classifyAll(classifier: Classifier, rows: ReturnType<typeof splitRows>): Int32Array {
  const ids = new Int32Array(rows.count);
  classifier.classifyRows(rows, 0, rows.count, ids);
  return ids;
}

/** Removes and sets about a tenth of the mappings each, some of them under new keys, and updates `current`. */
function randomChange(random: Random, current: Map<MappingKey, Mapping>, known: readonly Mapping[]) {
  const removed = [...current.keys()].filter(() => random() < 0.1);
  const set = known
    .filter(() => random() < 0.1)
    .map((mapping, i) => (random() < 0.5 ? mapping : randomMapping(random, mapping.description, i)));
  for (const key of removed) current.delete(key);
  for (const mapping of set) current.set(mapping.key, mapping);
  return { set, removed };
}
