import {
  analyseAtOnce,
  changedList,
  reassess,
  replacedTexts,
  resolveConflict,
} from '#engine/analysis/analyse.ts';
import { runToEnd } from '#engine/steps.ts';
import type { Mapping } from '#model/mapping.ts';
import { countByLength, type Found } from './analysisBaseline.ts';
import {
  type ListMaker,
  nearIdenticalList,
  repeatedLettersList,
  repeatedWordsList,
  statementList,
  unrelatedList,
} from './analysisLists.ts';

const SHAPES: readonly [name: string, make: ListMaker, goalMs?: number][] = [
  ['5 accounts', statementList(5), 1000],
  ['50 accounts', statementList(50), 600],
  ['200 accounts', statementList(200), 600],
  ['nothing in common, 5 accounts', unrelatedList(5), 600],
  ['nothing in common, 200 accounts', unrelatedList(200), 600],
  ['near-identical rows', nearIdenticalList],
  ['repeated letters', repeatedLettersList],
  ['repeated one-letter words', repeatedWordsList],
];
const SIZES = [12_500, 25_000, 50_000, 100_000];
const RUNS = 5;
const GOAL_EXPONENT = 1.2;
const BASELINE_ROWS = 20_000;
/** The ratio grows with the text, as the plain count is quadratic in it: a keyword's and a statement line's length. */
const RATIO_CASES: readonly [name: string, make: ListMaker, goal?: number][] = [
  ['keywords of 26 units', unrelatedList(5)],
  ['statement lines of 62 units', unrelatedList(5, [7, 8, 9, 6]), 100],
];

/**
 * Keyword analysis: checks the answers, then prints times, growth and the ratio to one count map per length. All is
 * measured in processor time, which a busy machine disturbs least; times by the clock stand beside it. True when every
 * goal is met.
 */
export function run(_args: readonly string[]): boolean {
  console.log(
    `Keyword analysis, the whole job (duplicates, consolidations, conflicts, ids); processor time, least of ${RUNS}, in ms`,
  );
  const met = [
    checkAnswers(),
    ...SHAPES.map((shape) => measureShape(...shape)),
    ...SHAPES.slice(0, 3).map(([name, make]) => measureDecision(name, make)),
    ...RATIO_CASES.map((ratio) => measureRatio(...ratio)),
  ];
  return met.every(Boolean);
}

/** Every shape at a size the plain count can do: the same keywords with the same counts, or the bench stops. */
function checkAnswers(): boolean {
  for (const [name, make] of SHAPES) {
    const list = make(600);
    if (JSON.stringify(ours(list)) !== JSON.stringify(countByLength(list))) {
      throw new Error(`Wrong answer for shape "${name}": run the oracle tests.`);
    }
  }
  console.log('answers: equal to the plain count for every shape');
  return true;
}

function measureShape(name: string, make: ListMaker, goalMs?: number): boolean {
  const times = SIZES.map((size) => {
    const list = make(size);
    return measure(() => analyseAtOnce({ list }), RUNS);
  });
  const exponent = growthExponent(times.map(({ leastCpu }) => leastCpu));
  const last = times.at(-1) as Spread;
  const met = exponent <= GOAL_EXPONENT && (goalMs === undefined || last.leastCpu <= goalMs);
  const figures = times.map(({ leastCpu }) => leastCpu.toFixed(0)).join(' / ');
  const goal = goalMs === undefined ? '' : `, goal ≤ ${goalMs}`;
  console.log(
    `${met ? 'met   ' : 'MISSED'} ${name}: ${figures} ms at ${SIZES.join(' / ')} rows` +
      `${goal}, exponent ${exponent.toFixed(2)} (goal ≤ ${GOAL_EXPONENT});` +
      ` by the clock ${last.median.toFixed(0)} [${last.least.toFixed(0)}–${last.most.toFixed(0)}] ms`,
  );
  return met;
}

/** One more decision, when none and when half of the consolidations were decided before. */
function measureDecision(name: string, make: ListMaker): boolean {
  const list = make(SIZES.at(-1) as number);
  const { duplicates, consolidations } = analyseAtOnce({ list });
  const gone = new Set(duplicates);
  const remaining = list.filter(({ key }) => !gone.has(key));
  const [first, half] = [1, consolidations.length >> 1].map((count) => {
    const changes = consolidations.slice(0, count).map((one) => resolveConflict(one, one.glAccount));
    const decided = new Set(changes.keys());
    return measure(() => {
      const input = {
        list: changedList(remaining, ...changes),
        replaced: replacedTexts(remaining, ...changes),
      };
      return runToEnd(reassess(input, consolidations, decided));
    }, RUNS).leastCpu;
  });
  console.log(
    `       ${name}, after a decision: ${first?.toFixed(0)} ms, after half of ${consolidations.length} consolidations: ${half?.toFixed(0)} ms`,
  );
  return true;
}

function measureRatio(name: string, make: ListMaker, goal?: number): boolean {
  const list = make(BASELINE_ROWS);
  const own = measure(() => analyseAtOnce({ list }), RUNS).leastCpu;
  const baseline = measure(() => countByLength(list), 1).leastCpu;
  const ratio = baseline / own;
  const met = goal === undefined || ratio >= goal;
  console.log(
    `${met ? 'met   ' : 'MISSED'} against one count map per length, nothing in common, ${BASELINE_ROWS} ${name}: ` +
      `${ratio.toFixed(0)}× (${baseline.toFixed(0)} / ${own.toFixed(1)} ms${goal === undefined ? '' : `, goal ≥ ${goal}×`})`,
  );
  return met;
}

function ours(list: readonly Mapping[]): Found[] {
  return analyseAtOnce({ list }).consolidations.map(({ glAccount, keyword, count }) => ({
    glAccount,
    keyword,
    count,
  }));
}

/** Milliseconds: on the clock, and the least processor time, which other programs on the machine disturb less. */
type Spread = {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly leastCpu: number;
};

function measure(work: () => unknown, runs: number): Spread {
  const cpu: number[] = [];
  const times = Array.from({ length: runs }, () => {
    const startCpu = process.cpuUsage();
    const start = performance.now();
    work();
    const time = performance.now() - start;
    const { user, system } = process.cpuUsage(startCpu);
    cpu.push((user + system) / 1000);
    return time;
  }).sort((a, b) => a - b);
  return {
    median: times[runs >> 1] as number,
    least: times[0] as number,
    most: times.at(-1) as number,
    leastCpu: Math.min(...cpu),
  };
}

/** Slope of log time over log rows, by least squares. */
function growthExponent(times: readonly number[]): number {
  const x = SIZES.map(Math.log);
  const y = times.map(Math.log);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  const covariance = x.reduce((sum, value, i) => sum + (value - meanX) * ((y[i] as number) - meanY), 0);
  return covariance / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}
