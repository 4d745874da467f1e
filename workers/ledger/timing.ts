/** Time as the ledger uses it; tests set their own. */
export type Timing = {
  now(): Date;
  /** Resolves after `milliseconds`; messages are taken meanwhile. */
  pause(milliseconds: number): Promise<void>;
  /** Resolves as soon as the messages that wait have been taken. */
  breathe(): Promise<void>;
  /** Runs `action` once after `milliseconds`; returns what calls it off. */
  after(milliseconds: number, action: () => void): () => void;
};

/** More lateness than this is not made up for: the machine was asleep, or had other work. Milliseconds. */
const MOST_LATE_MS = 30;

/**
 * The real time. Timers come a millisecond or two late each; a pause after a late one is shorter by that, so that
 * many pauses take as long as they should together, and none less than half.
 */
export function createTiming(): Timing {
  // A message to oneself comes after those that wait, and without the four milliseconds a nested timer costs.
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  /** What pauses have taken too long so far and no later one has made up for, in milliseconds. */
  let late = 0;
  port1.onmessage = () => waiting.shift()?.();
  return {
    now: () => new Date(),
    pause(milliseconds) {
      const begun = performance.now();
      const wait = Math.max(milliseconds / 2, milliseconds - late);
      return new Promise((resolve) => {
        setTimeout(() => {
          late = Math.min(MOST_LATE_MS, late - (milliseconds - wait) + performance.now() - begun - wait);
          resolve();
        }, wait);
      });
    },
    breathe: () =>
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
