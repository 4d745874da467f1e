import { type Remote, wrap } from 'comlink';
import type {
  AnalysisApi,
  AnalysisOutcome,
  AnalysisSessionApi,
  ImportOutcome,
  PairImporterApi,
} from '#contract/analysis.ts';
import type { HealthOutcome, HealthSessionApi } from '#contract/health.ts';
import type { JobProgress } from '#contract/progress.ts';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import type { ReadChoices } from '#model/fileReading.ts';
import type { Async } from './async.ts';
import { withProgress } from './withProgress.ts';
import { watchWorkerExit } from './workerExit.ts';

export type { Assessment, ChoiceSummary, ProposalId, ProposalSummary } from '#contract/analysis.ts';

type JobOptions = {
  /** Gets the share done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends the job; it then answers `cancelled`. */
  readonly signal?: AbortSignal;
};

/** Keyword analysis, the health of the list, and the reading of pairs for an upload; all of it off the page's thread. */
export type AnalysisService = Async<
  Omit<AnalysisSessionApi, 'analyse' | 'cancel'> &
    Omit<PairImporterApi, 'readFile' | 'cancel'> &
    Omit<HealthSessionApi, 'check' | 'cancel'>
> & {
  /** See {@link AnalysisSessionApi.analyse}. */
  analyse(
    list: SerializedMappings,
    stored: SerializedMappings | null,
    options?: JobOptions,
  ): Promise<AnalysisOutcome>;
  /** See {@link PairImporterApi.readFile}. */
  readFile(file: Blob, isFirst: boolean, choices: ReadChoices, options?: JobOptions): Promise<ImportOutcome>;
  /** See {@link HealthSessionApi.check}. */
  checkHealth(
    list: SerializedMappings,
    chart: readonly string[] | null,
    options?: JobOptions,
  ): Promise<HealthOutcome>;
  /**
   * Calls `onEnd` once when the worker has ended by itself: jobs under way answer `cancelled`, other answers never come.
   * Another service must take its place.
   */
  watchEnd(onEnd: () => void): void;
  /** Ends the worker. Jobs under way answer `cancelled`, other answers never come. */
  stop(): void;
};

/** Starts the analysis worker. The caller stops it. */
export function startAnalysis(): AnalysisService {
  const worker = new Worker(new URL('../../workers/analysis.worker.ts', import.meta.url), {
    type: 'module',
    name: 'analysis',
  });
  const ended = new AbortController();
  const { session, importer, health }: Remote<AnalysisApi> = wrap<AnalysisApi>(worker);
  return {
    analyse: (list, stored, options) =>
      runJob<AnalysisOutcome>(options, ended.signal, session, async (onProgress) =>
        session.analyse(list, stored, onProgress),
      ),
    originals: (id, from, to) => session.originals(id, from, to),
    change: (revision, decision) => session.change(revision, decision),
    decide: (revision, decisions) => session.decide(revision, decisions),
    takeBack: (revision) => session.takeBack(revision),
    decidedList: () => session.decidedList(),
    readText: (text, headerIsPair) => importer.readText(text, headerIsPair),
    readFile: (file, isFirst, choices, options) =>
      runJob<ImportOutcome>(options, ended.signal, importer, async (onProgress) =>
        importer.readFile(file, isFirst, choices, onProgress),
      ),
    lines: (name, from, to) => importer.lines(name, from, to),
    linesText: (name) => importer.linesText(name),
    rejectedText: () => importer.rejectedText(),
    toCsv: (pairs) => importer.toCsv(pairs),
    checkHealth: (list, chart, options) =>
      runJob<HealthOutcome>(options, ended.signal, health, async (onProgress) =>
        health.check(list, chart, onProgress),
      ),
    findings: (kind, from, to) => health.findings(kind, from, to),
    mendAll: (kind) => health.mendAll(kind),
    ...watchEndOf(worker, ended),
  };
}

/** `ended` is aborted when the worker ends, stopped or by itself. */
function watchEndOf(worker: Worker, ended: AbortController): Pick<AnalysisService, 'watchEnd' | 'stop'> {
  let onEnd = () => {};
  const endWatch = watchWorkerExit(worker, () => fail('it has ended'));
  worker.onerror = ({ message }) => fail(message);
  return {
    watchEnd(callback) {
      onEnd = callback;
    },
    stop() {
      onEnd = () => {};
      endWatch();
      worker.terminate();
      ended.abort();
    },
  };

  function fail(what: unknown): void {
    console.error('The analysis worker failed:', what);
    worker.terminate();
    endWatch();
    ended.abort();
    const notify = onEnd;
    onEnd = () => {};
    notify();
  }
}

const CANCELLED = { kind: 'cancelled' } as const;

/**
 * Runs a job with its progress reported. It is cancelled by the signal, and by the end of the worker, `ended`; a job
 * cancelled beforehand never begins.
 */
async function runJob<T>(
  { onProgress = () => {}, signal = new AbortController().signal }: JobOptions = {},
  ended: AbortSignal,
  owner: { cancel(): Promise<void> },
  begin: (onProgress: JobProgress) => Promise<T>,
): Promise<T | typeof CANCELLED> {
  if (signal.aborted || ended.aborted) return CANCELLED;
  let finish = () => {};
  const end = new Promise<typeof CANCELLED>((resolve) => {
    finish = () => resolve(CANCELLED);
  });
  const cancel = () => void owner.cancel();
  signal.addEventListener('abort', cancel);
  ended.addEventListener('abort', finish);
  try {
    return await withProgress(onProgress, (report) => Promise.race([begin(report), end]), signal);
  } finally {
    signal.removeEventListener('abort', cancel);
    ended.removeEventListener('abort', finish);
  }
}
