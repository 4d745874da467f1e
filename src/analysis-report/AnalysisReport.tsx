import { Button, CloseButton, Group, Paper, Text, Title } from '@mantine/core';
import { memo, useState } from 'react';
import { isSafe } from '#model/consolidation.ts';
import { analysisMessages } from '#model/text/analysisMessages.ts';
import type { ConsolidationSummary } from '../services/analysis.ts';
import { keepFocus } from '../ui/focus/keepFocus.ts';
import layout from '../ui/layout.module.css';
import { type ConsolidationActions, ConsolidationItem } from './ConsolidationItem.tsx';

/** Consolidations drawn at once: enough to work on, and few enough not to block the page. */
const SHOWN_AT_ONCE = 10;

type Props = ConsolidationActions & {
  consolidations: readonly ConsolidationSummary[];
  /** A choice is being written: no other can be made meanwhile. */
  isBusy: boolean;
  /** Set when the list has changed since the analysis: a note, and whether choosing is disabled. */
  outdated: { readonly note: string; readonly isFrozen: boolean } | null;
  onAnalyseAgain: () => void;
  /** Closes the report; without it the report has no close button. */
  onClose?: () => void;
};

/** The keywords that an analysis proposes, each with its evidence and what accepting it would do. */
export const AnalysisReport = memo(function AnalysisReport({
  consolidations,
  isBusy,
  outdated,
  onAnalyseAgain,
  onClose,
  ...props
}: Props) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = consolidations.length - shown;
  return (
    <Paper component="section" ref={keepFocus} withBorder p="md" aria-label="Analysis Report">
      <div className={layout['between']}>
        <Title order={2}>Analysis Report</Title>
        {onClose && <CloseButton aria-label="Close the report" disabled={isBusy} onClick={onClose} />}
      </div>
      <Text c="dimmed" mb="sm" role="status">
        {analysisMessages.consolidations(consolidations.length)} {safeWords(consolidations)}
      </Text>
      <div role="status">
        {outdated !== null && (
          <Group gap="xs" mb="sm" className={layout['caution'] ?? ''}>
            <Text>{outdated.note}</Text>
            <Button size="compact-sm" disabled={isBusy} onClick={onAnalyseAgain}>
              Analyze Again
            </Button>
          </Group>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={layout['scroller']} tabIndex={0} aria-label="Proposals">
        <ul className={layout['stack']}>
          {consolidations.slice(0, shown).map((consolidation) => (
            <ConsolidationItem
              key={consolidation.id}
              consolidation={consolidation}
              isBusy={isBusy || outdated?.isFrozen === true}
              {...props}
            />
          ))}
        </ul>
        {left > 0 && (
          <Button mt="sm" size="compact-sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            Show {Math.min(left, SHOWN_AT_ONCE)} more
          </Button>
        )}
      </section>
    </Paper>
  );
});

/** What the consolidations that nobody needs to decide one by one would do together. */
function safeWords(consolidations: readonly ConsolidationSummary[]): string {
  const safe = consolidations.filter(isSafe);
  const removed = safe.reduce((sum, consolidation) => sum + consolidation.removed, 0);
  return analysisMessages.safeOnes(removed, safe.length, consolidations.length - safe.length);
}
