import type { OwnProposals, ProposeResult } from '#contract/proposals.ts';
import { detailOf } from '#model/detailOf.ts';
import { keyProblem } from '#model/keyProblem.ts';
import { MAX_EXAMPLE_LENGTH, PROPOSAL_INTERVAL_MS } from '#model/limits.ts';
import { mappingKey } from '#model/mapping.ts';
import {
  ownProposalsPath,
  type Proposal,
  type ProposalDraft,
  type ProposedMapping,
  proposalPath,
  proposalUpdate,
  readOwnProposals,
} from '#model/proposal.ts';
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

  propose({ mappings, note }: ProposalDraft): Promise<ProposeResult> {
    for (const { keyword } of mappings) {
      const problem = keyProblem(mappingKey(keyword));
      if (problem !== null) return Promise.resolve({ kind: 'unstorable', keyword, problem });
    }
    const draft = { mappings: mappings.map(trimmed), note: blankAsNull(note) };
    const sent = this.#last.then(() => this.#send(draft));
    this.#last = sent;
    return sent;
  }

  /** Calls `onOwn` now, and when a proposal or what the list has for its keyword changes. Returns the end. */
  watchOwn(onOwn: (own: OwnProposals) => void): () => void {
    const { database, list, account } = this.#options;
    let proposals: readonly Proposal[] | null = null;
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

  #stored({ keyword, decided }: Proposal) {
    return this.#options.list.entries.get(decided?.approved?.key ?? mappingKey(keyword)) ?? null;
  }

  async #send(draft: ProposalDraft): Promise<ProposeResult> {
    const { database, account, timing } = this.#options;
    const name = { uid: account.uid, id: newId() };
    const update = proposalUpdate(name, account.email, draft);
    // The second try is for one that was sent from elsewhere.
    for (const isLast of [false, true]) {
      const wait = this.#next - timing.now().getTime();
      if (wait > PROPOSAL_INTERVAL_MS) return { kind: 'too-early', wait };
      if (wait > 0) await timing.pause(wait);
      this.#noteSent(1);
      try {
        await storeOnce(database, update, `${proposalPath(name)}/email`);
        this.#noteSent(draft.mappings.length);
        return { kind: 'proposed' };
      } catch (error) {
        if (isLast || !isRefusal(error)) return { kind: 'failed', detail: detailOf(error) };
        await this.#learnNext().catch(() => {});
      }
    }
    throw new Error('not reached: the second try returns');
  }

  /** @param mappings those of the proposal that was sent just now */
  #noteSent(mappings: number): void {
    this.#next = this.#options.timing.now().getTime() + mappings * PROPOSAL_INTERVAL_MS;
  }

  /** The time of the next one, by those that are stored. The server's clock, which gave them theirs, may be another. */
  async #learnNext(): Promise<void> {
    const { database, account, timing } = this.#options;
    const own = readOwnProposals(account.uid, await database.read(ownProposalsPath(account.uid)));
    const last = own.filter(({ id }) => id === own[0]?.id);
    const interval = last.length * PROPOSAL_INTERVAL_MS;
    const now = timing.now().getTime();
    const wait = Math.min((last[0]?.at ?? 0) + interval - now, interval);
    this.#next = Math.max(this.#next, now + wait);
  }
}

/** As it is stored: without white space around the texts, and nothing for a blank one. */
function trimmed({ keyword, account, line }: ProposedMapping): ProposedMapping {
  return { keyword: keyword.trim(), account: account.trim(), line: blankAsNull(line) };
}

function blankAsNull(text: string | null): string | null {
  return text?.trim().slice(0, MAX_EXAMPLE_LENGTH) || null;
}
