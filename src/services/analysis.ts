import { proxy, type Remote, wrap } from 'comlink';
import type {
  AnalysisApi,
  AnalysisOutcome,
  DryRunCounts,
  ImportedPairs,
  ImportOutcome,
  ListedLine,
  PairListName,
  ProposalId,
} from '#contract/analysis.ts';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import type { ListChange } from '#model/listChange.ts';
import type { Mapping } from '#model/mapping.ts';
import { watchWorkerExit } from './workerExit.ts';

export type {
  ChoiceSummary,
  DryRunCounts,
  ImportedPairs,
  ImportOutcome,
  ListedLine,
  PairListName,
  ProposalId,
  ProposalSummary,
} from '#contract/analysis.ts';

export type JobOptions = {
  /** Gets the share done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Ends the job; it then answers `cancelled`. */
  readonly signal?: AbortSignal;
};

/** Keyword analysis, and the reading of pairs for an upload; all of it off the page's thread. */
export type AnalysisService = {
  /** Analyses `list`; `stored` is the shared list when `list` is the pending pairs of an upload. */
  analyse(
    list: SerializedMappings,
    stored: SerializedMappings | null,
    options?: JobOptions,
  ): Promise<AnalysisOutcome>;
  /** Originals `from` to `to` (excluded) of a proposal of the report last made. */
  originals(id: ProposalId, from: number, to: number): Promise<readonly Mapping[]>;
  /** What giving the keyword to `glAccount` changes in the stored list, as one multi-path update. */
  change(id: ProposalId, glAccount: string): Promise<ListChange>;
  /** Makes that change in the pending pairs that were analysed, and returns them. */
  apply(id: ProposalId, glAccount: string): Promise<SerializedMappings>;
  /** Approves several proposals in the pending pairs that were analysed, and returns them. */
  applyAll(ids: readonly ProposalId[]): Promise<SerializedMappings>;
  /** The pending pairs as they were before the last `apply` or `applyAll`. */
  undoApply(): Promise<SerializedMappings>;
  readText(text: string, keepHeader?: boolean): Promise<ImportedPairs>;
  /** Reads a file as lines for the text; `isFirst`: as its first lines, where a header is recognised. */
  readFile(file: Blob, isFirst: boolean, options?: JobOptions): Promise<ImportOutcome>;
  dryRun(pairs: SerializedMappings, stored: SerializedMappings): Promise<DryRunCounts>;
  /** What the dry run last made would add. */
  newPairs(): Promise<SerializedMappings>;
  /** Lines `from` to `to` (excluded) of a list of the text last read and the dry run last made. */
  lines(name: PairListName, from: number, to: number): Promise<readonly ListedLine[]>;
  linesText(name: PairListName): Promise<Blob>;
  /** The lines of the text last read that were no pairs. */
  rejectedText(): Promise<string>;
  /** Pairs as tab-separated lines. */
  toText(pairs: SerializedMappings): Promise<string>;
  toCsv(pairs: SerializedMappings): Promise<Blob>;
  /**
   * Calls `onEnd` once when the worker has ended by itself; answers still under way never come. Another service must
   * take its place.
   */
  watchEnd(onEnd: () => void): void;
  /** Ends the worker. Answers still under way never come. */
  stop(): void;
};

/** Starts the analysis worker. The caller stops it. */
export function startAnalysis(): AnalysisService {
  const worker = new Worker(new URL('../../workers/analysis.worker.ts', import.meta.url), {
    type: 'module',
    name: 'analysis',
  });
  return connectAnalysis(worker);
}

/** Speaks with the analysis worker, which this service ends when it is stopped. */
export function connectAnalysis(worker: Worker): AnalysisService {
  const { analyst, importer }: Remote<AnalysisApi> = wrap<AnalysisApi>(worker);
  let tellEnd = () => {};
  const end = (what: unknown) => {
    console.error('The analysis worker failed:', what);
    worker.terminate();
    endLifeWatch();
    const tell = tellEnd;
    tellEnd = () => {};
    tell();
  };
  const endLifeWatch = watchWorkerExit(worker, () => end('it has ended'));
  worker.onerror = ({ message }) => end(message);
  return {
    analyse: (list, stored, options) =>
      follow<AnalysisOutcome>(options, analyst, async (onProgress) =>
        analyst.analyse(list, stored, onProgress),
      ),
    originals: (id, from, to) => analyst.originals(id, from, to),
    change: (id, glAccount) => analyst.change(id, glAccount),
    apply: (id, glAccount) => analyst.apply(id, glAccount),
    applyAll: (ids) => analyst.applyAll(ids),
    undoApply: () => analyst.undoApply(),
    readText: (text, keepHeader = false) => importer.readText(text, keepHeader),
    readFile: (file, isFirst, options) =>
      follow<ImportOutcome>(options, importer, async (onProgress) =>
        importer.readFile(file, isFirst, onProgress),
      ),
    newPairs: () => importer.newPairs(),
    lines: (name, from, to) => importer.lines(name, from, to),
    linesText: (name) => importer.linesText(name),
    rejectedText: () => importer.rejectedText(),
    toText: (pairs) => importer.toText(pairs),
    dryRun: (pairs, stored) => importer.dryRun(pairs, stored),
    toCsv: (pairs) => importer.toCsv(pairs),
    watchEnd(onEnd) {
      tellEnd = onEnd;
    },
    stop() {
      tellEnd = () => {};
      endLifeWatch();
      worker.terminate();
    },
  };
}

/** Runs a job with its progress reported, and cancelled by the signal; a job cancelled beforehand never begins. */
async function follow<T>(
  { onProgress = () => {}, signal }: JobOptions = {},
  owner: { cancel(): Promise<void> },
  begin: (onProgress: (share: number) => void) => Promise<T>,
): Promise<T | { readonly kind: 'cancelled' }> {
  if (signal?.aborted) return { kind: 'cancelled' };
  const cancel = () => void owner.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await begin(proxy(onProgress));
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
