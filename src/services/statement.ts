import type { ChartRefusal, ChartTable } from '#contract/chart.ts';
import type { StatementApi, StatementOutcome } from '#contract/statement.ts';
import type { ReadChoices, TOO_SLOW } from '#model/fileReading.ts';
import { readInTime } from './readInTime.ts';
import { type AsyncApi, connectWorker } from './workerLink.ts';

type Cancelled = { readonly kind: 'cancelled' };
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
): Promise<StatementOutcome | Cancelled> {
  const outcome = await readApart((api) => api.read(file, choices, onProgress), signal);
  if (outcome.kind !== 'statement') return outcome;
  const { text: blob, ...statement } = outcome;
  return { ...statement, blob, text: await blob.text() };
}

/** Reads a pasted text or a file for an import of accounts, in the same way. `signal` ends the reading. */
export function readChart(
  source: string | Blob,
  choices: ReadChoices,
  signal: AbortSignal,
): Promise<ChartTable | ChartRefusal | Cancelled> {
  return readApart((api) => api.readChart(source, choices), signal);
}

async function readApart<Outcome>(
  read: (api: AsyncApi<StatementApi>) => Promise<Outcome>,
  signal: AbortSignal,
): Promise<Outcome | typeof TOO_SLOW | Cancelled> {
  if (signal.aborted) return { kind: 'cancelled' };
  const worker = new Worker(new URL('../../workers/statement.worker.ts', import.meta.url), {
    type: 'module',
    name: 'statement',
  });
  const { api, stop } = connectWorker<StatementApi>(worker, { name: 'statement' });
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await readInTime(() => read(api), stop);
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' };
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
