import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { type KeyboardEvent, useSyncExternalStore } from 'react';
import { proposalKey } from '#model/proposal.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import type { Account } from '#model/user.ts';
import { PreviewNote } from '../../chart/PreviewNote.tsx';
import type { LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { Empty } from '../../ui/Empty.tsx';
import { keepFocus } from '../../ui/focus/keepFocus.ts';
import { Loading } from '../../ui/Loading.tsx';
import layout from '../../ui/layout.module.css';
import { QueueItem } from './QueueItem.tsx';
import { useDecisions } from './useDecisions.ts';
import { useQueue } from './useQueue.ts';
import { useSelectedProposals } from './useSelectedProposals.ts';

type Props = {
  account: Pick<Account, 'uid'>;
  ledger: Pick<LedgerService, 'list' | 'editor' | 'proposals'>;
};

/** The proposals that wait for an admin's decision, the oldest first. */
export function QueuePage({ account, ledger }: Props) {
  const { proposals } = ledger;
  const { page, failure, hasMore, showMore } = useQueue(proposals);
  const decisions = useDecisions(proposals, ledger.editor);
  const listStatus = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  const selected = useSelectedProposals(proposals, decisions, listStatus);
  return (
    <Stack gap="xs" ref={keepFocus}>
      <Title order={1}>Proposals</Title>
      {failure !== null && <Alert color="red">{proposalMessages.queueFailed(failure)}</Alert>}
      {page === null && failure === null && <Loading />}
      {page && (
        <>
          <Text c="dimmed" role="status">
            {page.waiting === 0 ? proposalMessages.queueEmpty : proposalMessages.waiting(page.waiting)}
          </Text>
          {page.waiting === 0 && <Empty>{proposalMessages.whereFrom}</Empty>}
          {(page.proposals.length > 1 || selected.count > 0) && <SelectionBar selected={selected} />}
          <ul
            className={layout['stack']}
            aria-label="Proposals"
            onKeyDown={(event) => onListKey(event, selected)}
          >
            {page.proposals.map((proposal) => (
              <QueueItem
                key={proposalKey(proposal)}
                proposal={proposal}
                proposals={proposals}
                decisions={decisions}
                isSelected={selected.isSelected(proposal)}
                onSelect={selected.toggle}
                onApproval={selected.onApproval}
                isOwn={proposal.uid === account.uid}
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

type Selection = ReturnType<typeof useSelectedProposals>;

/** What approving all that are selected would do, before it is done. */
function SelectionBar({ selected }: { selected: Selection }) {
  const { count, preview, approvable, isBusy, toggleAll, approveSelected } = selected;
  return (
    <div className={layout['cluster']}>
      <Button disabled={approvable === 0} onClick={toggleAll}>
        {count > 0 && count === approvable ? 'Untick all' : 'Tick all'}
      </Button>
      {count > 0 && (
        <Button
          variant="filled"
          loading={isBusy}
          disabled={preview === null || preview === 'failed'}
          onClick={() => ignoreAfterExit(approveSelected())}
        >
          {proposalMessages.approveSelected(count)}
        </Button>
      )}
      <PreviewNote preview={count > 0 ? preview : undefined} />
    </div>
  );
}

/** Ctrl+A selects all, Ctrl+Enter approves what is selected; not where somebody types. */
function onListKey(event: KeyboardEvent, { toggleAll, approveSelected }: Selection): void {
  const { target } = event;
  const isTyping = target instanceof HTMLInputElement && target.type !== 'checkbox';
  if (isTyping || !(event.ctrlKey || event.metaKey)) return;
  if (event.key === 'a') toggleAll();
  else if (event.key === 'Enter') ignoreAfterExit(approveSelected());
  else return;
  event.preventDefault();
}
