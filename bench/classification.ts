import { parseArgs } from 'node:util';
import type { Classifier } from '#engine/classifier.ts';
import { createClassifier } from '#engine/classifier.ts';
import type { Rows } from '#engine/rows.ts';
import { splitRows } from '#engine/rows.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { adversarialShapes, type Shape } from './adversarial.ts';
import { type ColdTimes, measureCold } from './cold.ts';
import { GROWING_LISTS } from './growingLists.ts';
import {
  growthExponent,
  processorTime,
  ratio,
  summarise,
  type Timing,
  time,
  timeAlternating,
  usedBytes,
} from './measure.ts';
import { measureNativePeers } from './nativePeers.ts';
import { fastscan, includesLoop, longestFirst, ordinaryLoop, type Peer, unpreparedLoop } from './peers.ts';
import { type Figure, machine, type Report, writeReport } from './report.ts';
import {
  EXTRA_LARGE,
  generateWorkload,
  LARGE,
  LARGE_ASCII,
  type Workload,
  type WorkloadShape,
} from './workload.ts';

/** How much to measure. */
type Effort = { readonly rounds: number; readonly sample: number; readonly quick: boolean };

/** The classification benchmark: `--quick` (within 30 s), `--json`, `--record` (keeps the report in bench/results). */
export async function runClassification(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
  });
  const effort: Effort = values.quick
    ? { rounds: 5, sample: 60, quick: true }
    : { rounds: 15, sample: 250, quick: false };
  const figures: Figure[] = [];
  const shapes = values.quick ? [LARGE, LARGE_ASCII] : [LARGE, LARGE_ASCII, EXTRA_LARGE];
  for (const shape of shapes) figures.push(...(await measureWorkload(shape, effort)));
  figures.push(...(await measureIndex(effort)), ...measureChange(effort), ...measureGrowth(effort));
  figures.push(...measureGrowingLists(effort));
  figures.push(...measureShapes(effort));
  const report: Report = { date: new Date().toISOString(), machine: machine(), figures };
  writeReport(report, values);
}

async function measureWorkload(shape: WorkloadShape, effort: Effort): Promise<Figure[]> {
  const workload = generateWorkload(shape);
  const classifier = createClassifier(workload.mappings);
  const ids = classifyAll(classifier, splitRows(workload.text));
  const peers = measurePeers(workload, ids, effort);
  const { text } = workload;
  const work = () => classifyAll(classifier, splitRows(text));
  // Cut from the pasted text: a single emoji there makes every one of its lines two bytes wide.
  const lines = text.split('\n');
  const copy = new Uint16Array(text.length);
  const source = new Uint16Array(text.length);
  const times = timeAlternating(
    {
      ours: () => void work(),
      [LOWER]: () => lowerRows(text),
      [LOWER_CUT]: () => lines.reduce((sum, line) => sum + line.toLowerCase().length, 0),
      'copying the text': () => copy.set(source),
    },
    effort.rounds,
    5,
  );
  const ours = times['ours'] ?? [];
  const natives = await measureNativePeers(workload, ids, work);
  const typical = summarise(ours).median;
  const named = (name: string) => `${shape.name}: ${name}`;
  return [
    ...Object.entries(times).map(([name, list]) => milliseconds(named(name), list)),
    ...[LOWER, LOWER_CUT].map((floor) => ({
      name: named(`ours / ${floor}`),
      unit: '×',
      ...ratio(ours, times[floor] ?? []),
    })),
    ...peers.flatMap(({ name, times: list }) => [
      milliseconds(named(name), list),
      { name: named(`${name} / ours`), unit: '×', ...summarise(list.map((t) => t / typical)) },
    ]),
    ...natives.flatMap((native) => [
      milliseconds(named(`${native.name}, classification alone`), native.times),
      { name: named(`ours / ${native.name}`), unit: '×', ...ratio(native.ours, native.times) },
    ]),
  ];
}

const LOWER = 'toLowerCase() of every line';
const LOWER_CUT = 'toLowerCase() of every line, lines cut before';

/** No matching at all: finds the lines of a text as the engine does, and puts each into lower case. */
function lowerRows(text: string): number {
  const { starts, ends, count } = splitRows(text);
  let sum = 0;
  for (let row = 0; row < count; row++) sum += text.slice(starts[row], ends[row]).toLowerCase().length;
  return sum;
}

