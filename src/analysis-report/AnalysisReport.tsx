import { Button, CloseButton, Group, Paper, Text, Title } from '@mantine/core';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { analysisMessages } from '#model/analysisMessages.ts';
import type { Mapping } from '#model/mapping.ts';
import { isSafe } from '#model/proposal.ts';
import type { ProposalId, ProposalSummary } from '../services/analysis.ts';
import styles from './AnalysisReport.module.css';
import { ProposalItem } from './ProposalItem.tsx';

/** Proposals drawn at once: enough to work on, and few enough not to block the page. */
const SHOWN_AT_ONCE = 10;

type Props = {
  proposals: readonly ProposalSummary[];
  /** A choice is being written: no other can be made meanwhile. */
  isBusy: boolean;
  /** Originals `from` to `to` (excluded) of a proposal. */
  originals: (id: ProposalId, from: number, to: number) => Promise<readonly Mapping[]>;
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
  const { list, follow } = useProposalFocus(proposals, isBusy);
  const item = {
    originals: props.originals,
    onChoose: (proposal: ProposalSummary, glAccount: string) => {
      follow(proposal);
      props.onChoose(proposal, glAccount);
    },
    onDismiss: (proposal: ProposalSummary) => {
      follow(proposal);
      props.onDismiss(proposal);
    },
  };
  const left = proposals.length - shown;
  return (
    <Paper component="section" withBorder p="md" aria-label="Analysis Report">
      <div className={styles['head']}>
        <Title order={2}>Analysis Report</Title>
        {onClose && <CloseButton aria-label="Close the report" disabled={isBusy} onClick={onClose} />}
      </div>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {analysisMessages.proposals(proposals.length)} {safeWords(proposals)}
      </Text>
      <div role="status">
        {outdated !== null && (
          <Group gap="xs" mb="sm" className={styles['outdated'] ?? ''}>
            <Text size="sm">{outdated.note}</Text>
            <Button size="compact-sm" variant="default" disabled={isBusy} onClick={onAnalyseAgain}>
              Analyze Again
            </Button>
          </Group>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles['scroller']} tabIndex={0} aria-label="Proposals">
        <ul className={styles['list']} ref={list}>
          {proposals.slice(0, shown).map((proposal) => (
            <ProposalItem
              key={proposal.id}
              proposal={proposal}
              isBusy={isBusy || outdated?.isFrozen === true}
              {...item}
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

/**
 * Keeps the focus in the report when a proposal is decided and goes, or its buttons are disabled meanwhile: the one
 * that takes its place gets it, so that keyboard and screen reader go on from there.
 */
function useProposalFocus(proposals: readonly ProposalSummary[], isBusy: boolean) {
  const list = useRef<HTMLUListElement>(null);
  /** Place of the proposal being decided. */
  const place = useRef<number | null>(null);
  useEffect(() => {
    if (isBusy || place.current === null) return;
    const items = list.current?.children;
    const item = items?.[Math.min(place.current, items.length - 1, proposals.length - 1)];
    place.current = null;
    if (item instanceof HTMLElement && document.activeElement === document.body) item.focus();
  }, [proposals, isBusy]);
  const follow = useCallback(
    (proposal: ProposalSummary) => {
      place.current = proposals.indexOf(proposal);
    },
    [proposals],
  );
  return { list, follow };
}
