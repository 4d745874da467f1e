import { Alert, Button, Group, Skeleton, Table, Text, Title } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { AccessHistoryEntry } from '#model/accessHistory.ts';
import { accessWords } from '#model/accessWords.ts';
import { historyMessages } from '#model/historyMessages.ts';
import { authorName } from '#model/historyWords.ts';
import type { HistoryService } from '../../services/history.ts';
import styles from './AccessHistory.module.css';

type Props = { history: Pick<HistoryService, 'accessHistory'> };

/** Who was given or lost access, when, and by whom: folded, and read when it is opened. */
export function AccessHistory({ history }: Props) {
  const { entries, hasOlder, isReading, hasFailed, read, readOlder } = useAccessHistory(history);
  return (
    <details className={styles['section']} onToggle={(event) => event.currentTarget.open && read()}>
      <summary>
        <Title order={2} className={styles['title'] ?? ''}>
          Access history
        </Title>
      </summary>
      {entries?.length === 0 && <Text size="sm">{historyMessages.noAccessHistory}</Text>}
      {entries !== null && entries.length > 0 && <Entries entries={entries} />}
      {isReading && entries === null && (
        <Skeleton height={80} role="status" aria-label="The history of access is loading" />
      )}
      {hasFailed && (
        <Alert color="red">
          <Group justify="space-between">
            {historyMessages.accessHistoryFailed}
            <Button size="compact-sm" variant="default" onClick={entries === null ? read : readOlder}>
              Retry
            </Button>
          </Group>
        </Alert>
      )}
      {hasOlder && !hasFailed && (
        <Button size="compact-sm" mt="xs" variant="default" loading={isReading} onClick={readOlder}>
          Show older
        </Button>
      )}
    </details>
  );
}

function Entries({ entries }: { entries: readonly AccessHistoryEntry[] }) {
  return (
    <div className={styles['scroller']}>
      <Table aria-label="Access history">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={styles['when'] ?? ''}>When</Table.Th>
            <Table.Th>Person</Table.Th>
            <Table.Th>Change</Table.Th>
            <Table.Th>By</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.flatMap(({ id, at, by, changes }) =>
            changes.map((change) => (
              <Table.Tr key={`${id} ${change.email}`}>
                <Table.Td>{WHEN.format(at)}</Table.Td>
                <Table.Td>{change.email}</Table.Td>
                <Table.Td>{accessWords(change)}</Table.Td>
                <Table.Td>{authorName(by)}</Table.Td>
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** The entries read so far, newest first; null before the first answer. `read` reads the newest ones anew. */
function useAccessHistory(history: Props['history']) {
  const [entries, setEntries] = useState<readonly AccessHistoryEntry[] | null>(null);
  const [hasOlder, setHasOlder] = useState(false);
  const [isReading, setReading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const readFrom = useCallback(
    async (known: readonly AccessHistoryEntry[]) => {
      setReading(true);
      setFailed(false);
      try {
        const page = await history.accessHistory(known.at(-1)?.seq ?? null);
        setEntries([...known, ...page.entries]);
        setHasOlder(page.hasOlder);
      } catch (error) {
        console.error(error);
        setFailed(true);
      } finally {
        setReading(false);
      }
    },
    [history],
  );
  return {
    entries,
    hasOlder,
    isReading,
    hasFailed,
    read: () => void readFrom([]),
    readOlder: () => void readFrom(entries ?? []),
  };
}