/** Peers are checked line by line; the slow ones on a sample, their times extrapolated to all lines. */
function measurePeers(
  workload: Workload,
  ids: Int32Array,
  effort: Effort,
): { name: string; times: number[] }[] {
  const sampled: [name: string, peer: Peer, lines: number][] = [
    ['includes() loop of an ordinary app (sampled)', ordinaryLoop, effort.sample],
    ['includes() loop, careful (sampled)', includesLoop, effort.sample],
    ['longest first (sampled)', longestFirst, effort.sample],
    ['loop with nothing prepared (sampled)', unpreparedLoop, effort.sample / 10],
  ];
  const peers = sampled.map(([name, peer, lines]) => {
    const answer = peer(workload.mappings);
    const step = Math.floor(workload.lines.length / lines);
    const rounds = [0, 1, 2].map((offset) => measureLines(answer, workload, ids, offset, step));
    return { name, times: rounds };
  });
  if (!effort.quick || workload.name === 'L')
    peers.push(measureFastscan(workload, ids, effort.quick ? 1 : 3));
  return peers;
}

function measureLines(
  answer: (line: string) => number,
  workload: Workload,
  ids: Int32Array,
  offset: number,
  step: number,
): number {
  let measured = 0;
  let count = 0;
  for (let row = offset; row < workload.lines.length; row += step) {
    const line = workload.lines[row] ?? '';
    let found = 0;
    measured += time(() => {
      found = answer(line);
    });
    count++;
    check(found, ids[row], line);
  }
  return (measured / count) * workload.lines.length;
}

/** Build and classification of all lines together, as for ours with the index built. */
function measureFastscan(
  workload: Workload,
  ids: Int32Array,
  rounds: number,
): { name: string; times: number[] } {
  const times = Array.from({ length: rounds }, () =>
    time(() => {
      const answer = fastscan(workload.mappings);
      workload.lines.forEach((line, row) => {
        check(answer(line), ids[row], line);
      });
    }),
  );
  return { name: 'fastscan, build and classify', times };
}

function check(found: number | undefined, expected: number | undefined, line: string): void {
  if (found !== expected)
    throw new Error(`Wrong answer ${found}, not ${expected}, for ${JSON.stringify(line)}`);
}

async function measureIndex(effort: Effort): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const keywords of [10_000, 100_000]) {
    const workload = generateWorkload({ ...LARGE, keywords, lines: 1000 });
    const { build, first } = measureBuilds(workload, effort.rounds);
    const runs = effort.quick ? 1 : 5;
    const name = `${keywords} keywords`;
    figures.push(
      milliseconds(`${name}: build, warm`, build),
      milliseconds(`${name}: build and first 100 answers, warm`, first),
      ...measureColdRuns(keywords, runs),
      { name: `${name}: index memory`, unit: 'MB', ...summarise([await indexMemory(workload.mappings)]) },
    );
  }
  return figures;
}

/** Each run in a fresh process. */
function measureColdRuns(keywords: number, runs: number): Figure[] {
  const times = Array.from({ length: runs }, () => measureCold(keywords));
  const figure = (what: string, of: keyof ColdTimes) =>
    milliseconds(
      `${keywords} keywords: ${what}`,
      times.map((each) => each[of]),
    );
  return [
    figure('build, cold', 'build'),
    figure('build and first 100 answers, cold', 'firstAnswers'),
    figure('build and first 100 answers, cold, by the clock', 'waited'),
  ];
}

function measureBuilds(workload: Workload, rounds: number): { build: number[]; first: number[] } {
  const rows = splitRows(workload.text);
  const warmUp = 5;
  const build: number[] = [];
  const first: number[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    const start = processorTime();
    const classifier = createClassifier(workload.mappings);
    const built = processorTime();
    classifier.classifyRows(rows, 0, 100, new Int32Array(100));
    if (round < 0) continue;
    build.push(built - start);
    first.push(processorTime() - start);
  }
  return { build, first };
}

/** The memory that a classifier occupies, in MB: typed arrays and heap. */
async function indexMemory(mappings: readonly Mapping[]): Promise<number> {
  const before = await usedBytes();
  const classifier = createClassifier(mappings);
  const after = await usedBytes();
  if (classifier.size === 0) throw new Error('The index is empty.');
  return (after - before) / 1e6;
}

/** One mapping added, then removed, after 50,000 answers: the change, the rows that it affects, their new answers. */
function measureChange(effort: Effort): Figure[] {
  return [10_000, 100_000].flatMap((keywords) => {
    const workload = generateWorkload({ ...LARGE, keywords });
    const classifier = createClassifier(workload.mappings);
    const rows = splitRows(workload.text);
    const ids = classifyAll(classifier, rows);
    const descriptions = ['tesco', 'Premier Inn', 'Northern Rail Services Ltd', 'Amazon Web Services EMEA'];
    const change = (set: readonly Mapping[], removed: readonly MappingKey[]) =>
      time(() => {
        const { affectedRows } = classifier.apply(set, removed);
        for (const row of affectedRows(rows, ids))
          classifier.classifyRows(rows, row, row + 1, ids.subarray(row));
      });
    const first = change([{ key: 'first' as MappingKey, description: 'first change', glAccount: '1' }], []);
    const times: number[] = [];
    for (let round = 0; round < effort.rounds * 2; round++) {
      const key = `new ${round}` as MappingKey;
      times.push(
        change([{ key, description: descriptions[round % 4] ?? '', glAccount: '1' }], []),
        change([], [key]),
      );
    }
    if (!sameIds(ids, classifyAll(classifier, rows)))
      throw new Error('Answers brought up to date differ from new ones.');
    return [
      milliseconds(`${keywords} keywords: first change after a paste`, [first]),
      milliseconds(`${keywords} keywords: one mapping added or removed`, times),
    ];
  });
}

