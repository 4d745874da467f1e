import { expect, it } from 'vitest';
import { createClassifier } from '#engine/classifier.ts';
import { splitRows } from '#engine/rows.ts';
import { BLANK, UNMATCHED } from '#model/classification.ts';
import { classifyNaively } from '../support/naiveClassifier.ts';
import { storedMappingsOf } from '../support/pairsOfText.ts';
import { descriptionsOf, realLists } from '../support/realSets.ts';

/** Number of lines of each set that are compared; the plain loop takes milliseconds for each. */
const COMPARED = 60;

it.each(realLists())('agrees with the plain loop on real descriptions ($name)', ({ text, set }) => {
  const mappings = storedMappingsOf(text);
  const lines = descriptionsOf(set);
  expect(lines.length).toBeGreaterThan(COMPARED);
  const classifier = createClassifier(mappings);
  const rows = splitRows(lines.join('\n'));
  const ids = new Int32Array(rows.count);
  classifier.classifyRows(rows, 0, rows.count, ids);
  expect(rows.count).toBe(lines.length);
  const step = Math.ceil(lines.length / COMPARED);
  for (let row = 0; row < lines.length; row += step) {
    const id = ids[row] ?? BLANK;
    const found = id === UNMATCHED || id === BLANK ? null : classifier.mapping(id);
    expect(found, lines[row]).toEqual(classifyNaively(lines[row] ?? '', mappings));
  }
});
