import { Button, Loader, Text } from '@mantine/core';
import type { ListStatus } from '#contract/ledger.ts';
import { messages } from '#model/messages.ts';
import { isOutOfReach } from '../../services/ledger.ts';
import styles from './ListNote.module.css';

type Props = { list: ListStatus; onRetry: () => void };

/** The state of the shared mapping list, in a few words. */
export function ListNote({ list, onRetry }: Props) {
  return (
    <div className={styles['note']}>
      {list.kind === 'loading' && (
        <>
          <Loader size={12} aria-hidden="true" />
          <Text size="sm">{messages.mappingsLoading}</Text>
        </>
      )}
      {list.kind === 'ready' && <Text size="sm">{messages.mappingsReady(list.size)}</Text>}
      {list.kind === 'cached' && (
        <Text size="sm">
          {messages.mappingsKept(list.size, new Date(list.cachedAt))}{' '}
          {list.isUnreachable ? messages.mappingsUnchecked : messages.mappingsChecking}
        </Text>
      )}
      {list.kind === 'failed' && (
        <Text size="sm" c="var(--mantine-color-error)">
          {messages.customMappingsFailed}
        </Text>
      )}
      {isOutOfReach(list) && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
