import type { Timing } from './timing.ts';

/** Work between two looks at the messages that have come in. Milliseconds. */
const SLICE_MS = 8;

/**
 * Runs a stepwise job in short slices, so that the thread takes messages in between. Reports the share done once per
 * slice. Rejects with the signal's reason when cancelled.
 */
export async function runInSlices<T>(
  steps: Generator<number, T>,
  timing: Pick<Timing, 'yieldToEventLoop'>,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    let step = steps.next();
    while (!step.done && performance.now() < end) step = steps.next();
    if (step.done) return step.value;
    onProgress(step.value);
    await timing.yieldToEventLoop();
    signal.throwIfAborted();
  }
}
