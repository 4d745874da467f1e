import type { LedgerEvent } from '#contract/ledger.ts';
import type { ProposalsApi } from '#contract/proposals.ts';
import { createPreviewer, type PreviewerOptions } from '../preview/createPreviewer.ts';
import { addition } from '../preview/preview.ts';
import { ProposalQueue, type ProposalQueueOptions } from './ProposalQueue.ts';
import { ProposalSender, type ProposalSenderOptions } from './ProposalSender.ts';
import { mappingOf, previewProposal } from './previewProposal.ts';

type ProposalsOptions = Omit<ProposalQueueOptions, 'author'> &
  ProposalSenderOptions &
  PreviewerOptions & {
    emit(event: LedgerEvent): void;
  };

/** The worker's side of {@link ProposalsApi}. A module of its own: it is loaded at the first call. */
export function createProposalsApi(options: ProposalsOptions): ProposalsApi {
  const { account, emit } = options;
  const sender = new ProposalSender(options);
  const queue = new ProposalQueue({ ...options, author: { uid: account.uid, email: account.email } });
  const previewAll = createPreviewer(options);
  let [endOwn, endWaiting] = [() => {}, () => {}];
  return {
    propose: (draft) => sender.propose(draft),
    followOwn: async () => {
      endOwn();
      endOwn = sender.watchOwn((own) => emit({ kind: 'own-proposals', own }));
    },
    followWaiting: async () => {
      endWaiting();
      endWaiting = queue.watchWaiting((waiting) => emit({ kind: 'waiting-proposals', waiting }));
    },
    queue: (from, to) => queue.queue(from, to),
    preview: async (keyword, account, line) => {
      const mapping = mappingOf({ keyword, account });
      // Every proposal on the page asks: none cancels another.
      const preview = await createPreviewer(options)([addition(mapping)]);
      return preview && previewProposal(options.list, preview, mapping, line);
    },
    previewAll: (mappings) => previewAll(mappings.map((mapping) => addition(mappingOf(mapping)))),
    approve: async (approvals) => ({ kind: 'tried', results: await queue.approve(approvals) }),
    reject: (name, word) => queue.reject(name, word),
  };
}
