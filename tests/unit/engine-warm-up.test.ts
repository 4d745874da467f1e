import { describe, expect, it } from 'vitest';
import { randomCase } from '../../bench/randomTexts.ts';
import type { Mapping } from '../../src/model/mapping.ts';
import { BLANK, UNMATCHED } from '../../workers/engine/classifier.ts';
import { createClassifier } from '../../workers/engine/createClassifier.ts';
import { containedKeywords } from '../../workers/engine/keyIndex.ts';
import { buildLayers } from '../../workers/engine/layers.ts';
import { createMappingList } from '../../workers/engine/mappingList.ts';
import { classifyNaively } from '../../workers/engine/naive.ts';
import { normalise } from '../../workers/engine/normalise.ts';
import { makePractice } from '../../workers/engine/practice.ts';
import { rowText, splitRows } from '../../workers/engine/rows.ts';
import { warmUpEngine } from '../../workers/engine/warmUp.ts';
import { seededRandom } from '../support/random.ts';

function expectAgreement(mappings: readonly Mapping[], text: string) {
  const classifier = createClassifier(mappings);
  const rows = splitRows(text);
  const ids = new Int32Array(rows.count);
  classifier.classifyRows(rows, 0, rows.count, ids);
  ids.forEach((id, row) => {
    const line = rowText(rows, row);
    const expected = normalise(line) === '' ? BLANK : (classifyNaively(line, mappings)?.key ?? UNMATCHED);
    expect(id < 0 ? id : classifier.mapping(id).key, JSON.stringify(line)).toBe(expected);
  });
}

describe('warming up', () => {
  it.each([0, 1, 7, 50])('leaves no trace in the answers when it is left off after %i steps', (count) => {
    const steps = warmUpEngine();
    for (let step = 0; step < count; step++) steps.next();
    const random = seededRandom(count);
    for (let round = 0; round < 10; round++) {
      const { mappings, descriptions } = randomCase(random, 20);
      expectAgreement(mappings, descriptions.join('\n'));
    }
  });

  it('comes to its end, and tells the share that is done', () => {
    const shares = [...warmUpEngine()];
    expect(shares.length).toBeGreaterThan(100);
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
    expect(shares.at(-1)).toBe(1);
  });

  it('practises all ways through the engine', () => {
    const [first] = makePractice(1);
    if (!first) throw new Error('There is nothing to practise on.');
    expectAgreement(first.mappings, first.text);
    const { layers, table } = buildLayers(createMappingList(first.mappings));
    expect(layers[0]?.hard).not.toBeNull();
    expect(containedKeywords(table, 0, table.count).length).toBeLessThan(table.count);
    expect(table.others.size).toBeGreaterThan(0);
  });
});
