import type { AnalysisOutcome, ChoiceSummary, ProposalId, ProposalSummary } from '#contract/analysis.ts';
import {
  deserializeMappings,
  type SerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import { analyse, applyProposal, changedList, resolveConflict } from '#engine/analysis/analyse.ts';
import type { ListChange } from '#model/listChange.ts';
import type { Mapping } from '#model/mapping.ts';
import type { Choice, Proposal } from '#model/proposal.ts';
import { createTiming, runInSlices } from '../ledger/timing.ts';
import { LatestJob } from './LatestJob.ts';

/** Keyword analysis of a list: one at a time; a new one cancels the one before it. Remembers its report and list. */
export class AnalysisSession {
  readonly #timing = createTiming();
  #proposals: readonly Proposal[] = [];
  /** The analysed list, without duplicates and with the changes that were applied. */
  #list: readonly Mapping[] = [];
  /** The list before the last change. */
  #before: readonly Mapping[] = [];
  readonly #job = new LatestJob();

  async analyse(
    list: SerializedMappings,
    stored: SerializedMappings | null,
    onProgress: (share: number) => void,
  ): Promise<AnalysisOutcome> {
    return this.#job.run(async (signal) => {
      const mappings = await deserializeMappings(list);
      const input = stored
        ? { list: mappings, stored: await deserializeMappings(stored) }
        : { list: mappings };
      signal.throwIfAborted();
      const report = await runInSlices(analyse(input), this.#timing, onProgress, signal);
      const gone = new Set(report.duplicates);
      this.#list = mappings.filter(({ key }) => !gone.has(key));
      this.#before = this.#list;
      this.#proposals = report.proposals;
      return { kind: 'report', duplicates: report.duplicates, proposals: report.proposals.map(summarise) };
    });
  }

  /** Ends the analysis under way, if any; it answers `cancelled`. */
  cancel(): void {
    this.#job.cancel();
  }

  /** Originals `from` (included) to `to` (excluded) of a proposal. */
  originals(id: ProposalId, from: number, to: number): readonly Mapping[] {
    return this.#proposal(id).originals.slice(from, to);
  }

  /** What giving the keyword of a proposal to `glAccount`, one of its choices, changes in the list. */
  change(id: ProposalId, glAccount: string): ListChange {
    const proposal = this.#proposal(id);
    return proposal.status === 'OK' ? applyProposal(proposal) : resolveConflict(proposal, glAccount);
  }

  /** Makes the change in the list that was analysed (the pending pairs of an upload) and returns that list. */
  apply(id: ProposalId, glAccount: string): SerializedMappings {
    this.#before = this.#list;
    this.#list = changedList(this.#list, this.change(id, glAccount));
    return serializeMappings(this.#list);
  }

  /** Approves several proposals in the list that was analysed, and returns that list. */
  applyAll(ids: readonly ProposalId[]): SerializedMappings {
    this.#before = this.#list;
    const list = new Map(this.#list.map((mapping) => [mapping.key, mapping]));
    for (const id of ids) {
      const { set, remove } = applyProposal(this.#proposal(id));
      for (const key of [...remove, ...set.map((mapping) => mapping.key)]) list.delete(key);
      for (const mapping of set) list.set(mapping.key, mapping);
    }
    this.#list = [...list.values()];
    return serializeMappings(this.#list);
  }

  /** The list as it was before it was last changed by `apply` or `applyAll`. */
  undoApply(): SerializedMappings {
    this.#list = this.#before;
    return serializeMappings(this.#list);
  }

  #proposal(id: ProposalId): Proposal {
    const proposal = this.#proposals[id];
    if (!proposal) throw new RangeError(`There is no proposal ${id} in the report last made.`);
    return proposal;
  }
}

/** Texts that the report names one by one. */
const MAX_CHANGED_TEXTS = 20;

function summarise(proposal: Proposal, id: ProposalId): ProposalSummary {
  const { status, keyword, count, conflict, conflictMappings, conflictAccounts, alternative } = proposal;
  return {
    ...summariseChoice(proposal),
    id,
    status,
    keyword,
    count,
    conflict,
    conflictMappings,
    conflictAccounts,
    alternative: alternative && summariseChoice(alternative),
  };
}

function summariseChoice({ glAccount, idsToDelete, changes, changedTexts, kept }: Choice): ChoiceSummary {
  const shown = changedTexts.slice(0, MAX_CHANGED_TEXTS);
  return { glAccount, removed: idsToDelete.length, changes, changedTexts: shown, kept };
}
