import { useCallback, useRef, useState } from 'react';
import type { ChangeResult, UndoId } from '#contract/table.ts';
import { analysisMessages } from '#model/analysisMessages.ts';
import { databaseMessages } from '#model/databaseMessages.ts';
import { messages } from '#model/messages.ts';
import { approvalWords } from '../../analysis-report/approvalWords.ts';
import { useAnalysisService } from '../../analysis-report/useAnalysisService.ts';
import type { AnalysisService, ProposalId, ProposalSummary } from '../../services/analysis.ts';
import type { EditorService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { TableStore } from './TableStore.ts';

/** The analysis as the screen shows it: none, under way with the share done, or its open proposals. */
type Analysis =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly share: number }
  | { readonly kind: 'report'; readonly proposals: readonly ProposalSummary[] };

const NONE: Analysis = { kind: 'none' };

/** Analyses the stored list, removes duplicates, and carries out the choices made in the report. */
export function useAnalysis(
  editor: EditorService,
  store: TableStore,
  startAnalysis: () => AnalysisService,
  showDone: (text: string, undo: UndoId | null, onUndone?: () => void) => void,
) {
  const { show, dismiss } = useStatus();
  const [analysis, setAnalysis] = useState<Analysis>(NONE);
  const [isChoosing, setChoosing] = useState(false);
  const running = useRef(new AbortController());
  const service = useAnalysisService(startAnalysis, () => {
    setAnalysis(NONE);
    setChoosing(false);
    show(messages.analysisBroken);
  });

  const analyse = useCallback(async () => {
    dismiss();
    setAnalysis({ kind: 'running', share: 0 });
    const list = await editor.takeSnapshot();
    // The snapshot has reset the count of changes since the analysis.
    store.renew();
    running.current = new AbortController();
    const outcome = await service().analyse(list, null, {
      onProgress: (share) => setAnalysis({ kind: 'running', share }),
      signal: running.current.signal,
    });
    if (outcome.kind === 'cancelled') return setAnalysis(NONE);
    const { duplicates, proposals } = outcome;
    const summary = proposals.length > 0 ? messages.analysisComplete : messages.nothingToOptimise;
    if (duplicates.length === 0) show(summary);
    else {
      const removal = await store.renewAfter(() => editor.removeDuplicates(duplicates));
      if (removal.kind !== 'saved') {
        setAnalysis(NONE);
        return show(messages.duplicatesFailed);
      }
      showDone(`${messages.duplicatesRemoved(removal.count)} ${summary}`, removal.undo);
    }
    setAnalysis(proposals.length > 0 ? { kind: 'report', proposals } : NONE);
  }, [editor, store, service, show, dismiss, showDone]);

  const choose = useCallback(
    async (proposal: ProposalSummary, glAccount: string) => {
      dismiss();
      setChoosing(true);
      const change = await service().session.change(proposal.id, glAccount);
      const result = await store.renewAfter(() => editor.apply(change));
      setChoosing(false);
      if (result.kind !== 'saved') return show(failureMessage(result, proposal));
      setAnalysis((now) => without(now, proposal.id));
      showDone(approvalWords(proposal, glAccount), result.undo, () =>
        setAnalysis((now) => withAgain(now, proposal)),
      );
    },
    [editor, store, service, show, dismiss, showDone],
  );

  return {
    analysis,
    isChoosing,
    analyse: useCallback(() => {
      analyse().catch((error: unknown) => {
        console.error('The analysis failed:', error);
        setAnalysis(NONE);
        show(messages.consolidationFailed);
      });
    }, [analyse, show]),
    cancel: useCallback(() => running.current.abort(), []),
    choose,
    dismiss: useCallback(({ id }: ProposalSummary) => setAnalysis((now) => without(now, id)), []),
    close: useCallback(() => setAnalysis(NONE), []),
    originals: useCallback(
      (id: ProposalId, from: number, to: number) => service().session.originals(id, from, to),
      [service],
    ),
  };
}

function failureMessage(
  result: Exclude<ChangeResult, { kind: 'saved' }>,
  { status }: ProposalSummary,
): string {
  switch (result.kind) {
    case 'outdated':
      return analysisMessages.proposalOutdated(result.description);
    case 'unstorable':
      return `${messages.consolidationFailed} ${messages.mappingUnstorable(result.description, result.problem)}`;
    case 'unchangeable':
      return databaseMessages.mappingUnchangeable(result.description);
    case 'failed':
      return status === 'CONFLICT' ? messages.conflictFailed : messages.consolidationFailed;
  }
}

function without(analysis: Analysis, id: ProposalId): Analysis {
  if (analysis.kind !== 'report') return analysis;
  const proposals = analysis.proposals.filter((proposal) => proposal.id !== id);
  return proposals.length > 0 ? { kind: 'report', proposals } : NONE;
}

/** Puts a proposal back in its place; the report's order is that of the ids. */
function withAgain(analysis: Analysis, proposal: ProposalSummary): Analysis {
  if (analysis.kind === 'running') return analysis;
  const others = analysis.kind === 'report' ? analysis.proposals : [];
  return { kind: 'report', proposals: [...others, proposal].sort((a, b) => a.id - b.id) };
}
