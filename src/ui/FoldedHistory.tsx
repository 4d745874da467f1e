import { Button, Skeleton, Text, Title } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import styles from './FoldedHistory.module.css';
import { RetryAlert } from './RetryAlert.tsx';

type Page<Entry> = { readonly entries: readonly Entry[]; readonly hasOlder: boolean };

type Props<Entry> = {
  title: string;
  loading: string;
  empty: string;
  failed: string;
  /** Reads a page, newest first: of the entries before number `before`, or of all. */
  read: (before: number | null) => Promise<Page<Entry>>;
  /** Another one with every change that the history has an entry of: read anew while it is open. */
  revision: unknown;
  /** The entries read so far, as a table. */
  children: (entries: readonly Entry[]) => ReactNode;
};

/** A history at the end of a page: folded, read when it is opened and when there is more, and continued page by page. */
export function FoldedHistory<Entry extends { readonly seq: number }>(props: Props<Entry>) {
  const { title, loading, empty, failed, read, revision, children } = props;
  const [isOpen, setOpen] = useState(false);
  const { entries, hasOlder, isReading, hasFailed, readNewest, readOlder, retry } = useEntries(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has more entries.
  useEffect(() => {
    if (isOpen) readNewest();
  }, [isOpen, readNewest, revision]);
  return (
    <details className={styles['section']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Title order={2} className={styles['title'] ?? ''}>
          {title}
        </Title>
      </summary>
      {entries?.length === 0 && <Text size="sm">{empty}</Text>}
      {entries !== null && entries.length > 0 && (
        <div className={styles['scroller']}>{children(entries)}</div>
      )}
      {isReading && entries === null && <Skeleton height={80} role="status" aria-label={loading} />}
      {hasFailed && <RetryAlert text={failed} onRetry={retry} />}
      {hasOlder && !hasFailed && (
        <Button size="compact-sm" mt="xs" variant="default" loading={isReading} onClick={readOlder}>
          Show older
        </Button>
      )}
    </details>
  );
}

type Known<Entry> = { readonly entries: readonly Entry[] | null; readonly hasOlder: boolean };

/** The entries read so far, newest first; null before the first answer. Of several questions the last one counts. */
function useEntries<Entry extends { readonly seq: number }>(read: Props<Entry>['read']) {
  const [{ entries, hasOlder }, setKnown] = useState<Known<Entry>>({ entries: null, hasOlder: false });
  const [isReading, setReading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const asked = useRef(0);
  const lastBefore = useRef<number | null>(null);
  const readFrom = useCallback(
    async (before: number | null) => {
      const number = ++asked.current;
      lastBefore.current = before;
      const isLast = () => number === asked.current;
      setReading(true);
      setFailed(false);
      try {
        const page = await read(before);
        if (isLast())
          setKnown((known) => (before === null ? withNewest(known, page) : withOlder(known, page)));
      } catch (error) {
        console.error(error);
        if (isLast()) setFailed(true);
      } finally {
        if (isLast()) setReading(false);
      }
    },
    [read],
  );
  const oldest = entries?.at(-1)?.seq ?? null;
  return {
    entries,
    hasOlder,
    isReading,
    hasFailed,
    readNewest: useCallback(() => void readFrom(null), [readFrom]),
    readOlder: () => void readFrom(oldest),
    retry: () => void readFrom(lastBefore.current),
  };
}

/** The newest page, and below it what was known, where the two overlap. */
function withNewest<Entry extends { readonly seq: number }>(
  known: Known<Entry>,
  page: Page<Entry>,
): Known<Entry> {
  const entries = known.entries ?? [];
  const oldest = page.entries.at(-1)?.seq ?? 0;
  const older = entries.filter(({ seq }) => seq < oldest);
  const isContinued = older.length > 0 && older.length < entries.length;
  return isContinued ? { entries: [...page.entries, ...older], hasOlder: known.hasOlder } : page;
}

function withOlder<Entry>(known: Known<Entry>, page: Page<Entry>): Known<Entry> {
  return { entries: [...(known.entries ?? []), ...page.entries], hasOlder: page.hasOlder };
}
