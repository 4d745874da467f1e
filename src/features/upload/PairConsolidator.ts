import type { SerializedMappings } from '#contract/serializedMappings.ts';
import type { StoredList } from '#contract/upload.ts';
import { isSafe } from '#model/consolidation.ts';
import { ANALYSE_DEBOUNCE_MS } from '#model/limits.ts';
import type {
  AnalysisService,
  Assessment,
  ConsolidationId,
  ConsolidationSummary,
} from '../../services/analysis.ts';
import { createObservable } from '../../services/observable.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';

/** The analysis of the pending pairs: none, under way with the share done, failed, or its open consolidations. */
export type ConsolidatorState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly share: number }
  | { readonly kind: 'failed' }
  | (Assessment & {
      readonly kind: 'report';
      /** Consolidations that were dismissed; they are not among `consolidations`. */
      readonly dismissed: ReadonlySet<ConsolidationId>;
      /** The pending pairs as far as they were consolidated; null before. */
      readonly result: SerializedMappings | null;
      /** Revision of the stored list that the analysis took into account; null when there was no whole list. */
      readonly listRevision: number | null;
    });

/** Takes an approval back; resolves with false when that is not possible any more. */
type Undo = () => Promise<boolean>;

/** The consolidations after an approval, and what takes it back. */
type Approved = { readonly next: Assessment; readonly undo: Undo };

/** What the approval of all consolidations that change no known text has done. */
type Consolidated = {
  /** Pairs that were replaced by `keywords` keywords. */
  readonly removed: number;
  readonly keywords: number;
  /** Consolidations that are left to decide. */
  readonly left: number;
  readonly undo: Undo;
};

type ConsolidatorOptions = {
  readonly service: () => AnalysisService | null;
  /** The stored list; null until it is whole. */
  readonly storedList: () => Promise<StoredList | null>;
  /** The revision that `storedList` would have now; null until the list is whole. */
  readonly listRevision: () => Promise<number | null>;
  /** Called when `result` has changed. */
  readonly onResult: () => void;
};

const NONE: ConsolidatorState = { kind: 'none' };

/** Analyses the pending pairs after a pause, and replaces them by the keywords that are approved. Stores nothing. */
export class PairConsolidator {
  readonly state = createObservable<ConsolidatorState>(NONE);
  /** Whether the stored list has changed since the analysis took it into account. */
  readonly isOutdated = createObservable(false);
  readonly #options: ConsolidatorOptions;
  #running = new AbortController();
  #pause: ReturnType<typeof setTimeout> | undefined;
  #pairs: SerializedMappings | null = null;

  constructor(options: ConsolidatorOptions) {
    this.#options = options;
  }

  /** The consolidated pairs, if there are any. */
  get result(): SerializedMappings | null {
    const state = this.state.get();
    return state.kind === 'report' ? state.result : null;
  }

