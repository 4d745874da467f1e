import type { LedgerEvent } from '#contract/ledger.ts';
import type { ProposalsApi } from '#contract/proposals.ts';
import { ExclusiveJob } from '../../ExclusiveJob.ts';
import type { EffectOfOptions } from '../table/effectOf.ts';
import { ProposalQueue, type ProposalQueueOptions } from './ProposalQueue.ts';
import { ProposalSender, type ProposalSenderOptions } from './ProposalSender.ts';
import { proposalEffect, proposalsEffect } from './proposalEffect.ts';

type ProposalsOptions = Omit<ProposalQueueOptions, 'author'> &
  ProposalSenderOptions &
  EffectOfOptions & {
    readonly database: ProposalQueueOptions['database'] & { readonly signedIn: Promise<void> };
    emit(event: LedgerEvent): void;
  };

/** The worker's side of {@link ProposalsApi}. A module of its own: it is loaded at the first call. */
export function createProposalsApi(options: ProposalsOptions): ProposalsApi {
  const { database, account, emit } = options;
  const sender = new ProposalSender(options);
  const queue = new ProposalQueue({ ...options, author: { uid: account.uid, email: account.email } });
  const counting = new ExclusiveJob();
  let [endOwn, endWaiting] = [() => {}, () => {}];
  // The server refuses what comes before the connection acts for the person.
  return {
    propose: async (draft) => {
      await database.signedIn;
      return sender.propose(draft);
    },
    followOwn: async () => {
      await database.signedIn;
      endOwn();
      endOwn = sender.watchOwn((own) => emit({ kind: 'own-proposals', own }));
    },
    followWaiting: async () => {
      await database.signedIn;
      endWaiting();
      endWaiting = queue.watchWaiting((waiting) => emit({ kind: 'waiting-proposals', waiting }));
    },
    queue: async (from, to) => {
      await database.signedIn;
      return queue.queue(from, to);
    },
    effect: (keyword, account, line) => proposalEffect(options, keyword, account, line),
    effectOfAll: async (mappings) => {
      const effect = await counting.run((signal) => proposalsEffect(options, mappings, signal));
      return 'kind' in effect ? null : effect;
    },
    approve: async (approvals) => ({ kind: 'tried', results: await queue.approve(approvals) }),
    reject: (name, word) => queue.reject(name, word),
  };
}
