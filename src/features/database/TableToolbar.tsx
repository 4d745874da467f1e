import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import styles from './TableToolbar.module.css';

type Props = {
  search: string;
  /** Undefined until the list is there. */
  total: number | undefined;
  selected: number;
  isDeleting: boolean;
  isAnalysing: boolean;
  isRefreshing: boolean;
  /** A write is under way, which nothing here may interfere with. */
  isBusy: boolean;
  onSearch: (search: string) => void;
  onDeleteSelected: () => void;
  onAnalyse: () => void;
  onRefresh: () => void;
};

/** Search over all letters, and what can be done to the list as a whole. */
export function TableToolbar({ search, total, selected, isBusy, ...props }: Props) {
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcut({ id: 'find', keys: '/', label: 'Search mappings' }, () => searchBox.current?.focus());
  return (
    <Toolbar label="Actions">
      <TextInput
        size="xs"
        ref={searchBox}
        className={styles['search'] ?? ''}
        type="search"
        aria-label="Search mappings"
        placeholder={
          total === undefined ? 'Search mappings' : `Search ${total.toLocaleString('en-US')} mappings`
        }
        value={search}
        onChange={(event) => props.onSearch(event.currentTarget.value)}
      />
      <Button
        size="xs"
        color="red"
        variant={selected > 0 ? 'filled' : 'default'}
        loading={props.isDeleting}
        disabled={isBusy && !props.isDeleting}
        onClick={props.onDeleteSelected}
      >
        Delete Selected ({selected})
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={props.isAnalysing}
        disabled={total === undefined || isBusy}
        onClick={props.onAnalyse}
      >
        Analyze Keywords
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={props.isRefreshing}
        disabled={isBusy}
        onClick={props.onRefresh}
      >
        Refresh
      </Button>
    </Toolbar>
  );
}
