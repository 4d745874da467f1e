import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Times of one thing measured several times, in milliseconds. */
export type Timing = {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly runs: number;
};

/** Median with the quartiles as spread. */
export function summarise(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { median: at(0.5), low: at(0.25), high: at(0.75), runs: sorted.length };
}

/**
 * Processor time that this process has used, in milliseconds. Unlike the clock on the wall it does not run while
 * something else has the processor; it does include the engine's compiler and collector on other threads.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs `work` once and returns the processor time it took, in milliseconds. */
export function time(work: () => void): number {
  const start = processorTime();
  work();
  return processorTime() - start;
}

/** Times each of the works in turn, round after round, so that a slow moment of the machine affects all alike. */
export function timeAlternating(
  works: Readonly<Record<string, () => void>>,
  rounds: number,
  warmUp: number,
): Record<string, number[]> {
  const times: Record<string, number[]> = {};
  for (let round = -warmUp; round < rounds; round++) {
    for (const [name, work] of Object.entries(works)) {
      const taken = time(work);
      const list = times[name] ?? [];
      if (round >= 0) list.push(taken);
      times[name] = list;
    }
  }
  return times;
}

/** The median of the ratios a/b, round by round. */
export function ratio(a: readonly number[], b: readonly number[]): Timing {
  return summarise(a.map((time, i) => time / (b[i] ?? Number.NaN)));
}

/** The exponent e of time ~ size^e between two measurements. */
export function growthExponent(sizes: readonly [number, number], times: readonly [number, number]): number {
  return Math.log(times[1] / times[0]) / Math.log(sizes[1] / sizes[0]);
}

/** Memory in use after garbage collection; buffers are freed a little later than the objects that own them. */
export async function usedBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