/** The number of keywords that a list grows to from nothing, and how many each change adds. */
const GROWN = 100_000;
const CHANGES = [1, 10, 500, 5_000];
/** The cost allowed for all changes: this many times the builds at each doubling, and this many milliseconds per change. */
const BUILDS_ALLOWED = 3;
const CHANGE_ALLOWED_MS = 0.1;

/** Lists that grow by changes, compared with the cost of building their indexes at once. */
function measureGrowingLists({ quick }: Effort): Figure[] {
  return Object.entries(GROWING_LISTS).flatMap(([name, mappingOf]) => {
    const mappings = Array.from({ length: quick ? GROWN / 4 : GROWN }, (_, n) => mappingOf(n));
    const build = (size: number) => time(() => createClassifier(mappings.slice(0, size)));
    let builds = build(mappings.length);
    for (let size = 1; size < mappings.length; size *= 2) builds += build(size);
    return CHANGES.flatMap((step) => {
      const ms = time(() => grow(mappings, step));
      const allowed = BUILDS_ALLOWED * builds + (CHANGE_ALLOWED_MS * mappings.length) / step;
      return [
        milliseconds(`${name}: ${mappings.length} keywords, ${step} at a time`, [ms]),
        { name: `${name}: the same / allowed (≤ 1)`, unit: '×', ...summarise([ms / allowed]) },
      ];
    });
  });
}

function grow(mappings: readonly Mapping[], step: number): void {
  const classifier = createClassifier([]);
  for (let from = 0; from < mappings.length; from += step)
    classifier.apply(mappings.slice(from, from + step), []);
  if (classifier.size !== mappings.length) throw new Error('Keywords were lost.');
}

function sameIds(a: Int32Array, b: Int32Array): boolean {
  return a.every((id, row) => id === b[row]);
}

function measureGrowth(effort: Effort): Figure[] {
  const medianOf = (lines: number, keywords: number) => {
    const workload = generateWorkload({ ...LARGE, lines, keywords });
    const classifier = createClassifier(workload.mappings);
    const work = () => void classifyAll(classifier, splitRows(workload.text));
    return summarise(timeAlternating({ work }, effort.rounds, 4)['work'] ?? []).median;
  };
  const [small, large] = [medianOf(12_500, 10_000), medianOf(50_000, 10_000)];
  const [few, many] = [medianOf(25_000, 1000), medianOf(25_000, 100_000)];
  const figure = (name: string, exponent: number): Figure => ({ name, unit: '', ...summarise([exponent]) });
  return [
    figure(
      'growth exponent in text (12,500 to 50,000 lines)',
      growthExponent([12_500, 50_000], [small, large]),
    ),
    figure('growth exponent in keywords (1,000 to 100,000)', growthExponent([1000, 100_000], [few, many])),
  ];
}

function measureShapes(effort: Effort): Figure[] {
  const rounds = effort.quick ? 3 : 7;
  const small = adversarialShapes(0.25);
  return adversarialShapes(1).flatMap((shape, i) => {
    const times = measureShape(shape, rounds);
    const perUnit = times.map((ms) => (ms * 1e6) / shape.text.length);
    const smaller = small[i] ?? shape;
    const growth = growthExponent(
      [smaller.text.length, shape.text.length],
      [summarise(measureShape(smaller, rounds)).median, summarise(times).median],
    );
    return [
      { name: `${shape.name}: per unit`, unit: 'ns', ...summarise(perUnit) },
      { name: `${shape.name}: growth exponent`, unit: '', ...summarise([growth]) },
    ];
  });
}

function measureShape(shape: Shape, rounds: number): number[] {
  const classifier = createClassifier(shape.mappings);
  return (
    timeAlternating({ work: () => classifyAll(classifier, splitRows(shape.text)) }, rounds, 2)['work'] ?? []
  );
}

function classifyAll(classifier: Classifier, rows: Rows): Int32Array {
  const ids = new Int32Array(rows.count);
  classifier.classifyRows(rows, 0, rows.count, ids);
  return ids;
}

function milliseconds(name: string, times: readonly number[]): Figure {
  const timing: Timing = summarise(times);
  return { name, unit: 'ms', ...timing };
}
