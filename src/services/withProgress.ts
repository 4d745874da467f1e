import { proxy } from 'comlink';
import type { JobProgress } from '#contract/progress.ts';

/**
 * Runs a job of a worker that reports its progress, for every job that does. `onProgress` is not called any more once the
 * job has ended, or `signal` has called it off: progress comes through a port of its own, the last of it sometimes after
 * the outcome.
 */
export async function withProgress<Figures extends readonly number[], Outcome>(
  onProgress: (...figures: Figures) => void,
  begin: (onProgress: JobProgress<Figures>) => Promise<Outcome>,
  signal?: AbortSignal,
): Promise<Outcome> {
  let isOver = false;
  const report = (...figures: Figures) => {
    if (!isOver && !signal?.aborted) onProgress(...figures);
  };
  try {
    return await begin(proxy(report) as unknown as JobProgress<Figures>);
  } finally {
    isOver = true;
  }
}
