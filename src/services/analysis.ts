import type { AnalysisApi } from '#contract/analysis.ts';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import type { ListChoices } from '#model/fileReading.ts';
import { readInTime } from './readInTime.ts';
import { connectWorker, ignoreAfterExit, WorkerEnded } from './workerLink.ts';

export type { Assessment, ChoiceSummary, ConsolidationId, ConsolidationSummary } from '#contract/analysis.ts';

type JobOptions = {
  /** Gets the share done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends the job; it then answers `cancelled`. */
  readonly signal?: AbortSignal;
};

export type AnalysisService = ReturnType<typeof startAnalysis>;

/**
 * Starts the analysis worker, which the caller stops: keyword analysis, the health of the list, and the reading of pairs for
 * an upload; all of it off the page's thread.
 */
export function startAnalysis() {
  const worker = new Worker(new URL('../../workers/analysis.worker.ts', import.meta.url), {
    type: 'module',
    name: 'analysis',
  });
  let onEnd = () => {};
  const { api, stop, giveUp } = connectWorker<AnalysisApi>(worker, {
    name: 'analysis',
    onEnd: () => onEnd(),
  });
  const { session, importer, health } = api;
  return {
    session,
    importer,
    health,
    /** See `AnalysisSessionApi.analyse`. */
    analyse: (list: SerializedMappings, stored: SerializedMappings | null, options?: JobOptions) =>
      runJob(options, session, (onProgress) => session.analyse(list, stored, onProgress)),
    /** See `PairImporterApi.readFile`. */
    readFile: (file: Blob, isFirst: boolean, choices: ListChoices, options?: JobOptions) =>
      readInTime(
        () =>
          runJob(options, importer, (onProgress) => importer.readFile(file, isFirst, choices, onProgress)),
        () => giveUp('a file took too long to read'),
      ),
    /** See `HealthSessionApi.check`. */
    checkHealth: (list: SerializedMappings, chart: readonly string[] | null, options?: JobOptions) =>
      runJob(options, health, (onProgress) => health.check(list, chart, onProgress)),
    /** Calls `callback` once when the worker has ended by itself: jobs under way answer `cancelled`. Another service must take its place. */
    watchEnd(callback: () => void): void {
      onEnd = callback;
    },
    /** Ends the worker. Jobs under way answer `cancelled`. */
    stop,
  };
}

const CANCELLED = { kind: 'cancelled' } as const;

/**
 * Runs a job with its progress reported. It is cancelled by the signal, and by the end of the worker; a job cancelled
 * beforehand never begins.
 */
async function runJob<T>(
  { onProgress = () => {}, signal = new AbortController().signal }: JobOptions = {},
  owner: { cancel(): Promise<void> },
  begin: (onProgress: (share: number) => void) => Promise<T>,
): Promise<T | typeof CANCELLED> {
  if (signal.aborted) return CANCELLED;
  const cancel = () => ignoreAfterExit(owner.cancel());
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await begin((share) => {
      if (!signal.aborted) onProgress(share);
    });
  } catch (error) {
    if (error instanceof WorkerEnded) return CANCELLED;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
