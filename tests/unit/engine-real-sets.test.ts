import { expect, it } from 'vitest';
import { BLANK, UNMATCHED } from '../../workers/engine/classifier.ts';
import { createClassifier } from '../../workers/engine/createClassifier.ts';
import { classifyNaively } from '../../workers/engine/naive.ts';
import { splitRows } from '../../workers/engine/rows.ts';
import { mappingsOf, NO_REAL_SETS, realSets } from '../support/realSets.ts';

/** Lines of each set that are compared; the plain loop takes milliseconds for each. */
const COMPARED = 60;

if (realSets.length === 0) it.skip(NO_REAL_SETS, () => {});

it.each(realSets.map((set) => [set.name, set] as const))(
  'agrees with the plain loop on real descriptions (%s)',
  (_name, set) => {
    const mappings = mappingsOf(set.read('mappings.tsv') ?? '');
    const text = set.read('descriptions.txt') ?? '';
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
