import { parseArgs } from 'node:util';
import type { Classifier } from '#engine/classifier.ts';
import { createClassifier } from '#engine/classifier.ts';
import { normalise } from '#engine/normalise.ts';
import type { Rows } from '#engine/rows.ts';
import { rowText, splitRows } from '#engine/rows.ts';
import { BLANK, UNMATCHED } from '#model/classification.ts';
import { isUsable, type Mapping, MIN_KEYWORD_LENGTH, nonSpaceLength } from '#model/mapping.ts';
import { classifyNaively } from '../tests/support/naiveClassifier.ts';
import { below, type Random, seededRandom } from '../tests/support/random.ts';
import { randomCase } from './randomTexts.ts';

/*
 * npm run fuzz -- [--minutes M] [--rows N] [--seed S]: random lists and rows against a plain loop until the time is up
 * or the rows are done. Prints its seed; a difference ends it with exit code 1 and everything needed to repeat it.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    minutes: { type: 'string', default: '1' },
    rows: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
const random = seededRandom(seed);
const until = performance.now() + Number(values.minutes) * 60_000;
let rows = 0;
let lists = 0;
console.log(`seed ${seed}`);
while (performance.now() < until && rows < Number(values.rows)) {
  rows += fuzzOnce(random);
  lists++;
  if (lists % 2000 === 0) console.log(`${rows} rows, ${lists} lists, no difference`);
}
console.log(`done: ${rows} rows, ${lists} lists, no difference (seed ${seed})`);

/** One list and its rows, then again after a change of the list. Returns the number of rows compared. */
function fuzzOnce(next: Random): number {
  const { mappings, descriptions } = randomCase(next, 100);
  const rows = splitRows(descriptions.join('\n'));
  const classifier = createClassifier(mappings);
  const current = new Map(mappings.map((mapping) => [mapping.key, mapping]));
  const ids = new Int32Array(rows.count);
  classifier.classifyRows(rows, 0, rows.count, ids);
  compare(next, classifier, rows, ids, [...current.values()]);
  const removed = mappings.filter(() => next() < 0.2).map(({ key }) => key);
  const set = mappings.filter(() => next() < 0.2).map((mapping) => ({ ...mapping, glAccount: 'changed' }));
  const { affectedRows } = classifier.apply(set, removed);
  for (const key of removed) current.delete(key);
  for (const mapping of set) current.set(mapping.key, mapping);
  for (const row of affectedRows(rows, ids)) classifier.classifyRows(rows, row, row + 1, ids.subarray(row));
  compare(next, classifier, rows, ids, [...current.values()]);
  return rows.count * 2;
}

/** Ends the program where an answer differs from the plain loop, or, in one row of 200, the loop from the test oracle. */
function compare(
  next: Random,
  classifier: Classifier,
  rows: Rows,
  ids: Int32Array,
  list: readonly Mapping[],
): void {
  const oracle = plainLoop(list);
  for (let row = 0; row < rows.count; row++) {
    const line = rowText(rows, row);
    const expected = oracle(line);
    const naive = below(next, 200) === 0 && expected !== 'blank' ? classifyNaively(line, list) : expected;
    if (naive !== expected) fail('the oracles differ', line, list);
    const id = ids[row] ?? UNMATCHED;
    const found = id === BLANK ? 'blank' : id === UNMATCHED ? null : classifier.mapping(id);
    if (found !== expected)
      fail(`found ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`, line, list);
  }
}

/** The rules as one loop over keywords normalised beforehand; faster than the test oracle, with which it is compared. */
function plainLoop(mappings: readonly Mapping[]): (line: string) => Mapping | null | 'blank' {
  const keywords = mappings
    .filter(isUsable)
    .map((mapping) => ({ mapping, text: normalise(mapping.description) }))
    .filter(({ text }) => text !== '')
    .map((keyword) => ({ ...keyword, contained: nonSpaceLength(keyword.text) >= MIN_KEYWORD_LENGTH }));
  return (line) => {
    const text = normalise(line);
    if (text === '') return 'blank';
    let best: (typeof keywords)[number] | undefined;
    for (const keyword of keywords) {
      if (keyword.text !== text && !(keyword.contained && text.indexOf(keyword.text) >= 0)) continue;
      if (!best || wins(keyword, best)) best = keyword;
    }
    return best?.mapping ?? null;
  };
}

function wins(a: { text: string; mapping: Mapping }, b: { text: string; mapping: Mapping }): boolean {
  if (a.text.length !== b.text.length) return a.text.length > b.text.length;
  if (a.text !== b.text) return a.text < b.text;
  return a.mapping.key < b.mapping.key;
}

function fail(problem: string, line: string, mappings: readonly Mapping[]): never {
  console.error(`${problem}\n${JSON.stringify({ seed, line, mappings })}`);
  process.exit(1);
}
