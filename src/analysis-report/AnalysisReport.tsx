import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Mapping } from '../model/mapping.ts';
import type { ProposalId, ProposalSummary } from '../services/analysis.ts';
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
};

/** The keywords that an analysis proposes, each with its evidence and what accepting it would do. */
export function AnalysisReport({ proposals, isBusy, originals, onChoose, onDismiss }: Props) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const left = proposals.length - shown;
  return (
    <Paper component="section" withBorder p="md" aria-label="Analysis Report">
      <Title order={2}>Analysis Report</Title>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {proposals.length.toLocaleString('en-US')} {proposals.length === 1 ? 'proposal' : 'proposals'} left.
        One keyword can stand in for several mappings of an account.
      </Text>
      <Stack component="ul" gap="sm" p={0} m={0}>
        {proposals.slice(0, shown).map((proposal) => (
          <ProposalItem
            key={proposal.id}
            proposal={proposal}
            isBusy={isBusy}
            originals={originals}
            onChoose={onChoose}
            onDismiss={onDismiss}
          />
        ))}
      </Stack>
      {left > 0 && (
        <Button mt="sm" size="compact-sm" variant="default" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          Show {Math.min(left, SHOWN_AT_ONCE)} more
        </Button>
      )}
    </Paper>
  );
}
