import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { useEffect, useId, useSyncExternalStore } from 'react';
import type { ListStatus } from '#contract/ledger.ts';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import type { UsageCounts } from '#model/usage.ts';
import { isOutOfReach, type LedgerService } from '../../services/ledger.ts';
import layout from '../../ui/layout.module.css';
import { momentOf } from '../../ui/moment.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

type Props = { ledger: LedgerService; isReplaced: boolean };

/** The heading, with the status of the mapping list and the user's own usage counters. */
export function ClassifierHeader({ ledger, isReplaced }: Props) {
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  const usage = useSyncExternalStore(ledger.usage.subscribe, ledger.usage.get);
  const loss = useSyncExternalStore(ledger.loss.subscribe, ledger.loss.get);
  useLedgerMessages(ledger, isReplaced);
  return (
    <header className={layout['baseline']}>
      <Title order={1}>Classifier</Title>
      <ListStatusNote list={list} onRetry={() => ledger.retry()} />
      <div role="status" style={{ display: 'contents' }}>
        {loss && <Text c="var(--danger-text)">{messages.listLost(momentOf(loss.at))}</Text>}
      </div>
      <UsageBanner usage={usage} />
    </header>
  );
}

/** The status of the shared mapping list, in a few words. */
function ListStatusNote({ list, onRetry }: { list: ListStatus; onRetry: () => void }) {
  // On a phone, what is as it should be takes no room.
  const hidden = list.kind === 'ready' ? layout['hiddenOnPhone'] : '';
  return (
    <div className={`${layout['cluster']} ${layout['quiet']} ${hidden}`}>
      {list.kind === 'loading' && (
        <>
          <Loader size={12} aria-hidden="true" />
          <Text>{messages.mappingsLoading}</Text>
        </>
      )}
      {list.kind === 'ready' && <Text>{messages.mappingsReady(list.size)}</Text>}
      {list.kind === 'cached' && (
        <Text>
          {messages.mappingsCached(list.size, new Date(list.cachedAt))}{' '}
          {list.isUnreachable ? messages.mappingsUnchecked : messages.mappingsChecking}
        </Text>
      )}
      {list.kind === 'mismatch' && (
        <Text c="var(--danger-text)">
          {messages.listMismatch(list.mismatch.expected.count, list.mismatch.found.count)}
        </Text>
      )}
      {list.kind === 'failed' && <Text c="var(--danger-text)">{messages.customMappingsFailed}</Text>}
      {isOutOfReach(list) && (
        <Button size="compact-xs" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

/** The number of descriptions that the signed-in user has classified. */
function UsageBanner({ usage }: { usage: UsageCounts | null }) {
  const id = useId();
  return (
    <Group component="section" gap="var(--s1) var(--s2)" ms="auto" aria-labelledby={id}>
      <h2 id={id} className={`${layout['note']} ${layout['hiddenOnPhone']}`}>
        Your description count
      </h2>
      <dl className={`${layout['cluster']} ${layout['dense']}`}>
        <Count name="Today" value={usage?.today} />
        <Count name="Total" value={usage?.total} />
      </dl>
    </Group>
  );
}

function Count({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div className={layout['pair']}>
      <dt>{name}</dt>
      <dd className={layout['strong']}>{value === undefined ? '–' : grouped(value)}</dd>
    </div>
  );
}

/** The list status that was announced last for each ledger: another visit to the page does not announce it again. */
const announced = new WeakMap<LedgerService, 'ready' | 'failed'>();

/**
 * Shows a message when the mapping list is ready or cannot be read, and when counting failed. A ledger that
 * `isReplaced` does not announce that its list is ready: the message would hide the one about the replacement.
 */
function useLedgerMessages(ledger: LedgerService, isReplaced: boolean): void {
  const { show } = useStatus();

  useEffect(() => {
    let hasFailed = false;
    const announce = () => {
      const status = ledger.list.get();
      const { kind } = status;
      if (kind === 'loading') announced.delete(ledger);
      // A cached list, and one that is not what its history says, are named beside the heading.
      if (kind === 'loading' || kind === 'cached' || kind === 'mismatch' || announced.get(ledger) === kind)
        return;
      announced.set(ledger, kind);
      if (kind === 'failed') announceFailure(status.reason);
      // The message of a failure goes when the list comes.
      else if (!isReplaced || hasFailed) show(messages.classifierReady, { yieldsToUndo: true });
      hasFailed = kind === 'failed';
    };
    const announceFailure = (reason: string) => {
      // A ledger that broke down is replaced, which has a message of its own, or the header says that it is not.
      if (reason === 'broken') return;
      show(messages.customMappingsFailed, { action: { label: 'Retry', run: () => ledger.retry() } });
    };
    announce();
    return ledger.list.subscribe(announce);
  }, [ledger, isReplaced, show]);

  useEffect(
    () =>
      ledger.watch((event) => {
        if (event.kind !== 'usage-failed') return;
        console.error('The description counts could not be read or written:', event.detail);
        show(messages.usageFailed);
      }),
    [ledger, show],
  );
}
