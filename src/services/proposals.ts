import { proxy } from 'comlink';
import type { OwnProposals, ProposalsApi, WaitingCount } from '#contract/proposals.ts';
import { detailOf } from '#model/detailOf.ts';
import type { Async } from './async.ts';
import type { LedgerService } from './ledger.ts';
import { orFailed } from './orFailed.ts';

/** Proposals for the shared list; see {@link ProposalsApi}. */
export type ProposalService = Async<
  Pick<ProposalsApi, 'queue' | 'effect' | 'propose' | 'approve' | 'reject'>
> & {
  /** Reports the person's own proposals now and after each change. Returns the end. */
  watchOwn(onOwn: (own: OwnProposals) => void): () => void;
  /** Reports how many proposals wait for a decision, now and after each change; for admins. Returns the end. */
  watchWaiting(onCount: (count: WaitingCount) => void): () => void;
};

/**
 * Proposals over the connection of a ledger. `propose`, `approve` and `reject` resolve as failed where the server refuses
 * or the worker breaks down; the others reject.
 */
export function proposalsOf(ledger: Pick<LedgerService, 'askProposals'>): ProposalService {
  return {
    propose: (mapping) => orFailed(ledger.askProposals(async (proposals) => proposals.propose(mapping))),
    approve: (...args) => orFailed(ledger.askProposals(async (proposals) => proposals.approve(...args))),
    reject: (...args) => orFailed(ledger.askProposals(async (proposals) => proposals.reject(...args))),
    queue: (...args) => ledger.askProposals(async (proposals) => proposals.queue(...args)),
    effect: (...args) => ledger.askProposals(async (proposals) => proposals.effect(...args)),
    watchOwn: (onOwn) =>
      watch<OwnProposals>(onOwn, (report) =>
        ledger.askProposals((proposals) => proposals.watchOwn(proxy(report))),
      ),
    watchWaiting: (onCount) =>
      watch<WaitingCount>(onCount, (report) =>
        ledger.askProposals((proposals) => proposals.watchWaiting(proxy(report))),
      ),
  };
}

type Failure = { readonly kind: 'failed'; readonly detail: string };

/** Begins a watch in the worker; what comes after its end is not reported. */
function watch<Report>(
  onReport: (report: Report | Failure) => void,
  begin: (report: (report: Report) => void) => Promise<() => unknown>,
): () => void {
  let isOver = false;
  const begun = begin((report) => {
    if (!isOver) onReport(report);
  });
  begun.catch((error: unknown) => {
    if (!isOver) onReport({ kind: 'failed', detail: detailOf(error) });
  });
  return () => {
    isOver = true;
    // A watch that never began, or whose worker is gone, has no end.
    begun.then((end) => end()).catch(() => {});
  };
}
