import { expect, it } from 'vitest';
import { BLANK, UNMATCHED } from '../../workers/engine/classifier.ts';
import { createClassifier } from '../../workers/engine/createClassifier.ts';
import { classifyNaively } from '../../workers/engine/naive.ts';
import { splitRows } from '../../workers/engine/rows.ts';
import { realSets } from '../support/realSets.ts';

const sets = realSets();
/** Lines of each set that are compared; the plain loop takes milliseconds for each. */
const COMPARED = 60;

if (sets.length === 0) {
  it('has no real descriptions to be held against', ({ skip }) => skip('there is no folder ../shared/data'));
}

it.each(sets)(
  'agrees with the plain loop on real descriptions ($name)',
  (set) => {
    const mappings = set.mappings();
    const text = set.text();
    const lines = text.trimEnd().split('\n');
    const classifier = createClassifier(mappings);
    const rows = splitRows(text);
    const ids = new Int32Array(rows.count);
    classifier.classifyRows(rows, 0, rows.count, ids);
    expect(rows.count).toBe(lines.length);
    const step = Math.ceil(lines.length / COMPARED);
    for (let row = 0; row < lines.length; row += step) {
      const id = ids[row] ?? BLANK;
      const found = id === UNMATCHED || id === BLANK ? null : classifier.mapping(id);
      expect(found, lines[row]).toEqual(classifyNaively(lines[row] ?? '', mappings));
    }
  },
  60_000,
);
