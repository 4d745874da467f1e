import { describe, expect, it } from 'vitest';
import { randomCase, randomMapping } from '#bench/randomTexts.ts';
import type { Classifier } from '#engine/classifier.ts';
import { createClassifier } from '#engine/classifier.ts';
import { splitRows } from '#engine/rows.ts';
import { BLANK, UNMATCHED } from '#model/classification.ts';
import { isUsable, type Mapping, type MappingKey } from '#model/mapping.ts';
import { byStage } from '../support/fullRun.ts';
import { classifyNaively, normaliseNaively, rankNaively } from '../support/naiveClassifier.ts';
import { below, pick, type Random, seededRandom } from '../support/random.ts';

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

  // What lies beside the column must not move the rows: characters of several bytes, runs of white space.
  it.each(seeds)('on one column of a table, whatever the other columns hold (seed %i)', (seed) => {
    const random = seededRandom(3000 + seed);
    for (let round = 0; round < 30; round++) {
      const { mappings, descriptions } = randomCase(random, 20);
      const { rows, cells } = randomTable(random, descriptions);
      const classifier = createClassifier(mappings);
      const expected = cells.map((cell) => chosen(classifier, cell));
      const ids = classifyAll(classifier, rows);
      const found = [...ids].map((id) => idOf(classifier, id));
      expect(found, JSON.stringify(rows.text)).toEqual(expected);
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
      const winners = classifier.after(set, removed).winners(descriptions);
      const changed = [...current.values()];
      expect(winners).toEqual(descriptions.map((text) => classifyNaively(text, changed) ?? undefined));
      const change = classifier.apply(set, removed);
      expect(set.map(({ description }) => classifier.spellings(description))).toEqual(
        set.map((mapping) => spellingsNaively(mapping, changed)),
      );
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
    const expected = normaliseNaively(description) === '' ? 'blank' : classifyNaively(description, mappings);
    expect(chosen(classifier, description), JSON.stringify({ description, mappings })).toEqual(expected);
  }
}

function spellingsNaively({ description }: Mapping, mappings: readonly Mapping[]): Mapping[] {
  const keyword = normaliseNaively(description);
  return mappings
    .filter(
      (mapping) => keyword !== '' && isUsable(mapping) && normaliseNaively(mapping.description) === keyword,
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The mapping the engine chose; null for no match, 'blank' for a blank description. */
function chosen(classifier: Classifier, description: string): Mapping | null | 'blank' {
  return idOf(classifier, classifier.classify(description));
}

function idOf(classifier: Classifier, id: number): Mapping | null | 'blank' {
  if (id === BLANK) return 'blank';
  return id === UNMATCHED ? null : classifier.mapping(id);
}

const OTHER_CELLS = [
  '',
  '7',
  '4716',
  '\u2212',
  '\u20ac5',
  '1  2',
  ' x',
  '\u00e9\u00e9\u00e9',
  'ACME LTD',
  '"q"',
];

/** A table with the descriptions in a column, its rows being the cells of that column. */
function randomTable(random: Random, descriptions: readonly string[]) {
  const cells = descriptions.map((text) => text.replace(/[\t\r\n]/g, ' '));
  const [before, after] = [below(random, 3), below(random, 3)];
  const others = (count: number) => Array.from({ length: count }, () => pick(random, OTHER_CELLS));
  const lineEnd = pick(random, ['\n', '\r\n', '\r']);
  const starts = new Uint32Array(cells.length);
  const ends = new Uint32Array(cells.length);
  let text = '';
  for (const [i, cell] of cells.entries()) {
    text += others(before)
      .map((other) => `${other}\t`)
      .join('');
    starts[i] = text.length;
    text += cell;
    ends[i] = text.length;
    text += `${others(after)
      .map((other) => `\t${other}`)
      .join('')}${lineEnd}`;
  }
  return { rows: { text, count: cells.length, starts, ends }, cells };
}

function expectExplanation(classifier: Classifier, mappings: readonly Mapping[], description: string) {
  const ranked = rankNaively(description, mappings);
  const context = JSON.stringify({ description, mappings });
  const explanation = classifier.explain(description);
  if (normaliseNaively(description) === '') {
    expect(explanation, context).toEqual({ kind: 'blank' });
  } else if (explanation.kind === 'exact' || explanation.kind === 'contained') {
    expect([explanation.mapping, ...explanation.losers], context).toEqual(ranked.slice(0, 4));
    const exact = normaliseNaively(explanation.mapping.description) === normaliseNaively(description);
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
