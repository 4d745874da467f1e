import { Alert, Button, Group, Skeleton, Table, Text, Title } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { ChartHistoryEntry } from '#model/chartHistory.ts';
import { chartEntryWords, chartMessages } from '#model/chartMessages.ts';
import { authorName } from '#model/historyWords.ts';
import type { ChartService } from '../../services/chart.ts';
import styles from './accounts.module.css';

type Props = { chart: Pick<ChartService, 'history'> };

/** Who changed the chart, when and how: folded, and read when it is opened. */
export function ChartHistory({ chart }: Props) {
  const { entries, hasOlder, isReading, hasFailed, read, readOlder } = useEntries(chart);
  return (
    <details className={styles['history']} onToggle={(event) => event.currentTarget.open && read()}>
      <summary>
        <Title order={2} className={styles['historyTitle'] ?? ''}>
          History of the chart
        </Title>
      </summary>
      {entries?.length === 0 && <Text size="sm">{chartMessages.historyEmpty}</Text>}
      {entries !== null && entries.length > 0 && <Entries entries={entries} />}
      {isReading && entries === null && (
        <Skeleton height={80} role="status" aria-label="The history of the chart is loading" />
      )}
      {hasFailed && (
        <Alert color="red">
          <Group justify="space-between">
            {chartMessages.historyFailed}
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

function Entries({ entries }: { entries: readonly ChartHistoryEntry[] }) {
  return (
    <div className={styles['scroller']}>
      <Table aria-label="History of the chart">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Change</Table.Th>
            <Table.Th>By</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td>{WHEN.format(entry.at)}</Table.Td>
              <Table.Td className={styles['text'] ?? ''} dir="auto">
                {chartEntryWords(entry)}
              </Table.Td>
              <Table.Td>{authorName(entry.by)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** The entries read so far, newest first; null before the first answer. `read` reads the newest ones anew. */
function useEntries(chart: Props['chart']) {
  const [entries, setEntries] = useState<readonly ChartHistoryEntry[] | null>(null);
  const [hasOlder, setHasOlder] = useState(false);
  const [isReading, setReading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const readFrom = useCallback(
    async (known: readonly ChartHistoryEntry[]) => {
      setReading(true);
      setFailed(false);
      try {
        const page = await chart.history(known.at(-1)?.seq ?? null);
        setEntries([...known, ...page.entries]);
        setHasOlder(page.hasOlder);
      } catch (error) {
        console.error(error);
        setFailed(true);
      } finally {
        setReading(false);
      }
    },
    [chart],
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
