/** Time as the ledger uses it; tests set their own. */
export type Timing = {
  now(): Date;
  /** Resolves after `milliseconds` or a little later, never sooner; messages are taken meanwhile. */
  pause(milliseconds: number): Promise<void>;
  /** Resolves as soon as the messages that wait have been taken. */
  yieldToEventLoop(): Promise<void>;
  /** Runs `action` once after `milliseconds`; returns what calls it off. */
  after(milliseconds: number, action: () => void): () => void;
};

/** The real time. */
export function createTiming(): Timing {
  // A message to oneself comes after those that wait, and without the four milliseconds a nested timer costs.
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
