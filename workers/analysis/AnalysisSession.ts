import type {
  AnalysisOutcome,
  AnalysisSessionApi,
  Assessment,
  ChoiceSummary,
  ConsolidationId,
  ConsolidationSummary,
  Decision,
} from '#contract/analysis.ts';
import {
  deserializeMappings,
  type SerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import {
  analyse,
  applyConsolidation,
  changedList,
  reassess,
  replacedTexts,
  resolveConflict,
} from '#engine/analysis/analyse.ts';
import type { Choice, Consolidation } from '#model/consolidation.ts';
import type { ListChange } from '#model/listChange.ts';
import type { Mapping } from '#model/mapping.ts';
import { ExclusiveJob } from '../ExclusiveJob.ts';
import { createTiming, runInSlices } from '../ledger/timing.ts';

/** What was analysed, and what was proposed then. */
type Analysed = {
  /** Without duplicates. */
  readonly list: readonly Mapping[];
  readonly stored: readonly Mapping[];
  readonly consolidations: readonly Consolidation[];
};

/** Consolidations that were approved together, and what that changed. */
type Approval = { readonly ids: readonly ConsolidationId[]; readonly changes: readonly ListChange[] };

/**
 * Keyword analysis of a list: one at a time; a new one cancels the one before it. Remembers what it analysed and the
 * decisions since, from which it computes the open consolidations after each of them: taking a decision back is the same
 * computation without it.
 */
export class AnalysisSession implements AnalysisSessionApi {
  readonly #timing = createTiming();
  readonly #job = new ExclusiveJob();
  #analysed: Analysed = { list: [], stored: [], consolidations: [] };
  #approvals: readonly Approval[] = [];
  /** The consolidations after the approvals; null in place of those that are decided or withdrawn. */
  #consolidations: readonly (Consolidation | null)[] = [];
  #revision = 0;

  async analyse(
    list: SerializedMappings,
    stored: SerializedMappings | null,
    onProgress: (share: number) => void,
  ): Promise<AnalysisOutcome> {
    return this.#job.run(async (signal) => {
      this.#revision++;
      const input = {
        list: await deserializeMappings(list),
        stored: stored ? await deserializeMappings(stored) : [],
      };
      signal.throwIfAborted();
      const report = await runInSlices(analyse(input), this.#timing, signal, onProgress);
      const { duplicates, consolidations } = report;
      const gone = new Set(duplicates);
      const remaining = input.list.filter(({ key }) => !gone.has(key));
      this.#analysed = { list: remaining, stored: input.stored, consolidations };
      this.#approvals = [];
      this.#consolidations = consolidations;
      return { kind: 'report', duplicates, ...this.#assessment() };
    });
  }

  cancel(): void {
    this.#job.cancel();
  }

  originals(id: ConsolidationId, from: number, to: number): readonly Mapping[] {
    // The report may still show a consolidation that another decision has just withdrawn.
    return (this.#consolidations[id] ?? this.#analysed.consolidations[id])?.originals.slice(from, to) ?? [];
  }

  change(revision: number, decision: Decision): ListChange | null {
    return revision === this.#revision ? this.#changeOf(decision) : null;
  }

  async decide(revision: number, decisions: readonly Decision[]): Promise<Assessment | null> {
    if (revision !== this.#revision) return null;
    const changes = decisions.map((decision) => this.#changeOf(decision));
    return this.#assess([...this.#approvals, { ids: decisions.map(({ id }) => id), changes }]);
  }

  async takeBack(revision: number): Promise<Assessment | null> {
    if (revision !== this.#revision || this.#approvals.length === 0) return null;
    return this.#assess(this.#approvals.slice(0, -1));
  }

  decidedList(): SerializedMappings | null {
    if (this.#approvals.length === 0) return null;
    return serializeMappings(changedList(this.#analysed.list, ...changesOf(this.#approvals)));
  }

  /** Computes the consolidations again for these approvals; null when another analysis has begun meanwhile. */
  async #assess(approvals: readonly Approval[]): Promise<Assessment | null> {
    // Set before the first pause: until the answer is there, no other decision can build on what was shown.
    this.#revision++;
    const { list, stored, consolidations } = this.#analysed;
    const changes = changesOf(approvals);
    const input = {
      list: changedList(list, ...changes),
      stored,
      replaced: replacedTexts(list, ...changes),
    };
    const decided = new Set(approvals.flatMap(({ ids }) => ids));
    const outcome = await this.#job.run(async (signal) => {
      const steps = reassess(input, consolidations, decided);
      this.#consolidations = await runInSlices(steps, this.#timing, signal);
      this.#approvals = approvals;
      return this.#assessment();
    });
    return 'kind' in outcome ? null : outcome;
  }

  #assessment(): Assessment {
    const consolidations = this.#consolidations.flatMap((one, id) => (one ? [summarise(one, id)] : []));
    return { revision: this.#revision, consolidations };
  }

  #changeOf({ id, glAccount }: Decision): ListChange {
    const consolidation = this.#consolidations[id];
    if (!consolidation) throw new RangeError(`There is no consolidation ${id} in the report last made.`);
    if (consolidation.status === 'OK') return applyConsolidation(consolidation);
    return resolveConflict(consolidation, glAccount);
  }
}

function changesOf(approvals: readonly Approval[]): ListChange[] {
  return approvals.flatMap(({ changes }) => changes);
}

/** Texts that the report names one by one. */
const MAX_CHANGED_TEXTS = 20;

function summarise(consolidation: Consolidation, id: ConsolidationId): ConsolidationSummary {
  const { status, keyword, count, alternative } = consolidation;
  const { conflict, conflictMappings, conflictReplaced, conflictAccounts } = consolidation;
  return {
    ...summariseChoice(consolidation),
    id,
    status,
    keyword,
    count,
    conflict,
    conflictMappings,
    conflictReplaced,
    conflictAccounts,
    alternative: alternative && summariseChoice(alternative),
  };
}

function summariseChoice({ glAccount, idsToDelete, changes, changedTexts, kept }: Choice): ChoiceSummary {
  const shown = changedTexts.slice(0, MAX_CHANGED_TEXTS);
  return { glAccount, removed: idsToDelete.length, changes, changedTexts: shown, kept };
}
