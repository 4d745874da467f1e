import { analysisMessages } from '#model/analysisMessages.ts';
import { messages } from '#model/messages.ts';
import type { ProposalSummary } from '../services/analysis.ts';

/** What giving the keyword of a proposal to an account has done. */
export function approvalWords(proposal: ProposalSummary, glAccount: string): string {
  const { status, keyword, alternative } = proposal;
  const { removed } = alternative?.glAccount === glAccount ? alternative : proposal;
  const done = status === 'CONFLICT' ? messages.conflictResolved : messages.consolidationApproved;
  return `${done} ${analysisMessages.replaced(removed, keyword, glAccount)}`;
}
