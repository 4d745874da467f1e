import type { Approval, DecisionResult, QueuePage, WaitingCount } from '#contract/proposals.ts';
import { detailOf } from '#model/detailOf.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { MAX_NOTE_LENGTH } from '#model/limits.ts';
import type { Author } from '#model/log/author.ts';
import type { HistoryUpdate } from '#model/log/entry.ts';
import { isSameMapping, type Mapping, type MappingKey } from '#model/mapping.ts';
import { WAITING_PROPOSALS_PATH } from '#model/paths.ts';
import {
  decisionUpdate,
  type Proposal,
  type ProposalDecision,
  type ProposalName,
  proposalPath,
  readProposal,
  readWaitingProposals,
  type WaitingProposal,
} from '#model/proposal.ts';
import { isRefusal, type LedgerDatabase } from '../database.ts';
import { putInPlace, type WritableList } from '../list/listWrites.ts';
import { newChangeSet } from '../log/LogWriter.ts';
import { mappingOf } from './previewProposal.ts';

export type ProposalQueueOptions = {
  readonly database: Pick<LedgerDatabase, 'read' | 'update' | 'watchValue'>;
  readonly list: WritableList;
  readonly author: Author;
};

/** The proposals that wait for a decision, and deciding them. */
export class ProposalQueue {
  readonly #options: ProposalQueueOptions;
  /** Contents by path: what is proposed never changes. */
  readonly #known = new Map<string, Promise<readonly Proposal[]>>();

  constructor(options: ProposalQueueOptions) {
    this.#options = options;
  }

