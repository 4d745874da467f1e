import { Paper, Text, Title } from '@mantine/core';
import { memo, useDeferredValue, useSyncExternalStore } from 'react';
import { analysisMessages } from '#model/text/analysisMessages.ts';
import { messages } from '#model/text/messages.ts';
import { AnalysisReport } from '../../analysis-report/AnalysisReport.tsx';
import { approvalWords } from '../../analysis-report/approvalWords.ts';
import type { AnalysisService, Assessment, ProposalSummary } from '../../services/analysis.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { JobProgress } from '../../ui/JobProgress.tsx';
import { RetryAlert } from '../../ui/RetryAlert.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useBusy } from '../../ui/useBusy.ts';
import { useUndo } from '../../undo/useUndo.ts';
import type { Consolidation } from './Consolidation.ts';

type Props = {
  consolidation: Consolidation;
  isLocked: boolean;
  originals: AnalysisService['session']['originals'];
};

/** Nothing can be chosen any more: what the report says of the proposals may be wrong now. */
const OUTDATED = { note: analysisMessages.storedListChanged, isFrozen: true };

/** The Analysis Report of the pending pairs. What is chosen here is stored only by the upload. */
export const PairReport = memo(function PairReport({ consolidation, isLocked, originals }: Props) {
  // Many proposals take a moment to draw: they are drawn in pieces between other work.
  const state = useDeferredValue(
    useSyncExternalStore(consolidation.state.subscribe, consolidation.state.get),
  );
  const isOutdated = useSyncExternalStore(consolidation.isOutdated.subscribe, consolidation.isOutdated.get);
  const { show } = useStatus();
  const { showDone } = useUndo();
  const [isChoosing, whileChoosing] = useBusy();

  async function choose(shown: Assessment, proposal: ProposalSummary, glAccount: string): Promise<void> {
    const approved = await whileChoosing(() => consolidation.choose(shown, proposal, glAccount));
    if (approved === null) return show(analysisMessages.approvalGone);
    const undo = async () => ((await whileChoosing(approved.undo)) ? messages.undone : messages.undoGone);
    showDone(approvalWords(proposal, glAccount, shown.proposals, approved.next), undo);
  }

  if (state.kind === 'none') return null;
  if (state.kind === 'running') return <JobProgress label="Analyzing keywords…" share={state.share} />;
  if (state.kind === 'failed')
    return <RetryAlert text={messages.pairsNotAnalyzed} onRetry={() => consolidation.retry()} />;
  if (state.proposals.length > 0) {
    return (
      <AnalysisReport
        proposals={state.proposals}
        isBusy={isChoosing || isLocked}
        outdated={isOutdated ? OUTDATED : null}
        onAnalyseAgain={() => dropAtEnd(consolidation.again())}
        originals={originals}
        onChoose={(proposal, glAccount) => dropAtEnd(choose(state, proposal, glAccount))}
        onDismiss={(proposal) => consolidation.dismiss(proposal)}
      />
    );
  }
  return (
    <Paper component="section" withBorder p="md" aria-label="Analysis Report">
      <Title order={2}>Analysis Report</Title>
      <Text size="sm" c="dimmed" role="status">
        {state.result === null ? messages.nothingToOptimise : analysisMessages.noneLeft}
      </Text>
    </Paper>
  );
});
