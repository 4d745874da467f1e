import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Mapping, mappingKey } from '../../src/model/mapping.ts';
import { BLANK, UNMATCHED } from '../../workers/engine/classifier.ts';
import { createClassifier } from '../../workers/engine/createClassifier.ts';
import { classifyNaively } from '../../workers/engine/naive.ts';
import { splitRows } from '../../workers/engine/rows.ts';

const folder = new URL('../../../shared/data/', import.meta.url);
const sets = existsSync(folder)
  ? readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  : [];
/** Lines of each set that are compared; the plain loop takes milliseconds for each. */
const COMPARED = 60;

it.skipIf(sets.length === 0).each(sets.map(({ name }) => name))(
  'agrees with the plain loop on real descriptions (%s)',
  (name) => {
    const read = (file: string) => readFileSync(new URL(`${name}/${file}`, folder), 'utf8');
    const mappings: Mapping[] = read('mappings.tsv')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([description = '', glAccount = '']) => ({
        key: mappingKey(description),
        description,
        glAccount,
      }));
    const text = read('descriptions.txt');
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
