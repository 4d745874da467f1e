import type { LivenessMessage } from '#contract/liveness.ts';

/**
 * Lets the page notice the end of this worker, whatever ended it: the browser releases the lock then, and gives no other
 * sign of a worker that closed or was killed. Does nothing where there are no locks (no secure context).
 */
export function holdLivenessLock(): void {
  const name = `worker/${crypto.randomUUID?.()}`;
  // Node 20, in which the tests run workers, has no navigator.
  void globalThis.navigator?.locks?.request(name, () => {
    self.postMessage({ livenessLock: name } satisfies LivenessMessage);
    return new Promise(() => {});
  });
}
