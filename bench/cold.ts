import { spawnSync } from 'node:child_process';
import { createClassifier } from '../workers/engine/createClassifier.ts';
import { splitRows } from '../workers/engine/rows.ts';
import { warmUpEngine } from '../workers/engine/warmUp.ts';
import { warmedUp } from '../workers/ledger/warmedUp.ts';
import { processorTime } from './measure.ts';
import { generateWorkload, LARGE } from './workload.ts';

/**
 * A worker that is just loaded, in milliseconds. `build` (the index) and `firstAnswers` (index and 100 answers) are
 * processor time, compiling on other threads included; `waited` is the latter by the clock: what a user waits for where
 * nothing else runs. `warmUp` is the processor time spent before the list came, `longestSlice` the longest time by the
 * clock in which the worker took no messages meanwhile.
 */
export type ColdTimes = {
  readonly build: number;
  readonly firstAnswers: number;
  readonly waited: number;
  readonly warmUp: number;
  readonly longestSlice: number;
};

const FIRST = 100;

/**
 * Measures in this process, which must be fresh, and prints the times as JSON. Arguments: number of keywords, and how
 * long after the worker the list comes, in milliseconds; meanwhile the engine is warmed up as in the product.
 */
export async function runCold([keywords = '10000', delay = '0']: readonly string[]): Promise<void> {
  const workload = generateWorkload({ ...LARGE, keywords: Number(keywords), lines: 50_000 });
  const { create, warmUp, longestSlice } = await waitForList(Number(delay));
  const start = processorTime();
  const began = performance.now();
  const classifier = create(workload.mappings);
  const build = processorTime() - start;
  const rows = splitRows(workload.text);
  classifier.classifyRows(rows, 0, FIRST, new Int32Array(FIRST));
  const waited = performance.now() - began;
  const firstAnswers = processorTime() - start;
  const times: ColdTimes = { build, firstAnswers, waited, warmUp, longestSlice };
  console.log(JSON.stringify(times));
}

type Ready = {
  readonly create: typeof createClassifier;
  readonly warmUp: number;
  readonly longestSlice: number;
};

async function waitForList(delay: number): Promise<Ready> {
  if (delay === 0) return { create: createClassifier, warmUp: 0, longestSlice: 0 };
  const start = processorTime();
  let resumed = performance.now();
  let longestSlice = 0;
  const create = warmedUp(createClassifier, warmUpEngine(), {
    async breathe() {
      longestSlice = Math.max(longestSlice, performance.now() - resumed);
      await new Promise((resolve) => setImmediate(resolve));
      resumed = performance.now();
    },
  });
  await new Promise((resolve) => setTimeout(resolve, delay));
  return { create, warmUp: processorTime() - start, longestSlice };
}

/** Measures in a process of its own; see {@link runCold} for `delay`. */
export function measureCold(keywords: number, delay: number): ColdTimes {
  const program = process.argv[1] ?? '';
  const script = program.endsWith('.js') ? program : 'dist/node/bench.js';
  const args = [script, 'cold', String(keywords), String(delay)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The cold run ended with code ${status}: ${stderr}`);
  return JSON.parse(stdout) as ColdTimes;
}
