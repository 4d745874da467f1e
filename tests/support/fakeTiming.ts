import type { Timing } from '#workers/ledger/timing.ts';

/** Time that stands still until it is moved. */
type FakeTiming = Timing & {
  /** Moves the time on; what falls due runs in its order, and what follows from it at once. */
  advance(milliseconds: number): Promise<void>;
  /** Lengths of the pauses so far. */
  readonly pauses: readonly number[];
  /** Number of yields to the event loop. */
  readonly yields: number;
};

type Timer = { readonly at: number; readonly action: () => void };

export function createFakeTiming(start = '2026-03-01T12:00:00Z'): FakeTiming {
  let now = Date.parse(start);
  let yields = 0;
  const pauses: number[] = [];
  const timers = new Set<Timer>();

  function after(milliseconds: number, action: () => void): () => void {
    const timer = { at: now + milliseconds, action };
    timers.add(timer);
    return () => timers.delete(timer);
  }

  return {
    pauses,
    get yields() {
      return yields;
    },
    now: () => new Date(now),
    after,
    pause(milliseconds) {
      pauses.push(milliseconds);
      return new Promise((resolve) => after(milliseconds, resolve));
    },
    yieldToEventLoop() {
      yields++;
      return settled();
    },
    async advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        await settled();
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = next.at;
        next.action();
      }
      now = end;
    },
  };
}

/** Resolves when everything that was waiting for promises has run. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
