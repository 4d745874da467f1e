import type { Mapping } from '../src/model/mapping.ts';
import { analyseAtOnce } from '../workers/engine/analysis/analyse.ts';
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
const GOAL_RATIO = 100;

/** Keyword analysis: checks the answers, then prints times, growth and the ratio to one count map per length. */
export function run(_args: readonly string[]): boolean {
  console.log(
    'Keyword analysis, the whole job (duplicates, proposals, conflicts, ids); median of 5 [least–most] ms',
  );
  const met = [checkAnswers(), ...SHAPES.map((shape) => measureShape(...shape)), measureRatio()];
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
  const exponent = growthExponent(times.map(({ median }) => median));
  const last = times.at(-1) ?? { median: Number.NaN, least: Number.NaN, most: Number.NaN };
  const met = exponent <= GOAL_EXPONENT && (goalMs === undefined || last.median <= goalMs);
  const figures = times.map(({ median }) => median.toFixed(0)).join(' / ');
  const goal = goalMs === undefined ? '' : `, goal ≤ ${goalMs}`;
  console.log(
    `${met ? 'met   ' : 'MISSED'} ${name}: ${figures} ms at ${SIZES.join(' / ')} rows` +
      ` [${last.least.toFixed(0)}–${last.most.toFixed(0)}${goal}], exponent ${exponent.toFixed(2)} (goal ≤ ${GOAL_EXPONENT})`,
  );
  return met;
}

function measureRatio(): boolean {
  const list = unrelatedList(5)(BASELINE_ROWS);
  const own = measure(() => analyseAtOnce({ list }), RUNS).median;
  const baseline = measure(() => countByLength(list), 1).median;
  const ratio = baseline / own;
  console.log(
    `${ratio >= GOAL_RATIO ? 'met   ' : 'MISSED'} against one count map per length, nothing in common, ` +
      `${BASELINE_ROWS} rows: ${ratio.toFixed(0)}× (${baseline.toFixed(0)} / ${own.toFixed(1)} ms, goal ≥ ${GOAL_RATIO}×)`,
  );
  return ratio >= GOAL_RATIO;
}

function ours(list: readonly Mapping[]): Found[] {
  return analyseAtOnce({ list }).proposals.map(({ glAccount, keyword, count }) => ({
    glAccount,
    keyword,
    count,
  }));
}

type Spread = { readonly median: number; readonly least: number; readonly most: number };

function measure(work: () => unknown, runs: number): Spread {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return { median: times[runs >> 1] as number, least: times[0] as number, most: times.at(-1) as number };
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
