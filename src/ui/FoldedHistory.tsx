import { Alert, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import styles from './FoldedHistory.module.css';

type Page<Entry> = { readonly entries: readonly Entry[]; readonly hasOlder: boolean };

type Props<Entry> = {
  title: string;
  loading: string;
  empty: string;
  failed: string;
  /** Reads a page, newest first: of the entries before number `before`, or of all. */
  read: (before: number | null) => Promise<Page<Entry>>;
  /** The entries read so far, as a table. */
  children: (entries: readonly Entry[]) => ReactNode;
};

/** A history at the end of a page: folded, read when it is opened, and continued page by page. */
export function FoldedHistory<Entry extends { readonly seq: number }>(props: Props<Entry>) {
  const { entries, hasOlder, isReading, hasFailed, readNewest, readOlder } = useEntries(props.read);
  return (
    <details className={styles['section']} onToggle={(event) => event.currentTarget.open && readNewest()}>
      <summary>
        <Title order={2} className={styles['title'] ?? ''}>
          {props.title}
        </Title>
      </summary>
      {entries?.length === 0 && <Text size="sm">{props.empty}</Text>}
      {entries !== null && entries.length > 0 && (
        <div className={styles['scroller']}>{props.children(entries)}</div>
      )}
      {isReading && entries === null && <Skeleton height={80} role="status" aria-label={props.loading} />}
      {hasFailed && (
        <Alert color="red">
          <Group justify="space-between">
            {props.failed}
            <Button size="compact-sm" variant="default" onClick={entries === null ? readNewest : readOlder}>
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

/** The entries read so far, newest first; null before the first answer. `readNewest` begins anew. */
function useEntries<Entry extends { readonly seq: number }>(read: Props<Entry>['read']) {
  const [entries, setEntries] = useState<readonly Entry[] | null>(null);
  const [hasOlder, setHasOlder] = useState(false);
  const [isReading, setReading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const readFrom = useCallback(
    async (known: readonly Entry[]) => {
      setReading(true);
      setFailed(false);
      try {
        const page = await read(known.at(-1)?.seq ?? null);
        setEntries([...known, ...page.entries]);
        setHasOlder(page.hasOlder);
      } catch (error) {
        console.error(error);
        setFailed(true);
      } finally {
        setReading(false);
      }
    },
    [read],
  );
  return {
    entries,
    hasOlder,
    isReading,
    hasFailed,
    readNewest: () => void readFrom([]),
    readOlder: () => void readFrom(entries ?? []),
  };
}
