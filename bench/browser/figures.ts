import { loadavg } from 'node:os';
import { summarise, type Timing } from '../measure.ts';
import type { Report } from '../report.ts';

/** One measured goal: median and quartiles of `unit` over some runs, and the best of them. */
export type BrowserFigure = Timing & {
  readonly name: string;
  readonly best: number;
  readonly goal: number | null;
  readonly unit: 'ms' | 'MiB' | '×';
};

const WIDTH = 68;

/** What was measured with one size of the mapping list. */
export type BrowserSuite = { readonly mappings: number; readonly figures: readonly BrowserFigure[] };

/** `load`: of the machine before and after; far above its cores, no figure says much but those of processor time. */
export type BrowserReport = Pick<Report, 'date' | 'machine'> & {
  readonly load: readonly [before: number, after: number];
  readonly suites: readonly BrowserSuite[];
};

export function figure(
  name: string,
  values: readonly number[] | number,
  unit: BrowserFigure['unit'],
  goal: number | null = null,
): BrowserFigure {
  const all = typeof values === 'number' ? [values] : values;
  return { name, ...summarise(all), best: Math.min(...all), goal, unit };
}

/** Processes that wanted a processor during the last minute. */
export function machineLoad(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10;
}

/** The report for people: goals missed by the median are marked. */
export function asTable({ date, load, suites }: BrowserReport): string {
  return [
    `${date}, load ${load.join(' → ')}`,
    ...suites.flatMap((suite) => [
      '',
      `${suite.mappings.toLocaleString('en')} mappings`,
      ...suite.figures.map(asRow),
    ]),
  ].join('\n');
}

export function asRow({ name, median, low, high, best, runs, goal, unit }: BrowserFigure): string {
  const spread = runs > 1 ? `(${round(low)} – ${round(high)}, best ${round(best)}, ${runs} runs)` : '';
  const held = goal === null ? '' : `goal ≤ ${goal} ${unit}${median <= goal ? '' : '  MISSED'}`;
  return `${name.padEnd(WIDTH)}  ${round(median).padStart(6)} ${unit.padEnd(3)}  ${spread.padEnd(42)}  ${held}`.trimEnd();
}

function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
