import { spawnSync } from 'node:child_process';
import { createClassifier } from '../workers/engine/createClassifier.ts';
import { splitRows } from '../workers/engine/rows.ts';
import { processorTime } from './measure.ts';
import { generateWorkload, LARGE } from './workload.ts';

/**
 * Milliseconds of processor time in a fresh process, compiling on other threads included: the index, then the index and
 * the first 100 answers. `waited` is the latter by the clock: what a user waits for where nothing else runs.
 */
export type ColdTimes = { readonly build: number; readonly firstAnswers: number; readonly waited: number };

const FIRST = 100;

/** Measures in this process, which must be fresh, and prints the times as JSON. Argument: number of keywords. */
export async function runCold([keywords = '10000']: readonly string[]): Promise<void> {
  const workload = generateWorkload({ ...LARGE, keywords: Number(keywords), lines: 50_000 });
  const start = processorTime();
  const began = performance.now();
  const classifier = createClassifier(workload.mappings);
  const build = processorTime() - start;
  const rows = splitRows(workload.text);
  classifier.classifyRows(rows, 0, FIRST, new Int32Array(FIRST));
  const times: ColdTimes = {
    build,
    firstAnswers: processorTime() - start,
    waited: performance.now() - began,
  };
  console.log(JSON.stringify(times));
}

/** Measures in a process of its own. */
export function measureCold(keywords: number): ColdTimes {
  const program = process.argv[1] ?? '';
  const script = program.endsWith('.js') ? program : 'dist/node/bench.js';
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, 'cold', String(keywords)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The cold run ended with code ${status}: ${stderr}`);
  return JSON.parse(stdout) as ColdTimes;
}