  /** Calls `onCount` with how many wait, now and after each change. Returns the end. */
  watchWaiting(onCount: (count: WaitingCount) => void): () => void {
    return this.#options.database.watchValue(
      WAITING_PROPOSALS_PATH,
      (stored) => onCount({ kind: 'ready', waiting: readWaitingProposals(stored).length }),
      ({ kind, detail }) => onCount({ kind: kind === 'refused' ? kind : 'failed', detail }),
    );
  }

  async queue(from: number, to: number): Promise<QueuePage> {
    const all = readWaitingProposals(await this.#options.database.read(WAITING_PROPOSALS_PATH));
    const first = Math.max(0, Math.min(from, all.length - 1));
    const proposals = await Promise.all(all.slice(first, first + to - from).map((one) => this.#content(one)));
    return { proposals: proposals.filter((one) => one !== null), from: first, waiting: all.length };
  }

  /**
   * Makes the mappings and decides the proposals, in one update; those that the list has already are only decided. Those that
   * cannot be approved as the admin was shown are left out. The results are in the order of the approvals.
   */
  async approve(approvals: readonly Approval[]): Promise<readonly DecisionResult[]> {
    const results = new Map<Approval, DecisionResult>();
    const mappings = new Map<MappingKey, Mapping>();
    for (const approval of approvals) {
      const mapping = mappingOf(approval);
      const problem = keyProblem(mapping.key);
      if (problem !== null) results.set(approval, { kind: 'unstorable', problem });
      else if (!isSameMapping(mappings.get(mapping.key) ?? mapping, mapping))
        results.set(approval, { kind: 'changed', stored: mappings.get(mapping.key) ?? null });
      else mappings.set(mapping.key, mapping);
    }
    // Each try but the last leaves one out at least.
    for (;;) {
      const left = approvals.filter((approval) => !results.has(approval));
      if (left.length === 0) break;
      for (const [approval, result] of await this.#tryApproving(left)) results.set(approval, result);
    }
    return approvals.map((approval) => results.get(approval) as DecisionResult);
  }

  /** Approves all of them, or says of some what became of them; of none where the list has changed just now. */
  async #tryApproving(approvals: readonly Approval[]): Promise<Results> {
    const { list, database } = this.#options;
    const missing = new Set(approvals.filter((approval) => !this.#isStored(approval)));
    const isAsPlanned = (approval: Approval) =>
      missing.has(approval)
        ? this.#isAsShown(approval) && !this.#isStored(approval)
        : this.#isStored(approval);
    const changed = approvals.filter((approval) => !isAsPlanned(approval));
    if (changed.length > 0) return resultsOf(changed, (approval) => this.#changed(approval));
    const changeSet = newChangeSet('proposal', noteOf(approvals));
    const batchOf = (approval: Approval) => (missing.has(approval) ? changeSet.batch : null);
    const additionalWrites: HistoryUpdate = Object.assign(
      {},
      ...approvals.map((approval) => this.#decide(approval, batchOf(approval))),
    );
    const mappings = new Map([...missing].map(mappingOf).map((mapping) => [mapping.key, mapping]));
    const plan = () =>
      approvals.every(isAsPlanned)
        ? [...mappings.values()].map((mapping) => putInPlace(list.entries, mapping))
        : [];
    try {
      if (missing.size === 0) await database.update(additionalWrites);
      else if ((await list.write({ ...changeSet, additionalWrites }, plan)).length === 0) return new Map();
      return resultsOf(approvals, (approval) => ({ kind: 'decided', batch: batchOf(approval) }));
    } catch (error) {
      return this.#refused(approvals, error);
    }
  }

  #isStored(approval: Approval): boolean {
    const mapping = mappingOf(approval);
    const { before, after } = putInPlace(this.#options.list.entries, mapping);
    return isSameMapping(before, after);
  }

  #isAsShown(approval: Approval): boolean {
    return isSameMapping(this.#options.list.entries.get(mappingOf(approval).key), approval.replaces);
  }

  #decide(approval: Approval, batch: string | null): HistoryUpdate {
    const { key, description, glAccount } = mappingOf(approval);
    const approved = { key, keyword: description, account: glAccount, batch };
    const { author } = this.#options;
    return decisionUpdate(approval.proposal, { by: author, word: wordOf(approval.word), approved });
  }

  async #changed(approval: Approval): Promise<DecisionResult> {
    const decision = await this.#decision(approval.proposal);
    if (decision !== null) return { kind: 'decided-before', decision };
    return { kind: 'changed', stored: this.#options.list.entries.get(mappingOf(approval).key) ?? null };
  }

  /** Those that are decided keep the others from being approved; where none is, all have failed. */
  async #refused(approvals: readonly Approval[], error: unknown): Promise<Results> {
    const results = await resultsOf(approvals, ({ proposal }) => this.#failed(proposal, error));
    const decided = [...results].filter(([_approval, { kind }]) => kind !== 'failed');
    return decided.length > 0 ? new Map(decided) : results;
  }

  async reject(name: ProposalName, word: string): Promise<DecisionResult> {
    const { database, author } = this.#options;
    const said = { by: author, word: wordOf(word), approved: null };
    try {
      await database.update(decisionUpdate(name, said));
      return { kind: 'decided', batch: null };
    } catch (error) {
      return await this.#failed(name, error, said.word);
    }
  }

  /** Sent again after a lost answer, the first attempt had succeeded; or somebody else was first. */
  async #failed(name: ProposalName, error: unknown, word?: string | null): Promise<DecisionResult> {
    if (!isRefusal(error)) return { kind: 'failed', detail: detailOf(error) };
    const decision = await this.#decision(name).catch(() => null);
    if (decision === null) return { kind: 'failed', detail: detailOf(error) };
    const isOwn = decision.by.uid === this.#options.author.uid;
    const isThis = isOwn && (word === undefined ? decision.approved !== null : decision.word === word);
    return isThis
      ? { kind: 'decided', batch: decision.approved?.batch ?? null }
      : { kind: 'decided-before', decision };
  }

  async #decision(name: ProposalName): Promise<ProposalDecision | null> {
    const stored = readProposal(name, await this.#options.database.read(proposalPath(name)));
    return stored.find(({ item }) => item === name.item)?.decided ?? null;
  }

  async #content(name: WaitingProposal): Promise<Proposal | null> {
    const path = proposalPath(name);
    const read = async () => readProposal(name, await this.#options.database.read(path));
    const content = this.#known.get(path) ?? read();
    this.#known.set(path, content);
    try {
      return (await content).find(({ item }) => item === name.item) ?? null;
    } catch (error) {
      this.#known.delete(path);
      throw error;
    }
  }
}

/** By approval, in any order. */
type Results = ReadonlyMap<Approval, DecisionResult>;

async function resultsOf(
  approvals: readonly Approval[],
  resultOf: (approval: Approval) => DecisionResult | Promise<DecisionResult>,
): Promise<Results> {
  const results = await Promise.all(approvals.map((approval) => resultOf(approval)));
  return new Map(approvals.map((approval, i) => [approval, results[i] as DecisionResult]));
}

/** What the history says about the entry. */
function noteOf(approvals: readonly Approval[]): string {
  const proposals = approvals.map(({ proposal }) => proposal);
  const people = [...new Set(proposals.map(({ email }) => email))].join(', ');
  const [first] = proposals;
  if (first === undefined || proposals.length > 1) return `Proposed by ${people}`.slice(0, MAX_NOTE_LENGTH);
  const { keyword, account, note } = first;
  const what = `Proposed by ${people}: ${keyword}: ${account}`;
  return (note === null ? what : `${what}. ${note}`).slice(0, MAX_NOTE_LENGTH);
}

function wordOf(word: string): string | null {
  return word.trim().slice(0, MAX_NOTE_LENGTH) || null;
}
