import { Paper, Text, Title } from '@mantine/core';
import { memo, useDeferredValue, useSyncExternalStore } from 'react';
import { analysisMessages } from '#model/text/analysisMessages.ts';
import { messages } from '#model/text/messages.ts';
import { AnalysisReport } from '../../analysis-report/AnalysisReport.tsx';
import { approvalWords } from '../../analysis-report/approvalWords.ts';
import type { AnalysisService, Assessment, ConsolidationSummary } from '../../services/analysis.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { RetryAlert } from '../../ui/RetryAlert.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { useUndo } from '../../undo/useUndo.ts';
import type { PairConsolidator } from './PairConsolidator.ts';

type Props = {
  consolidator: PairConsolidator;
  isLocked: boolean;
  originals: AnalysisService['session']['originals'];
};

/** Nothing can be chosen any more: what the report says of the consolidations may be wrong now. */
const OUTDATED = { note: analysisMessages.storedListChanged, isFrozen: true };

/** The Analysis Report of the pending pairs. What is chosen here is stored only by the upload. */
export const PairReport = memo(function PairReport({ consolidator, isLocked, originals }: Props) {
  // Many consolidations take a moment to draw: they are drawn in pieces between other work.
  const state = useDeferredValue(useSyncExternalStore(consolidator.state.subscribe, consolidator.state.get));
  const isOutdated = useSyncExternalStore(consolidator.isOutdated.subscribe, consolidator.isOutdated.get);
  const { show } = useStatus();
  const { showDone } = useUndo();
  const [isChoosing, whileChoosing] = useBusy();

  async function choose(
    shown: Assessment,
    consolidation: ConsolidationSummary,
    glAccount: string,
  ): Promise<void> {
    const approved = await whileChoosing(() => consolidator.choose(shown, consolidation, glAccount));
    if (approved === null) return show(analysisMessages.approvalGone);
    const undo = async () => ((await whileChoosing(approved.undo)) ? messages.undone : messages.undoGone);
    showDone(approvalWords(consolidation, glAccount, shown.consolidations, approved.next), undo);
  }

  if (state.kind === 'none') return null;
  if (state.kind === 'running') return <JobProgress label="Analyzing keywords…" share={state.share} />;
  if (state.kind === 'failed')
    return <RetryAlert text={messages.pairsNotAnalyzed} onRetry={() => consolidator.retry()} />;
  if (state.consolidations.length > 0) {
    return (
      <AnalysisReport
        consolidations={state.consolidations}
        isBusy={isChoosing || isLocked}
        outdated={isOutdated ? OUTDATED : null}
        onAnalyseAgain={() => ignoreAfterExit(consolidator.again())}
        originals={originals}
        onChoose={(consolidation, glAccount) => ignoreAfterExit(choose(state, consolidation, glAccount))}
        onDismiss={(consolidation) => consolidator.dismiss(consolidation)}
      />
    );
  }
  return (
    <Paper component="section" withBorder p="md" aria-label="Analysis Report">
      <Title order={2}>Analysis Report</Title>
      <Text c="dimmed" role="status">
        {state.result === null ? messages.nothingToOptimise : analysisMessages.noneLeft}
      </Text>
    </Paper>
  );
});
