import { useCallback } from 'react';
import type { Approval, DecisionResult } from '#contract/proposals.ts';
import type { MappingProposal } from '#model/mappingProposal.ts';
import { authorName } from '#model/text/historyWords.ts';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import type { EditorService } from '../../services/ledger.ts';
import type { ProposalService } from '../../services/proposals.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { undoText } from '../../undo/undoText.ts';
import { useUndo } from '../../undo/useUndo.ts';

export type Decisions = {
  /** Resolve with whether the proposal is decided, by whomever. */
  approve(proposal: MappingProposal, approval: Approval): Promise<boolean>;
  reject(proposal: MappingProposal, word: string): Promise<boolean>;
};

/** Decides proposals and says how that ended; an approval can be undone. */
export function useDecisions(
  proposals: Pick<ProposalService, 'approve' | 'reject'>,
  editor: Pick<EditorService, 'undo'>,
): Decisions {
  const { show, dismiss } = useStatus();
  const words = useAccountWords();
  const { showDone } = useUndo();
  const approve = useCallback(
    async (proposal: MappingProposal, approval: Approval) => {
      dismiss();
      const { keyword, account } = approval;
      const result = await proposals.approve(proposal, approval);
      if (result.kind !== 'decided') return showObstacle(result, keyword, show);
      const text = proposalMessages.approved(keyword, words(account.trim()));
      const { batch } = result;
      const undone = { ...messages, undone: proposalMessages.undone(keyword) };
      showDone(text, batch === null ? null : async () => undoText(await editor.undo(batch), undone));
      return true;
    },
    [proposals, editor, show, showDone, dismiss, words],
  );
  const reject = useCallback(
    async (proposal: MappingProposal, word: string) => {
      dismiss();
      const result = await proposals.reject(proposal, word);
      if (result.kind !== 'decided') return showObstacle(result, proposal.keyword, show);
      show(proposalMessages.rejected(proposal.keyword));
      return true;
    },
    [proposals, show, dismiss],
  );
  return { approve, reject };
}

/** Says why a decision was not made; returns whether somebody else has made one. */
function showObstacle(
  result: Exclude<DecisionResult, { kind: 'decided' }>,
  keyword: string,
  show: (text: string) => void,
): boolean {
  if (result.kind === 'decided-before') {
    const { by, approved } = result.decision;
    show(proposalMessages.decidedBefore(keyword, authorName(by), approved !== null));
    return true;
  }
  if (result.kind === 'changed') show(proposalMessages.changedMeanwhile(keyword));
  else if (result.kind === 'unstorable') show(messages.mappingUnstorable(keyword, result.problem));
  else show(proposalMessages.decisionFailed(keyword, result.detail));
  return false;
}
