import { Button, CloseButton, Group } from '@mantine/core';
import { type CSSProperties, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type { RowFilter } from '#contract/ledger.ts';
import { grouped } from '#model/text/figures.ts';
import type { RowCounts } from '../../rows/RowBuffer.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { Icon } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import { Pills } from '../../ui/Pills.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Dot, type Segment, SegmentBar, type Tone } from '../../ui/SegmentBar.tsx';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';

type Filter = {
  readonly filter: RowFilter;
  readonly name: string;
  readonly count: keyof RowCounts;
  /** In the bar, whose segments add up to all rows. */
  readonly segment?: Tone;
};

const FILTERS: readonly Filter[] = [
  { filter: 'all', name: 'All', count: 'all' },
  { filter: 'matched', name: 'Matched', count: 'matched', segment: 'done' },
  { filter: 'no-match', name: 'No Match', count: 'noMatch', segment: 'attention' },
  { filter: 'to-verify', name: 'Needs verification', count: 'toVerify', segment: 'verify' },
  { filter: 'edited', name: 'Edited', count: 'edited' },
  { filter: 'blank', name: 'Blank lines', count: 'blank', segment: 'blank' },
];
/** From the left. */
const SEGMENTS = ['matched', 'to-verify', 'no-match', 'blank'].flatMap((filter) =>
  FILTERS.filter((one) => one.filter === filter),
);

type Props = {
  store: RowStore;
  /** Of {@link useRunProgress}. */
  percent: number | null;
  /** What can be done with the rows shown. */
  children: ReactNode;
};

/** How far the text is covered by the list, and which rows are shown: by kind, and by what they contain. */
export function FilterBar({ store, percent, children }: Props) {
  const { shownRows } = store;
  const counts = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const { query, rows, isStale } = useSyncExternalStore(shownRows.state.subscribe, shownRows.state.get);

  const choose = (filter: RowFilter) => shownRows.show({ ...query, filter });
  return (
    <Group className={layout['card'] ?? ''} justify="space-between" gap="6px var(--s3)" px="sm" py="xs">
      <Coverage percent={percent} counts={counts} />
      {FILTERS.map(({ filter, name }, i) => (
        <FilterKey key={filter} keys={`${i + 1}`} name={name} onPress={() => choose(filter)} />
      ))}
      <FilterChoice counts={counts} chosen={query.filter} onChoose={choose} />
      <Group flex="1 1 26rem" gap={6}>
        <FindBox
          search={query.search}
          found={rows?.length}
          onSearch={(search) => shownRows.show({ ...query, search })}
        />
        {isStale && <Button onClick={() => shownRows.show(query)}>Update</Button>}
        {children}
      </Group>
    </Group>
  );
}

/** One bar for all rows, and how many of those with a text have an account; during a classification, how far it is. */
function Coverage({ percent, counts }: Pick<Props, 'percent'> & { counts: RowCounts }) {
  const texts = counts.all - counts.blank;
  const matched = texts === 0 ? 0 : Math.floor((100 * counts.matched) / texts);
  const progress =
    percent === null ? {} : { role: 'progressbar', 'aria-label': 'Classifying', 'aria-valuenow': percent };
  return (
    <Group gap="xs" flex="1 0 100%">
      <SegmentBar segments={segmentsOf(counts)} {...progress} />
      <span className={layout['quiet']}>
        {percent === null ? (
          <>
            <b>{matched}%</b> of {grouped(texts)} matched
          </>
        ) : (
          `${percent}%`
        )}
      </span>
    </Group>
  );
}

/** Those of the kinds, and of the rows that have no answer yet. */
function segmentsOf(counts: RowCounts): Segment[] {
  const known = SEGMENTS.map(({ filter, segment, count }) => ({
    name: filter,
    tone: segment,
    count: counts[count],
  }));
  // Of rows that are not counted yet, too: the bar is whole from the start.
  const pending = Math.max(1, counts.all) - known.reduce((sum, { count }) => sum + count, 0);
  return [...known, { name: 'pending', tone: undefined, count: pending }];
}

type FilterChoiceProps = {
  counts: RowCounts;
  chosen: RowFilter;
  onChoose: (filter: RowFilter) => void;
};

/** The kinds of rows with their counts. */
function FilterChoice({ counts, chosen, onChoose }: FilterChoiceProps) {
  const choices = FILTERS.map(({ filter, name, count, segment }) => ({
    value: filter,
    isAway: counts[count] === 0 && filter !== 'all' && filter !== chosen,
    content: (
      <>
        {segment && <Dot tone={segment} />}
        {filter === 'edited' && <Icon name="pen" size={13} />}
        {name} <b>{grouped(counts[count])}</b>
      </>
    ),
  }));
  const style = roomFor(counts.all);
  return (
    <Pills label="Rows shown" ms={-4} style={style} choices={choices} chosen={chosen} onChoose={onChoose} />
  );
}

/** Room for the digits of the largest count: the kinds do not move while rows are counted. */
function roomFor(most: number): CSSProperties {
  return { '--count-width': `${grouped(most).length}ch` } as CSSProperties;
}

/** The shortcut of one filter; draws nothing. */
function FilterKey({ keys, name, onPress }: { keys: string; name: string; onPress: () => void }) {
  useShortcut({ id: `filter-${keys}`, keys, label: `Show rows: ${name}` }, onPress);
  return null;
}

/** 100 % stays this long, in milliseconds: a run of a few rows would otherwise end unseen. */
const LINGER_MS = 1_000;

/**
 * Percent of the rows that have been classified, during a run and for a moment after it; null at other times. For a
 * component that is there before the first rows are.
 */
export function useRunProgress(store: RowStore): number | null {
  const progress = useSyncExternalStore(store.progress.subscribe, store.progress.get);
  const [isOver, setOver] = useState(progress.kind === 'complete');
  useEffect(() => {
    if (progress.kind !== 'complete') {
      setOver(false);
      return;
    }
    const timer = setTimeout(() => setOver(true), LINGER_MS);
    return () => clearTimeout(timer);
  }, [progress]);
  if (progress.kind === 'empty' || isOver) return null;
  return progress.kind === 'running' ? progress.percent : 100;
}

type FindBoxProps = {
  search: string;
  /** Rows shown, when not all are. */
  found: number | undefined;
  onSearch: (search: string) => void;
};

/** Every key stroke is a query: the store sends one at a time, and the last one wins. */
function FindBox({ search, found, onSearch }: FindBoxProps) {
  return (
    <SearchField
      flex={`1 1 ${search === '' ? 7.5 : 12}rem`}
      maw="18rem"
      ms="auto"
      label="Find in all rows"
      shortcut="Find in all rows"
      value={search}
      onText={onSearch}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onSearch('');
      }}
      // For the number of rows behind the words.
      rightSectionWidth={search === '' ? 0 : 104}
      rightSection={
        <Group component="span" gap="xs" ps="xs" pe={4} className={layout['note'] ?? ''}>
          {/* Always there: a live region that appears together with its text is not announced. */}
          <span role="status">{found !== undefined && `${grouped(found)} shown`}</span>
          {search !== '' && (
            <CloseButton size="xs" aria-label="Clear the search" onClick={() => onSearch('')} />
          )}
        </Group>
      }
    />
  );
}
