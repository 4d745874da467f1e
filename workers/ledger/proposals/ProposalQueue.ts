import type { Approval, DecisionResult, QueuePage, WaitingCount } from '#contract/proposals.ts';
import { detailOf } from '#model/detailOf.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { MAX_NOTE_LENGTH } from '#model/limits.ts';
import type { Author } from '#model/log/author.ts';
import { isSameMapping, type Mapping, makeMapping, trimmedFields } from '#model/mapping.ts';
import {
  decisionUpdate,
  type MappingProposal,
  type ProposalDecision,
  type ProposalName,
  proposalPath,
  readMappingProposal,
  readWaitingProposals,
  type WaitingProposal,
} from '#model/mappingProposal.ts';
import { WAITING_PROPOSALS_PATH } from '#model/paths.ts';
import { isRefusal, type LedgerDatabase } from '../database.ts';
import { newChangeSet, putInPlace, type WritableList } from '../list/listWrites.ts';

export type ProposalQueueOptions = {
  readonly database: Pick<LedgerDatabase, 'read' | 'update' | 'watchValue'>;
  readonly list: WritableList;
  readonly author: Author;
};

/** The proposals that wait for a decision, and deciding them. */
export class ProposalQueue {
  readonly #options: ProposalQueueOptions;
  /** Contents by path: a proposal never changes while it waits. */
  readonly #known = new Map<string, MappingProposal>();

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

  /** Makes the mapping and decides the proposal; where the list has the mapping already, only decides. */
  async approve(proposal: MappingProposal, approval: Approval): Promise<DecisionResult> {
    const { list } = this.#options;
    const { keyword: description, account: glAccount } = approval;
    const mapping = makeMapping(trimmedFields({ description, glAccount }));
    const problem = keyProblem(mapping.key);
    if (problem !== null) return { kind: 'unstorable', problem };
    const changeSet = newChangeSet('proposal', noteOf(proposal));
    const decide = (batch: string | null) => this.#approved(proposal, mapping, approval.word, batch);
    const change = () => putInPlace(list.entries, mapping);
    const isShown = () => isSameMapping(change().before, approval.replaces);
    const isThere = () => isSameMapping(change().before, change().after);
    try {
      if (isThere()) return await this.#decideAlone(decide(null));
      const beside = decide(changeSet.batch);
      const made = await list.write({ ...changeSet, beside }, () => (isShown() ? [change()] : []));
      if (made.length > 0) return { kind: 'decided', batch: changeSet.batch };
    } catch (error) {
      return await this.#failed(proposal, error);
    }
    const decision = await this.#decision(proposal);
    if (decision !== null) return { kind: 'decided-before', decision };
    return { kind: 'changed', stored: list.entries.get(mapping.key) ?? null };
  }

  async reject(name: ProposalName, word: string): Promise<DecisionResult> {
    const said = { by: this.#options.author, word: wordOf(word), approved: null };
    try {
      return await this.#decideAlone(decisionUpdate(name, said));
    } catch (error) {
      return await this.#failed(name, error, said.word);
    }
  }

  #approved(
    proposal: ProposalName,
    { key, description, glAccount }: Mapping,
    word: string,
    batch: string | null,
  ) {
    const approved = { key, keyword: description, account: glAccount, batch };
    return decisionUpdate(proposal, { by: this.#options.author, word: wordOf(word), approved });
  }

  async #decideAlone(update: Readonly<Record<string, unknown>>): Promise<DecisionResult> {
    await this.#options.database.update(update);
    return { kind: 'decided', batch: null };
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
    const stored = await this.#options.database.read(proposalPath(name));
    return readMappingProposal(name, stored)?.decided ?? null;
  }

  async #content({ uid, id }: WaitingProposal): Promise<MappingProposal | null> {
    const path = proposalPath({ uid, id });
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const proposal = readMappingProposal({ uid, id }, await this.#options.database.read(path));
    if (proposal !== null && proposal.decided === null) this.#known.set(path, proposal);
    return proposal;
  }
}

/** What the history says about the entry. */
function noteOf({ email, keyword, account, note }: MappingProposal): string {
  const what = `Proposed by ${email}: ${keyword}: ${account}`;
  return (note === null ? what : `${what}. ${note}`).slice(0, MAX_NOTE_LENGTH);
}

function wordOf(word: string): string | null {
  return word.trim().slice(0, MAX_NOTE_LENGTH) || null;
}
