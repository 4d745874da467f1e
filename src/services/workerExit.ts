import type { LivenessMessage } from '#contract/liveness.ts';

/**
 * Calls `onEnd` once when `worker` has ended in whatever way, the page's own `terminate` included. The worker must hold a
 * liveness lock (see `holdLivenessLock`). Returns the end of the watch.
 */
export function watchWorkerExit(worker: Worker, onEnd: () => void): () => void {
  const watch = new AbortController();
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => {
      if (isLivenessMessage(data))
        void awaitRelease(data.livenessLock, watch.signal).then((isOver) => isOver && onEnd());
    },
    { signal: watch.signal },
  );
  return () => watch.abort();
}

/** Whether a message of a worker is the one for {@link watchWorkerExit}. */
export function isLivenessMessage(data: unknown): data is LivenessMessage {
  return typeof data === 'object' && data !== null && 'livenessLock' in data;
}

/** Resolves to true when the lock is free, to false when `signal` came first. */
async function awaitRelease(lock: string, signal: AbortSignal): Promise<boolean> {
  try {
    await navigator.locks.request(lock, { signal }, () => {});
    return !signal.aborted;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
