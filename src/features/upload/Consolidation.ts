import type { SerializedMappings } from '#contract/serializedMappings.ts';
import { ANALYSE_DEBOUNCE_MS } from '#model/limits.ts';
import type { AnalysisService, ProposalSummary } from '../../services/analysis.ts';
import { createObservable } from '../../services/observable.ts';

/** The analysis of the pending pairs: none, under way with the share done, or its open proposals. */
export type ConsolidationState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly share: number }
  | {
      readonly kind: 'report';
      readonly proposals: readonly ProposalSummary[];
      /** The pending pairs as far as they were consolidated; null before. */
      readonly result: SerializedMappings | null;
    };

export type ConsolidationParts = {
  readonly service: () => AnalysisService | null;
  /** The stored list; null until it is whole. */
  readonly stored: () => Promise<SerializedMappings | null>;
  /** There is another result than before. */
  readonly onResult: () => void;
};

const NONE: ConsolidationState = { kind: 'none' };

/** Analyses the pending pairs after a pause, and replaces them by the keywords that are approved. Stores nothing. */
export class Consolidation {
  readonly state = createObservable<ConsolidationState>(NONE);
  /** The stored list, which the report heeds, has changed since. */
  readonly isOutdated = createObservable(false);
  readonly #parts: ConsolidationParts;
  #running = new AbortController();
  #pause: ReturnType<typeof setTimeout> | undefined;
  #pairs: SerializedMappings | null = null;

  constructor(parts: ConsolidationParts) {
    this.#parts = parts;
  }

  /** The consolidated pairs, if there are any. */
  get result(): SerializedMappings | null {
    const state = this.state.get();
    return state.kind === 'report' ? state.result : null;
  }

  /** Ends what is under way and forgets the report. */
  reset(): void {
    clearTimeout(this.#pause);
    this.#running.abort();
    this.#running = new AbortController();
    this.isOutdated.set(false);
    this.state.set(NONE);
  }

  /** Puts back a report that the analysis worker still knows. */
  bringBack(state: ConsolidationState): void {
    if (state.kind !== 'report') return;
    this.reset();
    this.state.set(state);
  }

  /** Analyses after a pause in which nothing else comes. */
  schedule(pairs: SerializedMappings): void {
    this.reset();
    if (pairs.size === 0) return;
    this.#pairs = pairs;
    this.#pause = setTimeout(() => void this.#analyse(pairs), ANALYSE_DEBOUNCE_MS);
  }

  /** The stored list has changed. */
  noteListChange(): void {
    if (this.state.get().kind !== 'none') this.isOutdated.set(true);
  }

  /** Analyses the pairs anew; what was chosen of the report before is taken back. */
  async again(): Promise<void> {
    const pairs = this.#pairs;
    if (pairs === null) return;
    const hadResult = this.result !== null;
    this.reset();
    await this.#analyse(pairs);
    if (hadResult) this.#parts.onResult();
  }

  /**
   * Approves every proposal that changes no known text; the others are left to decide one by one. A report that the
   * stored list has outrun is made anew first. Resolves with false when there is no report to go by, as after a
   * change of the pairs meanwhile.
   */
  async perform(): Promise<boolean> {
    if (this.isOutdated.get()) await this.again();
    const state = this.state.get();
    const service = this.#parts.service();
    if (state.kind !== 'report' || !service) return false;
    const approved = state.proposals.filter(({ status, changes }) => status === 'OK' && changes === 0);
    const result = await service.applyAll(approved.map(({ id }) => id));
    this.#take(state, {
      ...state,
      proposals: state.proposals.filter((proposal) => !approved.includes(proposal)),
      result,
    });
    return true;
  }

  /** Gives the keyword of a proposal to an account. Resolves with what takes it back, as long as that is possible. */
  async choose(proposal: ProposalSummary, glAccount: string): Promise<() => Promise<boolean>> {
    const state = this.state.get();
    const service = this.#parts.service();
    if (state.kind !== 'report' || !service) return async () => false;
    const result = await service.apply(proposal.id, glAccount);
    const proposals = state.proposals.filter(({ id }) => id !== proposal.id);
    const chosen = { ...state, proposals, result };
    this.#take(state, chosen);
    return async () => {
      if (this.state.get() !== chosen || this.#parts.service() !== service) return false;
      const before = await service.undoApply();
      this.#take(chosen, { ...state, result: state.result && before });
      return true;
    };
  }

  dismiss({ id }: ProposalSummary): void {
    const state = this.state.get();
    if (state.kind !== 'report') return;
    this.state.set({ ...state, proposals: state.proposals.filter((proposal) => proposal.id !== id) });
  }

  async #analyse(pairs: SerializedMappings): Promise<void> {
    const service = this.#parts.service();
    const { signal } = this.#running;
    if (!service) return;
    this.state.set({ kind: 'running', share: 0 });
    const stored = await this.#parts.stored();
    if (signal.aborted) return;
    this.isOutdated.set(false);
    const onProgress = (share: number) => {
      const shown = this.state.get();
      // Drawn anew only where the percentage changes: the worker tells every few milliseconds.
      if (signal.aborted || shown.kind !== 'running' || share < shown.share + 0.01) return;
      this.state.set({ kind: 'running', share });
    };
    const outcome = await service.analyse(pairs, stored, { onProgress, signal });
    if (signal.aborted || outcome.kind === 'cancelled') return;
    this.state.set({ kind: 'report', proposals: outcome.proposals, result: null });
  }

  /** Unless something else has begun meanwhile. */
  #take(before: ConsolidationState, after: ConsolidationState): void {
    if (this.state.get() !== before) return;
    this.state.set(after);
    this.#parts.onResult();
  }
}
