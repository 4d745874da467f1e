import { useCallback, useMemo, useRef, useState } from 'react';
import type { BatchId, ChangeResult, UndoResult } from '#contract/table.ts';
import { analysisMessages } from '#model/text/analysisMessages.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { messages } from '#model/text/messages.ts';
import { approvalWords } from '../../analysis-report/approvalWords.ts';
import { useAnalysisService } from '../../analysis-report/useAnalysisService.ts';
import type {
  AnalysisService,
  Assessment,
  ConsolidationId,
  ConsolidationSummary,
} from '../../services/analysis.ts';
import type { EditorService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';
import type { TableStore } from './TableStore.ts';
import type { FollowUndo } from './useMappingChanges.ts';

/** The analysis as the screen shows it: none, under way with the share done, or its open consolidations. */
type Analysis =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly share: number }
  | ({ readonly kind: 'report' } & Assessment);

const NONE: Analysis = { kind: 'none' };

/** What an analysis and the choices in its report work on. */
type Context = {
  readonly editor: EditorService;
  readonly store: TableStore;
  readonly service: () => AnalysisService;
  readonly report: Report;
  readonly whileChoosing: ReturnType<typeof useBusy>[1];
  readonly show: (text: string) => void;
  readonly showDone: (text: string, undo: BatchId | null, follow?: FollowUndo) => void;
};

/** Analyses the stored list, removes duplicates, and carries out the choices made in the report. */
export function useAnalysis(
  editor: EditorService,
  store: TableStore,
  startAnalysis: () => AnalysisService,
  showDone: Context['showDone'],
) {
  const { show, dismiss } = useStatus();
  const { analysis, report } = useReport();
  const [isChoosing, whileChoosing] = useBusy();
  const running = useRef(new AbortController());
  const service = useAnalysisService(startAnalysis, () => {
    report.close();
    show(messages.analysisBroken);
  });
  const context = useMemo(
    () => ({ editor, store, service, report, whileChoosing, show, showDone }),
    [editor, store, service, report, whileChoosing, show, showDone],
  );

  const analyse = useCallback(() => {
    dismiss();
    running.current = new AbortController();
    analyseList(context, running.current.signal).catch((error: unknown) => {
      console.error('The analysis failed:', error);
      report.close();
      show(messages.consolidationFailed);
    });
  }, [context, report, show, dismiss]);

  const choose = useCallback(
    async (consolidation: ConsolidationSummary, glAccount: string) => {
      if (analysis.kind !== 'report') return;
      dismiss();
      await whileChoosing(() => approve(context, analysis, consolidation, glAccount));
    },
    [context, whileChoosing, analysis, dismiss],
  );

  const preview = useCallback(
    async ({ id }: ConsolidationSummary, glAccount: string) => {
      if (analysis.kind !== 'report') return null;
      const change = await service().session.change(analysis.revision, { id, glAccount });
      return change && editor.previewApply(change);
    },
    [service, editor, analysis],
  );

  return {
    analysis,
    isChoosing,
    preview,
    analyse,
    cancel: useCallback(() => running.current.abort(), []),
    choose,
    dismiss: report.dismiss,
    close: report.close,
    originals: useCallback(
      (id: ConsolidationId, from: number, to: number) => service().session.originals(id, from, to),
      [service],
    ),
  };
}

/** The analysis on the screen, and what changes it. Consolidations that were dismissed are left out of its report. */
function useReport() {
  const [analysis, setAnalysis] = useState<Analysis>(NONE);
  /** Another set for every analysis, by which it is known. */
  const dismissed = useRef(new Set<ConsolidationId>());
  const report = useMemo(() => {
    const close = () => setAnalysis(NONE);
    return {
      close,
      run: (share: number) => setAnalysis({ kind: 'running', share }),
      open(assessment: Assessment) {
        dismissed.current = new Set();
        setAnalysis(reportOf(assessment, dismissed.current));
      },
      /** Returns what brings the report of now up to date, unless that is of another analysis by then. */
      follow: () => {
        const of = dismissed.current;
        return (next: Assessment | null) => {
          if (of === dismissed.current) setAnalysis(next ? reportOf(next, of) : NONE);
        };
      },
      dismiss({ id }: ConsolidationSummary) {
        const of = dismissed.current.add(id);
        setAnalysis((now) => (now.kind === 'report' ? reportOf(now, of) : now));
      },
    };
  }, []);
  return { analysis, report };
}

