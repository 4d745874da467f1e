import { Button, Chip, CloseButton, Group, TextInput } from '@mantine/core';
import { useId, useRef, useSyncExternalStore } from 'react';
import type { RowFilter } from '../../../workers/ledger/events.ts';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';
import styles from './FilterBar.module.css';
import type { RowCounts } from './RowCounts.ts';
import type { RowStore } from './RowStore.ts';

const FILTERS: readonly { filter: RowFilter; name: string; count: keyof RowCounts }[] = [
  { filter: 'all', name: 'All', count: 'all' },
  { filter: 'matched', name: 'Matched', count: 'matched' },
  { filter: 'no-match', name: 'No Match', count: 'noMatch' },
  { filter: 'to-verify', name: 'Needs verification', count: 'toVerify' },
  { filter: 'edited', name: 'Edited', count: 'edited' },
];

type Props = { store: RowStore };

/** Which rows the list shows: by kind, with their counts, and by what they contain. */
export function FilterBar({ store }: Props) {
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
        <Group gap={6} role="radiogroup" aria-label="Rows shown">
          {FILTERS.map(({ filter, name, count }) => (
            <Chip key={filter} name={group} value={filter} size="xs" variant="outline">
              {name} <span className={styles['count']}>{counts[count].toLocaleString('en-US')}</span>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {counts.blank > 0 && (
        <span className={styles['note']}>{counts.blank.toLocaleString('en-US')} blank</span>
      )}
      <FindBox search={query.search} onSearch={(search) => shownRows.show({ ...query, search })} />
      <span role="status" className={styles['note']}>
        {rows !== null && `${rows.length.toLocaleString('en-US')} shown`}
      </span>
      {isStale && (
        <Button size="compact-xs" variant="default" onClick={() => shownRows.show(query)}>
          Update
        </Button>
      )}
    </div>
  );
}

/** The shortcut of one filter; draws nothing. */
function FilterKey({ keys, name, onPress }: { keys: string; name: string; onPress: () => void }) {
  useShortcut({ id: `filter-${keys}`, keys, label: `Show rows: ${name}` }, onPress);
  return null;
}

/** Every key stroke is followed: the store asks one question at a time, and the last one wins. */
function FindBox({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
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
      rightSection={
        search !== '' && <CloseButton size="xs" aria-label="Clear the search" onClick={() => onSearch('')} />
      }
    />
  );
}
