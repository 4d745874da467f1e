/** During this time the first screen has the network and the processor to itself. Milliseconds. */
const FIRST_SCREEN_MS = 1_500;

/** Calls `act` once the first screen is there and the page has nothing else to do. */
export function whenIdle(act: () => void): void {
  setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 10_000 });
    else act();
  }, FIRST_SCREEN_MS);
}
