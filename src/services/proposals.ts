import type { LedgerEvent } from '#contract/ledger.ts';
import type { OwnProposals, ProposalsApi, WaitingCount } from '#contract/proposals.ts';
import { detailOf } from '#model/detailOf.ts';
import type { ProposedMapping } from '#model/proposal.ts';
import { resolveFailures } from './toFailedResult.ts';
import { type AsyncApi, extendPart } from './workerLink.ts';

/** Proposals for the shared list. `propose`, `approve` and `reject` resolve as failed, the others reject. */
export type ProposalService = ReturnType<typeof createProposalService>;

/** Asks a person what exactly they propose to the admins. */
export type ProposeMappings = (
  mappings: readonly ProposedMapping[],
  onClosed?: (isSent: boolean) => void,
) => void;

type WatchEvents = (listener: (event: LedgerEvent) => void) => () => void;

export function createProposalService(proposals: AsyncApi<ProposalsApi>, watchEvents: WatchEvents) {
  return extendPart(resolveFailures(proposals, { propose: {}, approve: {}, reject: {} }), {
    /** Reports the person's own proposals now and after each change. Returns the end. */
    watchOwn: (onOwn: (own: OwnProposals) => void) =>
      follow<OwnProposals>(proposals.followOwn(), onOwn, watchEvents, (event) =>
        event.kind === 'own-proposals' ? event.own : null,
      ),
    /** Reports how many proposals wait for a decision, now and after each change; for admins. Returns the end. */
    watchWaiting: (onCount: (count: WaitingCount) => void) =>
      follow<WaitingCount>(proposals.followWaiting(), onCount, watchEvents, (event) =>
        event.kind === 'waiting-proposals' ? event.waiting : null,
      ),
  });
}

type Failure = { readonly kind: 'failed'; readonly detail: string };

/** Follows a watch that has `begun` in the worker, whose reports come as events; nothing is reported after the end. */
function follow<Report>(
  begun: Promise<void>,
  onReport: (report: Report | Failure) => void,
  watchEvents: WatchEvents,
  reportOf: (event: LedgerEvent) => Report | null,
): () => void {
  let isOver = false;
  const endEvents = watchEvents((event) => {
    const report = reportOf(event);
    if (report !== null) onReport(report);
  });
  begun.catch((error: unknown) => {
    if (!isOver) onReport({ kind: 'failed', detail: detailOf(error) });
  });
  return () => {
    isOver = true;
    endEvents();
  };
}
