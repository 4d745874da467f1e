import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Mapping } from '#model/mapping.ts';
import { machine } from '../report.ts';
import {
  asRow,
  asTable,
  type BrowserFigure,
  type BrowserReport,
  type BrowserSuite,
  machineLoad,
} from './figures.ts';
import { type BenchEnvironment, type FillList, openBenchEnvironment } from './product.ts';

/** What is measured with one mapping list. */
export type SuitePlan = {
  readonly mappings: readonly Mapping[];
  /** Besides the administrator. */
  readonly users?: number;
  /** Stores the mappings; by default, without a history. */
  readonly fill?: FillList;
  /** For the server's process. */
  readonly nodeArgs?: readonly string[];
  prepare?(environment: BenchEnvironment): Promise<void>;
  /** Measured in this order, on one environment. */
  readonly parts: Readonly<Record<string, (environment: BenchEnvironment) => Promise<BrowserFigure[]>>>;
};

/**
 * Measures one suite for each size of the mapping list, prints the report and keeps it in bench/results under `name`.
 * `--mappings 10000,100000` has other sizes than `sizes`; `--json` prints JSON, `--no-record` keeps no file.
 */
export async function runSuites(
  name: string,
  sizes: readonly number[],
  plan: (mappings: number) => SuitePlan,
  args: readonly string[],
): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      mappings: { type: 'string', default: sizes.join(',') },
      json: { type: 'boolean', default: false },
      'no-record': { type: 'boolean', default: false },
    },
  });
  const date = new Date().toISOString();
  const before = machineLoad();
  const suites: BrowserSuite[] = [];
  for (const size of values.mappings.split(',').map(Number)) suites.push(await measure(plan(size)));
  const report: BrowserReport = { date, machine: machine(), load: [before, machineLoad()], suites };
  if (!values['no-record']) record(name, report);
  console.log(values.json ? JSON.stringify(report, null, 2) : asTable(report));
}

async function measure({
  mappings,
  users,
  fill,
  nodeArgs,
  prepare,
  parts,
}: SuitePlan): Promise<BrowserSuite> {
  const environment = await openBenchEnvironment(mappings, users, fill, nodeArgs);
  const figures: BrowserFigure[] = [];
  try {
    await prepare?.(environment);
    for (const [name, part] of Object.entries(parts)) {
      console.error(`${mappings.length.toLocaleString('en')} mappings: ${name} …`);
      const found = await part(environment);
      // What was found so far is not lost when a later part breaks off.
      console.error(found.map(asRow).join('\n'));
      figures.push(...found);
    }
  } finally {
    await environment.end();
  }
  return { mappings: mappings.length, figures };
}

function record(name: string, report: BrowserReport): void {
  mkdirSync('bench/results', { recursive: true });
  const file = `bench/results/${report.date.slice(0, 10)}-${name}.json`;
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
