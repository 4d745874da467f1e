import { spawnSync } from 'node:child_process';
import { createClassifier } from '#engine/classifier.ts';
import { splitRows } from '#engine/rows.ts';
import { processorTime } from './measure.ts';
import { generateWorkload, LARGE } from './workload.ts';

/**
 * A process that is just started, in milliseconds. `build` (the index) and `firstAnswers` (index and 100 answers) are
 * processor time, compiling on other threads included; `waited` is the latter by the clock.
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
  const waited = performance.now() - began;
  const times: ColdTimes = { build, firstAnswers: processorTime() - start, waited };
  console.log(JSON.stringify(times));
}

/** Measures in a process of its own; see {@link runCold}. */
export function measureCold(keywords: number): ColdTimes {
  const program = process.argv[1] ?? '';
  const script = program.endsWith('.js') ? program : 'dist/node/bench.js';
  const args = [script, 'cold', String(keywords)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The cold run ended with code ${status}: ${stderr}`);
  return JSON.parse(stdout) as ColdTimes;
}
