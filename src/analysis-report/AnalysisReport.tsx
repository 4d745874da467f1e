import { Button, CloseButton, Paper, Text, Title } from '@mantine/core';
import { memo, useState } from 'react';
import type { Mapping } from '../model/mapping.ts';
import type { ProposalId, ProposalSummary } from '../services/analysis.ts';
import styles from './AnalysisReport.module.css';
import { ProposalItem } from './ProposalItem.tsx';

/** Proposals drawn at once: enough to work on, and light enough never to hold up the page. */
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
  /** Puts the whole report away, where that can be. */
  onClose?: () => void;
};

/** The keywords that an analysis proposes, each with its evidence and what accepting it would do. */
export const AnalysisReport = memo(function AnalysisReport({ proposals, isBusy, onClose, ...item }: Props) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = proposals.length - shown;
  return (
    <Paper component="section" withBorder p="md" aria-label="Analysis Report">
      <div className={styles['head']}>
        <Title order={2}>Analysis Report</Title>
        {onClose && <CloseButton aria-label="Close the report" disabled={isBusy} onClick={onClose} />}
      </div>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {proposals.length.toLocaleString('en-US')} {proposals.length === 1 ? 'proposal' : 'proposals'}: one
        keyword in place of several mappings of an account.
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles['scroller']} tabIndex={0} aria-label="Proposals">
        <ul className={styles['list']}>
          {proposals.slice(0, shown).map((proposal) => (
            <ProposalItem key={proposal.id} proposal={proposal} isBusy={isBusy} {...item} />
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
