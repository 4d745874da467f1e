import { Button, Group, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { messages } from '#model/messages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { isOutOfReach } from '../../services/ledger.ts';

type Props = { ledger: LedgerService };

/** Says when the list could not be loaded; silent otherwise. */
export function ListState({ ledger }: Props) {
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  return (
    <Group gap="xs" role="status">
      {isOutOfReach(list) && (
        <>
          <Text size="sm" c="var(--mantine-color-error)">
            {messages.mappingsFailed}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => ledger.retry()}>
            Retry
          </Button>
        </>
      )}
    </Group>
  );
}
