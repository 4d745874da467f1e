import { Button, Group, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { messages } from '#model/messages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { isOutOfReach } from '../../services/ledger.ts';

type Props = { ledger: LedgerService };

/** What the pairs are compared with: how many mappings are stored, or why that is not known. */
export function ListNote({ ledger }: Props) {
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  const isFailed = isOutOfReach(list);
  return (
    <Group gap="xs" role="status">
      <Text size="sm" c={isFailed ? 'var(--mantine-color-error)' : 'dimmed'}>
        {list.kind === 'ready' && messages.mappingsReady(list.size)}
        {!isFailed && (list.kind === 'loading' || list.kind === 'cached') && messages.mappingsLoading}
        {isFailed && messages.mappingsFailed}
      </Text>
      {isFailed && (
        <Button size="compact-xs" variant="default" onClick={() => ledger.retry()}>
          Retry
        </Button>
      )}
    </Group>
  );
}
