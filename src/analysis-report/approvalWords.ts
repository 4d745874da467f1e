import { analysisMessages } from '#model/text/analysisMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { Assessment, ProposalSummary } from '../services/analysis.ts';

/**
 * What giving the keyword of a proposal to an account has done. `open`: the proposals before, `next`: those that are left.
 */
export function approvalWords(
  proposal: ProposalSummary,
  glAccount: string,
  open: readonly ProposalSummary[],
  next: Assessment,
): string {
  const { status, keyword, alternative } = proposal;
  const { removed } = alternative?.glAccount === glAccount ? alternative : proposal;
  const done = status === 'CONFLICT' ? messages.conflictResolved : messages.consolidationApproved;
  const left = new Set(next.proposals.map(({ id }) => id));
  const withdrawn = open.filter(({ id }) => id !== proposal.id && !left.has(id)).length;
  return `${done} ${analysisMessages.replaced(removed, keyword, glAccount, withdrawn)}`;
}
