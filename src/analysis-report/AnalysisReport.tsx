import { Button, CloseButton, Group, Paper, Text, Title } from '@mantine/core';
import { memo, useState } from 'react';
import type { RowsEffect } from '#contract/rows.ts';
import type { Mapping } from '#model/mapping.ts';
import { isSafe } from '#model/proposal.ts';
import { analysisMessages } from '#model/text/analysisMessages.ts';
import type { ProposalId, ProposalSummary } from '../services/analysis.ts';
import { keepFocus } from '../ui/focus/keepFocus.ts';
import layout from '../ui/layout.module.css';
import styles from './ProposalItem.module.css';
import { ProposalItem } from './ProposalItem.tsx';

/** Proposals drawn at once: enough to work on, and few enough not to block the page. */
const SHOWN_AT_ONCE = 10;

type Props = {
  proposals: readonly ProposalSummary[];
  /** A choice is being written: no other can be made meanwhile. */
  isBusy: boolean;
  /** Originals `from` to `to` (excluded) of a proposal. */
  originals: (id: ProposalId, from: number, to: number) => Promise<readonly Mapping[]>;
  /** What {@link Props.onChoose} would do to the rows; null where no text is known. Missing where it stores nothing yet. */
  onPreview?: (proposal: ProposalSummary, glAccount: string) => Promise<RowsEffect | null>;
  /** Gives the keyword to the account: an approval, or one of the two choices of a conflict. */
  onChoose: (proposal: ProposalSummary, glAccount: string) => void;
  onDismiss: (proposal: ProposalSummary) => void;
  /** Set when the list has changed since the analysis: a note, and whether choosing is disabled. */
  outdated: { readonly note: string; readonly isFrozen: boolean } | null;
  onAnalyseAgain: () => void;
  /** Closes the report; without it the report has no close button. */
  onClose?: () => void;
};

/** The keywords that an analysis proposes, each with its evidence and what accepting it would do. */
export const AnalysisReport = memo(function AnalysisReport({
  proposals,
  isBusy,
  outdated,
  onAnalyseAgain,
  onClose,
  ...props
}: Props) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = proposals.length - shown;
  return (
    <Paper component="section" ref={keepFocus} withBorder p="md" aria-label="Analysis Report">
      <div className={layout['between']}>
        <Title order={2}>Analysis Report</Title>
        {onClose && <CloseButton aria-label="Close the report" disabled={isBusy} onClick={onClose} />}
      </div>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {analysisMessages.proposals(proposals.length)} {safeWords(proposals)}
      </Text>
      <div role="status">
        {outdated !== null && (
          <Group gap="xs" mb="sm" className={layout['caution'] ?? ''}>
            <Text size="sm">{outdated.note}</Text>
            <Button size="compact-sm" variant="default" disabled={isBusy} onClick={onAnalyseAgain}>
              Analyze Again
            </Button>
          </Group>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles['scroller']} tabIndex={0} aria-label="Proposals">
        <ul className={layout['stack']}>
          {proposals.slice(0, shown).map((proposal) => (
            <ProposalItem
              key={proposal.id}
              proposal={proposal}
              isBusy={isBusy || outdated?.isFrozen === true}
              {...props}
            />
          ))}
        </ul>
        {left > 0 && (
          <Button mt="sm" size="compact-sm" variant="default" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            Show {Math.min(left, SHOWN_AT_ONCE)} more
          </Button>
        )}
      </section>
    </Paper>
  );
});

/** What the proposals that nobody needs to decide one by one would do together. */
function safeWords(proposals: readonly ProposalSummary[]): string {
  const safe = proposals.filter(isSafe);
  const removed = safe.reduce((sum, proposal) => sum + proposal.removed, 0);
  return analysisMessages.safeOnes(removed, safe.length, proposals.length - safe.length);
}
