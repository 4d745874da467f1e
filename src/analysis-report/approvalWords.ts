import { analysisMessages } from '#model/text/analysisMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { Assessment, ConsolidationSummary } from '../services/analysis.ts';

/** What giving its keyword to an account has done. `open`: the consolidations before, `next`: those that are left. */
export function approvalWords(
  consolidation: ConsolidationSummary,
  glAccount: string,
  open: readonly ConsolidationSummary[],
  next: Assessment,
): string {
  const { status, keyword, alternative } = consolidation;
  const { removed } = alternative?.glAccount === glAccount ? alternative : consolidation;
  const done = status === 'CONFLICT' ? messages.conflictResolved : messages.consolidationApproved;
  const left = new Set(next.consolidations.map(({ id }) => id));
  const withdrawn = open.filter(({ id }) => id !== consolidation.id && !left.has(id)).length;
  return `${done} ${analysisMessages.replaced(removed, keyword, glAccount, withdrawn)}`;
}
