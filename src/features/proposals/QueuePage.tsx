import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import type { ProposalService } from '../../services/proposals.ts';
import { Empty } from '../../ui/Empty.tsx';
import { keepFocus } from '../../ui/focus/keepFocus.ts';
import { Loading } from '../../ui/Loading.tsx';
import styles from './Proposals.module.css';
import { QueueItem } from './QueueItem.tsx';
import { useDecisions } from './useDecisions.ts';
import { useQueue } from './useQueue.ts';

type Props = { uid: string; ledger: Pick<LedgerService, 'list' | 'editor'>; proposals: ProposalService };

/** The proposals that wait for an admin's decision, the oldest first. */
export function QueuePage({ uid, ledger, proposals }: Props) {
  const { page, failure, hasMore, showMore } = useQueue(proposals);
  const decisions = useDecisions(proposals, ledger.editor);
  const listStatus = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  return (
    <Stack gap="xs" ref={keepFocus}>
      <Title order={1}>Proposals</Title>
      {failure !== null && <Alert color="red">{proposalMessages.queueFailed(failure)}</Alert>}
      {page === null && failure === null && <Loading />}
      {page && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {page.waiting === 0 ? proposalMessages.queueEmpty : proposalMessages.waiting(page.waiting)}
          </Text>
          {page.waiting === 0 && (
            <Empty>
              Users propose mappings from the lines that have no match on their Classifier screen.
            </Empty>
          )}
          <ul className={styles['list']} aria-label="Proposals">
            {page.proposals.map((proposal) => (
              <QueueItem
                key={`${proposal.uid} ${proposal.id}`}
                proposal={proposal}
                proposals={proposals}
                decisions={decisions}
                isOwn={proposal.uid === uid}
                revision={listStatus}
              />
            ))}
          </ul>
          {hasMore && (
            <Button size="compact-sm" variant="subtle" onClick={showMore}>
              Show more proposals
            </Button>
          )}
          {page.waiting > 0 && (
            <Text size="xs" c="dimmed">
              {proposalMessages.keys}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}
