import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { proposalMessages } from '#model/proposalMessages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import type { ProposalService } from '../../services/proposals.ts';
import { Empty } from '../../ui/Empty.tsx';
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
  const ids = page?.proposals.map(({ id }) => id).join(' ') ?? '';
  const list = useFocusAfterDecision(ids);
  return (
    <Stack gap="xs">
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
          <ul ref={list} className={styles['list']} tabIndex={-1} aria-label="Proposals">
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

/** A decided proposal leaves the list, and with it the focus: it goes to the one in its place. */
function useFocusAfterDecision(ids: string) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<number | null>(null);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const remember = () => {
      const item = document.activeElement?.closest('[data-proposal]');
      place.current = item ? [...element.children].indexOf(item) : null;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other proposals take the place of one that is gone.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const element = list.current;
    if (place.current === null || !isLost || element === null) return;
    const next = element.children[place.current] ?? element.lastElementChild ?? element;
    if (next instanceof HTMLElement) next.focus();
  }, [ids]);
  return list;
}
