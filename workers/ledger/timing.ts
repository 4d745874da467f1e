/** Time as the ledger uses it; tests set their own. */
export type Timing = {
  now(): Date;
  /** Resolves after `milliseconds` or a little later, never sooner; messages are handled meanwhile. */
  pause(milliseconds: number): Promise<void>;
  /** Resolves as soon as the waiting messages have been handled. */
  yieldToEventLoop(): Promise<void>;
  /** Runs `action` once after `milliseconds`; returns a function that cancels it. */
  after(milliseconds: number, action: () => void): () => void;
};

/** The real time. */
export function createTiming(): Timing {
  // A message to oneself comes after those that wait, and without the four milliseconds that a nested timer costs.
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return {
    now: () => new Date(),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    yieldToEventLoop: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        port2.postMessage(null);
      }),
    after(milliseconds, action) {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}

/** Length of one slice of work between two yields to the event loop. Milliseconds. */
const SLICE_MS = 8;

/**
 * Runs a stepwise job in short slices, so that the thread handles messages in between. `onProgress` gets what the last
 * step of a slice yields, such as the share done. Rejects with the signal's reason when cancelled.
 */
export async function runInSlices<Step, T>(
  steps: Generator<Step, T>,
  timing: Pick<Timing, 'yieldToEventLoop'>,
  signal: AbortSignal,
  onProgress: (step: Step) => void = () => {},
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
