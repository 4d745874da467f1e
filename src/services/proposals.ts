import type { LedgerEvent } from '#contract/ledger.ts';
import type { OwnProposals, ProposalsApi, WaitingCount } from '#contract/proposals.ts';
import { detailOf } from '#model/detailOf.ts';
import type { ProposedMapping } from '#model/proposal.ts';
import { resolveFailures } from './toFailedResult.ts';
import { type AsyncApi, extendPart } from './workerLink.ts';

type Watches = {
  /** Reports the person's own proposals now and after each change. Returns the end. */
  watchOwn(onOwn: (own: OwnProposals) => void): () => void;
  /** Reports how many proposals wait for a decision, now and after each change; for admins. Returns the end. */
  watchWaiting(onCount: (count: WaitingCount) => void): () => void;
};

/** Proposals for the shared list. `propose`, `approve` and `reject` resolve as failed, the others reject. */
export type ProposalService = AsyncApi<ProposalsApi> & Watches;

/** Asks a person what exactly they propose to the admins. */
export type ProposeMappings = (
  mappings: readonly ProposedMapping[],
  onClosed?: (isSent: boolean) => void,
) => void;

type WatchEvents = (listener: (event: LedgerEvent) => void) => () => void;

export function createProposalService(
  proposals: AsyncApi<ProposalsApi>,
  watchEvents: WatchEvents,
): ProposalService {
  const watches: Watches = {
    watchOwn(onOwn) {
      const end = watchEvents((event) => {
        if (event.kind === 'own-proposals') onOwn(event.own);
      });
      return follow(() => proposals.followOwn(), onOwn, end);
    },
    watchWaiting(onCount) {
      const end = watchEvents((event) => {
        if (event.kind === 'waiting-proposals') onCount(event.waiting);
      });
      return follow(() => proposals.followWaiting(), onCount, end);
    },
  };
  return extendPart(resolveFailures(proposals, { propose: {}, approve: {}, reject: {} }), watches);
}

type Failure = { readonly kind: 'failed'; readonly detail: string };

/** Begins a watch in the worker, whose reports come as events; nothing is reported after the end. */
function follow(
  begin: () => Promise<void>,
  onReport: (failure: Failure) => void,
  endEvents: () => void,
): () => void {
  let isOver = false;
  begin().catch((error: unknown) => {
    if (!isOver) onReport({ kind: 'failed', detail: detailOf(error) });
  });
  return () => {
    isOver = true;
    endEvents();
  };
}
