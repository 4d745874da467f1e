import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { machine } from '../report.ts';

/** One measured goal: `value` is a median where several runs were made. */
export type BrowserFigure = {
  readonly name: string;
  readonly value: number;
  readonly goal: number | null;
  readonly unit: 'ms' | 'MiB' | '×';
};

/**
 * Prints the figures and holds them against their goals. `--json` prints JSON; unless `--no-record` is given they are
 * kept in bench/results under `name`.
 */
export function reportFigures(
  name: string,
  figures: readonly BrowserFigure[],
  args: readonly string[],
): void {
  const date = new Date().toISOString();
  const record = { date, machine: { ...machine(), load: loadavg()[0] ?? 0 }, figures };
  if (!args.includes('--no-record')) {
    mkdirSync('bench/results', { recursive: true });
    writeFileSync(`bench/results/${date.slice(0, 10)}-${name}.json`, `${JSON.stringify(record, null, 2)}\n`);
  }
  console.log(args.includes('--json') ? JSON.stringify(record, null, 2) : asTable(figures));
}

function asTable(figures: readonly BrowserFigure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return figures
    .map(({ name, value, goal, unit }) => {
      const held = goal === null ? '' : `  goal ≤ ${goal} ${unit}${value <= goal ? '' : '  MISSED'}`;
      return `${name.padEnd(width)}  ${value.toPrecision(3).padStart(7)} ${unit}${held}`;
    })
    .join('\n');
}
