/** What a worker tells its page first: the lock that it holds as long as it lives. */
export type LifeNote = { readonly lifeLock: string };

/**
 * Lets the page notice the end of this worker, whatever ended it: the browser releases the lock then, and tells
 * nothing else of a worker that closed or was killed. Does nothing where there are no locks (no secure context).
 */
export function tellLife(): void {
  const name = `worker/${crypto.randomUUID?.()}`;
  // Node 20, in which the tests run workers, has no navigator.
  void globalThis.navigator?.locks?.request(name, () => {
    self.postMessage({ lifeLock: name } satisfies LifeNote);
    return new Promise(() => {});
  });
}
