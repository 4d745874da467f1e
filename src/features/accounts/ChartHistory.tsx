import { Alert, Button, Group, Skeleton, Table, Text, Title } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChartHistoryPage } from '#contract/chart.ts';
import type { ChartHistoryEntry } from '#model/chartHistory.ts';
import { chartEntryWords, chartMessages } from '#model/chartMessages.ts';
import { authorName } from '#model/historyWords.ts';
import type { ChartService } from '../../services/chart.ts';
import styles from './accounts.module.css';

type Props = {
  chart: Pick<ChartService, 'history'>;
  /** Another one with every change of the chart. */
  revision: unknown;
};

/** Who changed the chart, when and how: folded, read when it is opened, and with every change while it is open. */
export function ChartHistory({ chart, revision }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { entries, hasOlder, isReading, hasFailed, read, readOlder } = useEntries(chart, revision, isOpen);
  return (
    <details className={styles['history']} onToggle={(event) => setOpen(event.currentTarget.open)}>
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

/**
 * The entries read so far, newest first; null before the first answer. Newer ones are read when `open` begins, and again
 * with another revision.
 */
function useEntries(chart: Props['chart'], revision: unknown, isOpen: boolean) {
  const [{ entries, hasOlder }, setKnown] = useState<Known>({ entries: null, hasOlder: false });
  const [isReading, setReading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const asked = useRef(0);
  const readFrom = useCallback(
    async (before: number | null) => {
      const number = ++asked.current;
      setReading(true);
      setFailed(false);
      try {
        const page = await chart.history(before);
        if (number === asked.current)
          setKnown((known) => (before === null ? withNewest(known, page) : withOlder(known, page)));
      } catch (error) {
        console.error(error);
        if (number === asked.current) setFailed(true);
      } finally {
        if (number === asked.current) setReading(false);
      }
    },
    [chart],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has more entries.
  useEffect(() => {
    if (isOpen) void readFrom(null);
  }, [readFrom, isOpen, revision]);
  return {
    entries,
    hasOlder,
    isReading,
    hasFailed,
    read: () => void readFrom(null),
    readOlder: () => void readFrom(entries?.at(-1)?.seq ?? null),
  };
}

type Known = { readonly entries: readonly ChartHistoryEntry[] | null; readonly hasOlder: boolean };

/** The newest page, and below it what was known where it follows without a gap. */
function withNewest({ entries, hasOlder }: Known, page: ChartHistoryPage): Known {
  const oldest = page.entries.at(-1)?.seq ?? 0;
  const older = (entries ?? []).filter(({ seq }) => seq < oldest);
  const follows = older.length < (entries?.length ?? 0) && older.length > 0;
  return follows ? { entries: [...page.entries, ...older], hasOlder } : page;
}

function withOlder({ entries }: Known, page: ChartHistoryPage): Known {
  return { entries: [...(entries ?? []), ...page.entries], hasOlder: page.hasOlder };
}
