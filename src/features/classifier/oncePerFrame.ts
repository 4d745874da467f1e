/** What has `action` run with the next frame: once, however often it is asked for until then. */
export function oncePerFrame(action: () => void): () => void {
  let isAwaited = false;
  return () => {
    if (isAwaited) return;
    isAwaited = true;
    requestAnimationFrame(() => {
      isAwaited = false;
      action();
    });
  };
}