type Report = ReturnType<typeof useReport>['report'];

async function analyseList(context: Context, signal: AbortSignal): Promise<void> {
  const { editor, store, service, report, show, showDone } = context;
  report.run(0);
  const list = await editor.takeSnapshot();
  // The snapshot has reset the count of changes since the analysis.
  store.renew();
  const outcome = await service().analyse(list, null, { onProgress: report.run, signal });
  if (outcome.kind === 'cancelled') return report.close();
  const { duplicates, consolidations } = outcome;
  const summary = consolidations.length > 0 ? messages.analysisComplete : messages.nothingToOptimise;
  if (duplicates.length === 0) show(summary);
  else {
    const removal = await store.renewAfter(() => editor.removeDuplicates(duplicates));
    if (removal.kind !== 'saved') {
      report.close();
      return show(messages.duplicatesFailed);
    }
    showDone(`${messages.duplicatesRemoved(removal.count)} ${summary}`, removal.undo);
  }
  report.open(outcome);
}

/** Stores what a consolidation changes, and shows the report without it; Undo brings it back there, too. */
async function approve(
  context: Context,
  { revision, consolidations }: Assessment,
  consolidation: ConsolidationSummary,
  glAccount: string,
): Promise<void> {
  const { editor, store, service, report, whileChoosing, show, showDone } = context;
  const follow = report.follow();
  const decision = { id: consolidation.id, glAccount };
  const change = await service().session.change(revision, decision);
  if (change === null) return show(analysisMessages.approvalGone);
  const result = await store.renewAfter(() => editor.apply(change));
  if (result.kind === 'failed' && result.count > 0) {
    report.close();
    const text = `${failureMessage(result, consolidation)} ${analysisMessages.approvedInPart}`;
    return showDone(text, result.undo);
  }
  if (result.kind !== 'saved') return show(failureMessage(result, consolidation));
  const next = await service().session.decide(revision, [decision]);
  follow(next);
  if (next === null) return showDone(messages.consolidationApproved, result.undo);
  showDone(approvalWords(consolidation, glAccount, consolidations, next), result.undo, (run) =>
    whileChoosing(async () => {
      const undone = await run();
      await takeBack(context, undone, next.revision, follow);
      return undone;
    }),
  );
}

/** Takes an approval back in the report, too, once the list has it back. */
async function takeBack(
  { service }: Context,
  result: UndoResult,
  revision: number,
  follow: ReturnType<Report['follow']>,
): Promise<void> {
  if (result.kind === 'gone' || (result.kind === 'undone' && result.count === 0)) return;
  const isWhole = result.kind === 'undone' && result.skipped.length === 0;
  follow(isWhole ? await service().session.takeBack(revision).catch(withoutReport) : null);
}

function failureMessage(
  result: Exclude<ChangeResult, { kind: 'saved' }>,
  { status }: ConsolidationSummary,
): string {
  switch (result.kind) {
    case 'outdated':
      return analysisMessages.consolidationOutdated(result.description);
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

/** The report without the dismissed consolidations; none where no other is left. */
function reportOf(
  { revision, consolidations }: Assessment,
  dismissed: ReadonlySet<ConsolidationId>,
): Analysis {
  const open = consolidations.filter(({ id }) => !dismissed.has(id));
  return open.length > 0 ? { kind: 'report', revision, consolidations: open } : NONE;
}
