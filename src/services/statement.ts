import { wrap } from 'comlink';
import type { JobProgress } from '#contract/progress.ts';
import type { StatementApi, StatementOutcome } from '#contract/statement.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import { withProgress } from './withProgress.ts';
import { watchWorkerExit } from './workerExit.ts';

type Options = {
  /** What the user has chosen instead of what was recognised. */
  readonly choices?: ReadChoices;
  /** Gets the share read, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Ends the reading; it then answers `cancelled`. */
  readonly signal: AbortSignal;
};

/**
 * Reads a file with descriptions as lines for the Classifier. A worker is loaded for the file and ended after it. Rejects
 * when the worker cannot be loaded, and when it ends before its answer.
 */
export async function readStatement(
  file: Blob,
  { choices = {}, onProgress, signal }: Options,
): Promise<StatementOutcome | { readonly kind: 'cancelled' }> {
  if (signal.aborted) return { kind: 'cancelled' };
  const worker = new Worker(new URL('../../workers/statement.worker.ts', import.meta.url), {
    type: 'module',
    name: 'statement',
  });
  const cancelled = new Promise<{ readonly kind: 'cancelled' }>((resolve) =>
    signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true }),
  );
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(`The statement worker failed: ${message}`));
    watchWorkerExit(worker, () => reject(new Error('The statement worker has ended.')));
  });
  try {
    const { read } = wrap<StatementApi>(worker);
    const begin = (report: JobProgress) => Promise.race([read(file, choices, report), failed, cancelled]);
    return await withProgress(onProgress, begin, signal);
  } finally {
    worker.terminate();
  }
}
