import { useCallback, useRef, useState } from 'react';
import type { ChangeResult, ChangeSetId, UndoResult } from '#contract/table.ts';
import { analysisMessages } from '#model/text/analysisMessages.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { messages } from '#model/text/messages.ts';
import { approvalWords } from '../../analysis-report/approvalWords.ts';
import { useAnalysisService } from '../../analysis-report/useAnalysisService.ts';
import type { AnalysisService, Assessment, ProposalId, ProposalSummary } from '../../services/analysis.ts';
import type { EditorService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { TableStore } from './TableStore.ts';
import type { FollowUndo } from './useMappingChanges.ts';

/** The analysis as the screen shows it: none, under way with the share done, or its open proposals. */
type Analysis =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly share: number }
  | ({ readonly kind: 'report' } & Assessment);

const NONE: Analysis = { kind: 'none' };

/** Analyses the stored list, removes duplicates, and carries out the choices made in the report. */
export function useAnalysis(
  editor: EditorService,
  store: TableStore,
  startAnalysis: () => AnalysisService,
  showDone: (text: string, undo: ChangeSetId | null, follow?: FollowUndo) => void,
) {
  const { show, dismiss } = useStatus();
  const [analysis, setAnalysis] = useState<Analysis>(NONE);
  const [isChoosing, setChoosing] = useState(false);
  const running = useRef(new AbortController());
  /** Proposals of the report that were dismissed; another set for every analysis. */
  const dismissed = useRef(new Set<ProposalId>());
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
    dismissed.current = new Set();
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
    setAnalysis(reportOf(outcome, dismissed.current));
  }, [editor, store, service, show, dismiss, showDone]);

  /** Takes an approval back in the report, too, once the list has it back. */
  const takeBack = useCallback(
    async (result: UndoResult, revision: number, of: ReadonlySet<ProposalId>) => {
      if (result.kind === 'gone' || (result.kind === 'undone' && result.count === 0)) return;
      const isWhole = result.kind === 'undone' && result.skipped.length === 0;
      const next = isWhole ? await service().session.takeBack(revision).catch(withoutReport) : null;
      // The report of another analysis counts it among what has changed since.
      if (of === dismissed.current) setAnalysis(next ? reportOf(next, of) : NONE);
    },
    [service],
  );

  const decide = useCallback(
    async (report: Assessment, proposal: ProposalSummary, glAccount: string) => {
      const of = dismissed.current;
      const decision = { id: proposal.id, glAccount };
      const change = await service().session.change(report.revision, decision);
      if (change === null) return show(analysisMessages.approvalGone);
      const result = await store.renewAfter(() => editor.apply(change));
      if (result.kind === 'failed' && result.count > 0) {
        setAnalysis(NONE);
        return showDone(
          `${failureMessage(result, proposal)} ${analysisMessages.approvedInPart}`,
          result.undo,
        );
      }
      if (result.kind !== 'saved') return show(failureMessage(result, proposal));
      const next = await service().session.decide(report.revision, [decision]);
      setAnalysis(next ? reportOf(next, of) : NONE);
      if (next === null) return showDone(messages.consolidationApproved, result.undo);
      showDone(approvalWords(proposal, glAccount, report.proposals, next), result.undo, async (run) => {
        setChoosing(true);
        try {
          const undone = await run();
          await takeBack(undone, next.revision, of);
          return undone;
        } finally {
          setChoosing(false);
        }
      });
    },
    [editor, store, service, show, showDone, takeBack],
  );

  const choose = useCallback(
    async (proposal: ProposalSummary, glAccount: string) => {
      if (analysis.kind !== 'report') return;
      dismiss();
      setChoosing(true);
      try {
        await decide(analysis, proposal, glAccount);
      } finally {
        setChoosing(false);
      }
    },
    [analysis, dismiss, decide],
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
    dismiss: useCallback(({ id }: ProposalSummary) => {
      const of = dismissed.current.add(id);
      setAnalysis((now) => (now.kind === 'report' ? reportOf(now, of) : now));
    }, []),
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

/** The list has it back in any case. */
function withoutReport(error: unknown): null {
  console.error('The report does not follow an undo:', error);
  return null;
}

/** The report without the dismissed proposals; none where no other is left. */
function reportOf({ revision, proposals }: Assessment, dismissed: ReadonlySet<ProposalId>): Analysis {
  const open = proposals.filter(({ id }) => !dismissed.has(id));
  return open.length > 0 ? { kind: 'report', revision, proposals: open } : NONE;
}
