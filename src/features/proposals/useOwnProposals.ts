import { useEffect, useState } from 'react';
import type { OwnProposals } from '#contract/proposals.ts';
import type { ProposalService } from '../../services/proposals.ts';

/** The person's own proposals, live; null until they are known. */
export function useOwnProposals(proposals: Pick<ProposalService, 'watchOwn'>): OwnProposals | null {
  const [own, setOwn] = useState<OwnProposals | null>(null);
  useEffect(() => proposals.watchOwn(setOwn), [proposals]);
  return own;
}
