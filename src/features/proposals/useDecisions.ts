import { useCallback } from 'react';
import type { Approval, DecisionResult } from '#contract/proposals.ts';
import type { Proposal } from '#model/proposal.ts';
import { messages } from '#model/text/messages.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { useAccountWords } from '../../chart/ChartProvider.tsx';
import { usePersonName } from '../../people/PersonName.tsx';
import type { EditorService } from '../../services/ledger.ts';
import type { ProposalService } from '../../services/proposals.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { undoOf } from '../../undo/undoText.ts';
import { useUndo } from '../../undo/useUndo.ts';

export type Decisions = ReturnType<typeof useDecisions>;

/** Decides proposals and says how that ended; an approval can be undone. */
export function useDecisions(
  proposals: Pick<ProposalService, 'approve' | 'reject'>,
  editor: Pick<EditorService, 'undo'>,
) {
  const { show, dismiss } = useStatus();
  const words = useAccountWords();
  const nameOf = usePersonName();
  const { showDone } = useUndo();
  /** Resolves with whether each proposal is decided, by whomever. */
  const approve = useCallback(
    async (approvals: readonly Approval[]): Promise<readonly boolean[]> => {
      dismiss();
      const tried = await proposals.approve(approvals);
      const results: readonly DecisionResult[] =
        tried.kind === 'tried' ? tried.results : approvals.map(() => tried);
      const [text, obstacle] = approvalWords(approvals, results, words, nameOf);
      const batches = results.flatMap((result) => (result.kind === 'decided' ? (result.batch ?? []) : []));
      const undone = { ...messages, undone: proposalMessages.undone };
      const undo = undoOf(batches[0] ?? null, (batch) => editor.undo(batch), undone);
      if (text === null) show(obstacle ?? '');
      else showDone(text, undo);
      return results.map(({ kind }) => kind === 'decided' || kind === 'decided-before');
    },
    [proposals, editor, show, showDone, dismiss, words, nameOf],
  );
  /** The same, of one. */
  const reject = useCallback(
    async (proposal: Proposal, word: string): Promise<boolean> => {
      dismiss();
      const result = await proposals.reject(proposal, word);
      show(
        result.kind === 'decided'
          ? proposalMessages.rejected(proposal.keyword)
          : obstacleOf(result, proposal.keyword, nameOf),
      );
      return result.kind === 'decided' || result.kind === 'decided-before';
    },
    [proposals, show, dismiss, nameOf],
  );
  return { approve, reject };
}

type NameOf = ReturnType<typeof usePersonName>;

/** What was approved, and else why nothing was. Of several, both in one text. */
function approvalWords(
  approvals: readonly Approval[],
  results: readonly DecisionResult[],
  words: (code: string) => string,
  nameOf: NameOf,
): readonly [done: string | null, obstacle: string | null] {
  const left = approvals.flatMap(({ keyword }, i) => {
    const result = results[i];
    return result === undefined || result.kind === 'decided' ? [] : obstacleOf(result, keyword, nameOf);
  });
  const obstacle = left.length === 0 ? null : left.join(' ');
  const count = approvals.length - left.length;
  const [first] = approvals;
  if (count === 0 || first === undefined) return [null, obstacle];
  if (approvals.length === 1)
    return [proposalMessages.approved(first.keyword, words(first.account.trim())), null];
  return [[proposalMessages.approvedSeveral(count), ...left].join(' '), obstacle];
}

/** Why a decision was not made. */
function obstacleOf(
  result: Exclude<DecisionResult, { kind: 'decided' }>,
  keyword: string,
  nameOf: NameOf,
): string {
  switch (result.kind) {
    case 'decided-before': {
      const { by, approved } = result.decision;
      return proposalMessages.decidedBefore(keyword, nameOf(by), approved !== null);
    }
    case 'changed':
      return proposalMessages.changedMeanwhile(keyword);
    case 'unstorable':
      return messages.mappingUnstorable(keyword, result.problem);
    default:
      return proposalMessages.decisionFailed(keyword, result.detail);
  }
}
