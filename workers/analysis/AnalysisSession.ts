import type {
  AnalysisOutcome,
  AnalysisSessionApi,
  Assessment,
  ChoiceSummary,
  Decision,
  ProposalId,
  ProposalSummary,
} from '#contract/analysis.ts';
import {
  deserializeMappings,
  type SerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import {
  analyse,
  applyProposal,
  changedList,
  reassess,
  replacedTexts,
  resolveConflict,
} from '#engine/analysis/analyse.ts';
import type { ListChange } from '#model/listChange.ts';
import type { Mapping } from '#model/mapping.ts';
import type { Choice, Proposal } from '#model/proposal.ts';
import { ExclusiveJob } from '../ExclusiveJob.ts';
import { createTiming, runInSlices } from '../ledger/timing.ts';

/** What was analysed, and what was proposed then. */
type Analysed = {
  /** Without duplicates. */
  readonly list: readonly Mapping[];
  readonly stored: readonly Mapping[];
  readonly proposals: readonly Proposal[];
};

/** Proposals that were approved together, and what that changed. */
type Approval = { readonly ids: readonly ProposalId[]; readonly changes: readonly ListChange[] };

/**
 * Keyword analysis of a list: one at a time; a new one cancels the one before it. Remembers what it analysed and the
 * decisions since, from which it computes the open proposals after each of them: taking a decision back is the same
 * computation without it.
 */
export class AnalysisSession implements AnalysisSessionApi {
  readonly #timing = createTiming();
  readonly #job = new ExclusiveJob();
  #analysed: Analysed = { list: [], stored: [], proposals: [] };
  #approvals: readonly Approval[] = [];
  /** The proposals after the approvals; null in place of those that are decided or withdrawn. */
  #proposals: readonly (Proposal | null)[] = [];
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
      const { duplicates, proposals } = await runInSlices(analyse(input), this.#timing, onProgress, signal);
      const gone = new Set(duplicates);
      const remaining = input.list.filter(({ key }) => !gone.has(key));
      this.#analysed = { list: remaining, stored: input.stored, proposals };
      this.#approvals = [];
      this.#proposals = proposals;
      return { kind: 'report', duplicates, ...this.#assessment() };
    });
  }

  cancel(): void {
    this.#job.cancel();
  }

  originals(id: ProposalId, from: number, to: number): readonly Mapping[] {
    // The report may still show a proposal that another decision has just withdrawn.
    return (this.#proposals[id] ?? this.#analysed.proposals[id])?.originals.slice(from, to) ?? [];
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

  /** Computes the proposals again for these approvals; null when another analysis has begun meanwhile. */
  async #assess(approvals: readonly Approval[]): Promise<Assessment | null> {
    // Set before the first pause: until the answer is there, no other decision can build on what was shown.
    this.#revision++;
    const { list, stored, proposals } = this.#analysed;
    const changes = changesOf(approvals);
    const input = {
      list: changedList(list, ...changes),
      stored,
      replaced: replacedTexts(list, ...changes),
    };
    const decided = new Set(approvals.flatMap(({ ids }) => ids));
    const outcome = await this.#job.run(async (signal) => {
      const steps = reassess(input, proposals, decided);
      this.#proposals = await runInSlices(steps, this.#timing, () => {}, signal);
      this.#approvals = approvals;
      return this.#assessment();
    });
    return 'kind' in outcome ? null : outcome;
  }

  #assessment(): Assessment {
    const proposals = this.#proposals.flatMap((proposal, id) => (proposal ? [summarise(proposal, id)] : []));
    return { revision: this.#revision, proposals };
  }

  #changeOf({ id, glAccount }: Decision): ListChange {
    const proposal = this.#proposals[id];
    if (!proposal) throw new RangeError(`There is no proposal ${id} in the report last made.`);
    return proposal.status === 'OK' ? applyProposal(proposal) : resolveConflict(proposal, glAccount);
  }
}

function changesOf(approvals: readonly Approval[]): ListChange[] {
  return approvals.flatMap(({ changes }) => changes);
}

/** Texts that the report names one by one. */
const MAX_CHANGED_TEXTS = 20;

function summarise(proposal: Proposal, id: ProposalId): ProposalSummary {
  const { status, keyword, count, alternative } = proposal;
  const { conflict, conflictMappings, conflictReplaced, conflictAccounts } = proposal;
  return {
    ...summariseChoice(proposal),
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