  /** Cancels the analysis under way and drops the report. */
  reset(): void {
    clearTimeout(this.#pause);
    this.#running.abort();
    this.#running = new AbortController();
    this.isOutdated.set(false);
    this.state.set(NONE);
  }

  /** Puts back a report that the analysis worker still knows. */
  putBack(state: ConsolidatorState): void {
    if (state.kind !== 'report') return;
    this.reset();
    this.state.set(state);
    ignoreAfterExit(this.checkList());
  }

  /** Analyses the pairs after a pause in which nothing else comes. */
  schedule(pairs: SerializedMappings): void {
    this.reset();
    if (pairs.size === 0) return;
    this.#pairs = pairs;
    this.#pause = setTimeout(() => ignoreAfterExit(this.#analyse(pairs)), ANALYSE_DEBOUNCE_MS);
  }

  /**
   * Compares the revision of the stored list with the one of the report; to be called when the status of the list has
   * changed, which does not always mean that the list has. A report made before there was a list is rebuilt, unless
   * something of it was approved already.
   */
  async checkList(): Promise<void> {
    if (this.state.get().kind !== 'report' || this.isOutdated.get()) return;
    const { signal } = this.#running;
    const revision = await this.#options.listRevision();
    const report = this.state.get();
    if (signal.aborted || report.kind !== 'report') return;
    if (revision === null || revision === report.listRevision) return;
    if (report.listRevision === null && report.result === null) await this.again();
    else this.isOutdated.set(true);
  }

  /** Analyses the pairs again if that has failed. */
  retry(): void {
    if (this.state.get().kind === 'failed') ignoreAfterExit(this.again());
  }

  /** Analyses the pairs again and discards the choices made in the last report. */
  async again(): Promise<void> {
    const pairs = this.#pairs;
    if (pairs === null) return;
    const hadResult = this.result !== null;
    this.reset();
    await this.#analyse(pairs);
    if (hadResult) this.#options.onResult();
  }

  /**
   * Approves every consolidation that changes no known text; the others are left to decide one by one. A report older
   * than the stored list is rebuilt first. Resolves with null when there is no report, as after a change of the pairs
   * meanwhile.
   */
  async perform(): Promise<Consolidated | null> {
    await this.checkList();
    if (this.isOutdated.get()) await this.again();
    const state = this.state.get();
    const service = this.#options.service();
    if (state.kind !== 'report' || !service) return null;
    const safe = state.consolidations.filter(isSafe);
    const approved = await this.#decide(service, state, safe);
    if (approved === null) return null;
    return {
      removed: safe.reduce((sum, { removed }) => sum + removed, 0),
      keywords: safe.length,
      left: openOf(approved.next, state.dismissed).length,
      undo: approved.undo,
    };
  }

  /** Gives the keyword of a consolidation to an account. Resolves with null when the report shown is not the latest. */
  async choose(shown: Assessment, { id }: ConsolidationSummary, glAccount: string): Promise<Approved | null> {
    const service = this.#options.service();
    return service && this.#decide(service, shown, [{ id, glAccount }]);
  }

  dismiss({ id }: ConsolidationSummary): void {
    const state = this.state.get();
    if (state.kind !== 'report') return;
    const dismissed = new Set([...state.dismissed, id]);
    this.state.set({ ...state, dismissed, consolidations: openOf(state, dismissed) });
  }

  async #decide(
    service: AnalysisService,
    { revision }: Assessment,
    decisions: readonly Pick<ConsolidationSummary, 'id' | 'glAccount'>[],
  ): Promise<Approved | null> {
    const next = await service.session.decide(
      revision,
      decisions.map(({ id, glAccount }) => ({ id, glAccount })),
    );
    if (next === null || !(await this.#show(service, revision, next))) return null;
    return { next, undo: () => this.#takeBack(service, next.revision) };
  }

  async #takeBack(service: AnalysisService, revision: number): Promise<boolean> {
    const { state } = this;
    const shown = state.get();
    if (shown.kind !== 'report' || shown.revision !== revision || this.#options.service() !== service)
      return false;
    const next = await service.session.takeBack(revision);
    return next !== null && this.#show(service, revision, next);
  }

  /** Shows what is left after those of `revision`, with the pairs; false when something else has begun meanwhile. */
  async #show(service: AnalysisService, revision: number, next: Assessment): Promise<boolean> {
    const result = await service.session.decidedList();
    const state = this.state.get();
    if (state.kind !== 'report' || state.revision !== revision) return false;
    this.state.set({
      ...state,
      revision: next.revision,
      consolidations: openOf(next, state.dismissed),
      result,
    });
    this.#options.onResult();
    return true;
  }

  async #analyse(pairs: SerializedMappings): Promise<void> {
    const service = this.#options.service();
    const { signal } = this.#running;
    if (!service) return;
    this.state.set({ kind: 'running', share: 0 });
    try {
      await this.#analyseWith(service, pairs, signal);
    } catch (error) {
      console.error('The pairs were not analysed:', error);
      if (!signal.aborted) this.state.set({ kind: 'failed' });
    }
  }

  async #analyseWith(
    service: AnalysisService,
    pairs: SerializedMappings,
    signal: AbortSignal,
  ): Promise<void> {
    const stored = await this.#options.storedList();
    if (signal.aborted) return;
    const onProgress = (share: number) => {
      const shown = this.state.get();
      // Drawn again only where the percentage changes: the worker reports every few milliseconds.
      if (shown.kind !== 'running' || share < shown.share + 0.01) return;
      this.state.set({ kind: 'running', share });
    };
    const outcome = await service.analyse(pairs, stored?.mappings ?? null, { onProgress, signal });
    if (signal.aborted || outcome.kind === 'cancelled') return;
    const { revision, consolidations } = outcome;
    const listRevision = stored?.revision ?? null;
    const begun = { dismissed: new Set<ConsolidationId>(), result: null, listRevision };
    this.state.set({ kind: 'report', revision, consolidations, ...begun });
    ignoreAfterExit(this.checkList());
  }
}

function openOf(
  { consolidations }: Assessment,
  dismissed: ReadonlySet<ConsolidationId>,
): ConsolidationSummary[] {
  return consolidations.filter(({ id }) => !dismissed.has(id));
}
