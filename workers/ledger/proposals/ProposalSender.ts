import type { OwnProposals, ProposeResult } from '#contract/proposals.ts';
import { detailOf } from '#model/detailOf.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { MAX_EXAMPLE_LENGTH, PROPOSAL_INTERVAL_MS } from '#model/limits.ts';
import { mappingKey } from '#model/mapping.ts';
import {
  type MappingProposal,
  ownProposalsPath,
  type ProposedMapping,
  proposalPath,
  proposalUpdate,
  readOwnProposals,
} from '#model/mappingProposal.ts';
import type { Account } from '#model/user.ts';
import { isRefusal, type LedgerDatabase } from '../database.ts';
import type { MappingList } from '../list/MappingList.ts';
import { newId } from '../log/newId.ts';
import { storeOnce } from '../log/storeOnce.ts';
import type { Timing } from '../timing.ts';

export type ProposalSenderOptions = {
  readonly database: Pick<LedgerDatabase, 'read' | 'update' | 'watchValue'>;
  readonly list: Pick<MappingList, 'entries' | 'watch'>;
  readonly timing: Pick<Timing, 'now' | 'pause'>;
  readonly account: Pick<Account, 'uid' | 'email'>;
};

/** The proposals of the signed-in person. */
export class ProposalSender {
  readonly #options: ProposalSenderOptions;
  /** Sends one after another, in the time between them that the rules ask for. */
  #last: Promise<unknown> = Promise.resolve();
  /** When the next may be sent, by this browser's clock. */
  #next = 0;

  constructor(options: ProposalSenderOptions) {
    this.#options = options;
  }

  propose(mapping: ProposedMapping): Promise<ProposeResult> {
    const problem = keyProblem(mappingKey(mapping.keyword));
    if (problem !== null) return Promise.resolve({ kind: 'unstorable', problem });
    const sent = this.#last.then(() => this.#send(trimmed(mapping)));
    this.#last = sent;
    return sent;
  }

  /** Calls `onOwn` now, and when a proposal or what the list has for its keyword changes. Returns the end. */
  watchOwn(onOwn: (own: OwnProposals) => void): () => void {
    const { database, list, account } = this.#options;
    let proposals: readonly MappingProposal[] | null = null;
    const emit = () => {
      if (proposals === null) return;
      onOwn({ kind: 'ready', proposals: proposals.map((one) => ({ ...one, stored: this.#stored(one) })) });
    };
    const endWatch = database.watchValue(
      ownProposalsPath(account.uid),
      (stored) => {
        proposals = readOwnProposals(account.uid, stored);
        emit();
      },
      ({ detail }) => onOwn({ kind: 'failed', detail }),
    );
    const endList = list.watch(emit);
    return () => {
      endWatch();
      endList();
    };
  }

  #stored({ keyword, decided }: MappingProposal) {
    return this.#options.list.entries.get(decided?.approved?.key ?? mappingKey(keyword)) ?? null;
  }

  async #send(mapping: ProposedMapping): Promise<ProposeResult> {
    const { database, account, timing } = this.#options;
    const name = { uid: account.uid, id: newId() };
    const update = proposalUpdate(name, account.email, mapping);
    // The second try is for one that was sent from ownTexts.
    for (const isLast of [false, true]) {
      await this.#pause();
      this.#next = timing.now().getTime() + PROPOSAL_INTERVAL_MS;
      try {
        await storeOnce(database, update, `${proposalPath(name)}/keyword`);
        this.#next = timing.now().getTime() + PROPOSAL_INTERVAL_MS;
        return { kind: 'proposed' };
      } catch (error) {
        if (isLast || !isRefusal(error)) return { kind: 'failed', detail: detailOf(error) };
      }
    }
    throw new Error('not reached: the second try returns');
  }

  async #pause(): Promise<void> {
    const { timing } = this.#options;
    const left = this.#next - timing.now().getTime();
    if (left > 0) await timing.pause(left);
  }
}

/** As it is stored: without white space around the texts, and nothing for a blank one. */
function trimmed({ keyword, account, note, line }: ProposedMapping): ProposedMapping {
  const blankAsNull = (text: string | null) => text?.trim().slice(0, MAX_EXAMPLE_LENGTH) || null;
  return {
    keyword: keyword.trim(),
    account: account.trim(),
    note: blankAsNull(note),
    line: blankAsNull(line),
  };
}
