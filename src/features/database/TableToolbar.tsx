import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { messages } from '#model/messages.ts';
import { isOutOfReach, type LedgerService } from '../../services/ledger.ts';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import styles from './TableToolbar.module.css';

type Props = {
  ledger: LedgerService;
  search: string;
  /** Undefined until the list is there. */
  total: number | undefined;
  selected: number;
  isDeleting: boolean;
  isAnalysing: boolean;
  /** A write is under way: nothing else can be started meanwhile. */
  isBusy: boolean;
  /** Stands beside the search. */
  filter: ReactNode;
  /** What can be done with many mappings. */
  children: ReactNode;
  onSearch: (search: string) => void;
  onDeleteSelected: () => void;
  onAnalyse: () => void;
};

/** Search over all letters, and what can be done to the list as a whole. */
export function TableToolbar({ ledger, search, total, selected, isBusy, ...props }: Props) {
  const { isRefreshing, refresh } = useRefresh(ledger);
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
      {props.filter}
      {props.children}
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
      <Button size="xs" variant="default" loading={isRefreshing} disabled={isBusy} onClick={refresh}>
        Refresh
      </Button>
    </Toolbar>
  );
}

/** Brings the list up to date with the stored one; reads it again if that failed before. */
function useRefresh(ledger: LedgerService) {
  const { show, dismiss } = useStatus();
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    dismiss();
    if (isOutOfReach(ledger.list.get())) return ledger.retry();
    setRefreshing(true);
    const outcome = await ledger.table.refresh();
    setRefreshing(false);
    if (outcome === 'unreachable') show(messages.mappingsFailed);
  };
  return { isRefreshing, refresh: () => void refresh() };
}
