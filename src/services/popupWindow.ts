/** Pause between two looks at whether the window is closed. Milliseconds. */
const LOOK_MS = 250;

/**
 * Calls `onClosed` as soon as the next window that this page opens is closed. The SDK keeps the window of a sign-in to
 * itself, and says only eight to ten seconds later that it was closed. Returns the end of the watch.
 */
export function watchNextWindow(onClosed: () => void): () => void {
  const open = globalThis.open;
  let look: ReturnType<typeof setInterval> | undefined;
  const end = () => {
    clearInterval(look);
    globalThis.open = open;
  };
  globalThis.open = (...request) => {
    globalThis.open = open;
    const opened = open.apply(globalThis, request);
    look = setInterval(() => {
      if (opened?.closed !== true) return;
      end();
      onClosed();
    }, LOOK_MS);
    return opened;
  };
  return end;
}
