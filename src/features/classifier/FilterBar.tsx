import { Button, Chip, CloseButton, TextInput } from '@mantine/core';
import { type CSSProperties, type ReactNode, useId, useRef, useSyncExternalStore } from 'react';
import type { RowFilter } from '#contract/ledger.ts';
import { grouped } from '#model/text/figures.ts';
import type { RowCounts } from '../../rows/RowBuffer.ts';
import type { RowStore } from '../../rows/RowStore.ts';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';
import styles from './FilterBar.module.css';

const FILTERS: readonly { filter: RowFilter; name: string; count: keyof RowCounts }[] = [
  { filter: 'all', name: 'All', count: 'all' },
  { filter: 'matched', name: 'Matched', count: 'matched' },
  { filter: 'no-match', name: 'No Match', count: 'noMatch' },
  { filter: 'to-verify', name: 'Needs verification', count: 'toVerify' },
  { filter: 'edited', name: 'Edited', count: 'edited' },
];

type Props = {
  store: RowStore;
  /** What can be done with the rows shown. */
  children: ReactNode;
};

/** Which rows the list shows: by kind, with their counts, and by what they contain. */
export function FilterBar({ store, children }: Props) {
  const { shownRows } = store;
  const group = useId();
  const counts = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const { query, rows, isStale } = useSyncExternalStore(shownRows.state.subscribe, shownRows.state.get);

  const choose = (filter: RowFilter) => shownRows.show({ ...query, filter });
  return (
    <div className={styles['bar']}>
      {FILTERS.map(({ filter, name }, i) => (
        <FilterKey key={filter} keys={`${i + 1}`} name={name} onPress={() => choose(filter)} />
      ))}
      <Chip.Group value={query.filter} onChange={(filter) => choose(filter as RowFilter)}>
        <div
          className={styles['chips']}
          style={roomFor(counts.all)}
          role="radiogroup"
          aria-label="Rows shown"
        >
          {FILTERS.map(({ filter, name, count }) => (
            <Chip
              key={filter}
              name={group}
              value={filter}
              size="xs"
              variant="light"
              icon={null}
              classNames={{ iconWrapper: styles['icon'] ?? '', label: styles['chip'] ?? '' }}
            >
              {name} <span className={styles['count']}>{grouped(counts[count])}</span>
            </Chip>
          ))}
          {counts.blank > 0 && <span className={styles['note']}>{grouped(counts.blank)} blank</span>}
        </div>
      </Chip.Group>
      <div className={styles['tools']}>
        <FindBox
          search={query.search}
          found={rows?.length}
          onSearch={(search) => shownRows.show({ ...query, search })}
        />
        {isStale && (
          <Button size="xs" variant="default" onClick={() => shownRows.show(query)}>
            Update
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

/** Room for the digits of the largest count: the chips do not move while rows are counted. */
function roomFor(most: number): CSSProperties {
  return { '--count-width': `${grouped(most).length}ch` } as CSSProperties;
}

/** The shortcut of one filter; draws nothing. */
function FilterKey({ keys, name, onPress }: { keys: string; name: string; onPress: () => void }) {
  useShortcut({ id: `filter-${keys}`, keys, label: `Show rows: ${name}` }, onPress);
  return null;
}

type FindBoxProps = {
  search: string;
  /** Rows shown, when not all are. */
  found: number | undefined;
  onSearch: (search: string) => void;
};

/** Every key stroke is a query: the store sends one at a time, and the last one wins. */
function FindBox({ search, found, onSearch }: FindBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ id: 'find', keys: '/', label: 'Find in all rows' }, () => input.current?.focus());
  return (
    <TextInput
      ref={input}
      size="xs"
      type="search"
      className={styles['find'] ?? ''}
      aria-label="Find in all rows"
      placeholder="Find in all rows"
      autoComplete="off"
      spellCheck={false}
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onSearch('');
      }}
      rightSectionWidth="auto"
      rightSection={
        <span className={styles['found']}>
          {/* Always there: a live region that appears together with its text is not announced. */}
          <span role="status">{found !== undefined && `${grouped(found)} shown`}</span>
          {search !== '' && (
            <CloseButton size="xs" aria-label="Clear the search" onClick={() => onSearch('')} />
          )}
        </span>
      }
    />
  );
}
