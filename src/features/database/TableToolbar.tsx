import { Box, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TablePage, TableQuery } from '#contract/table.ts';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import { isOutOfReach, type LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import layout from '../../ui/layout.module.css';
import type { RareAction } from '../../ui/MoreMenu.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { useBusy } from '../../ui/useBusy.ts';
import { useIsNarrow } from '../../ui/useIsNarrow.ts';
import { MappingExport } from './MappingExport.tsx';

type ActionsProps = {
  ledger: LedgerService;
  /** Null until the list is there. */
  table: TablePage | null;
  /** What the table lists. */
  listed: TableQuery | null;
  isAnalysing: boolean;
  /** A write is under way: nothing else can be started meanwhile. */
  isBusy: boolean;
  onAdd: () => void;
  onAnalyse: () => void;
};

/** What can be done to the list as a whole. On a phone the rare actions are in a menu. */
export function ListActions({ ledger, table, listed, isAnalysing, isBusy, ...act }: ActionsProps) {
  const { isRefreshing, refresh } = useRefresh(ledger);
  const isNarrow = useIsNarrow();
  const isLocked = table === null || isBusy;
  const exported = { ledger, table, listed };
  const refreshing: RareAction = {
    label: 'Refresh',
    isRunning: isRefreshing,
    isDisabled: isBusy,
    run: refresh,
  };
  const analysing: RareAction = {
    label: 'Analyze Keywords',
    isRunning: isAnalysing,
    isDisabled: isLocked,
    run: act.onAnalyse,
  };
  return (
    <Toolbar label="Actions">
      {!isNarrow && (
        <>
          <ActionButton {...refreshing} variant="subtle" icon="reload" />
          <MappingExport {...exported} />
          <ActionButton {...analysing} variant="default" />
        </>
      )}
      <Button
        variant="filled"
        leftSection={<Icon name="add" />}
        disabled={isLocked}
        aria-label="Add mapping"
        onClick={act.onAdd}
      >
        {isNarrow ? 'Add' : 'Add mapping'}
      </Button>
      {isNarrow && <MappingExport {...exported} rare={[analysing, refreshing]} />}
    </Toolbar>
  );
}

type SearchProps = {
  search: string;
  /** Undefined until the list is there. */
  total: number | undefined;
  /** Stands beside the search. */
  filter: ReactNode;
  /** Behind them; opened, it has a line of its own. */
  tryIt: ReactNode;
  onSearch: (search: string) => void;
};

/** Search over all letters, and by account. */
export function TableSearch({ search, total, filter, tryIt, onSearch }: SearchProps) {
  return (
    <div className={layout['cluster']}>
      <SearchField
        // On a phone with the filter and the panel on one line, where it has room for its words.
        flex="3 1 8rem"
        maw="32rem"
        label="Search mappings"
        shortcut="Search mappings"
        placeholder={total === undefined ? 'Search mappings' : `Search ${grouped(total)} mappings`}
        value={search}
        onText={onSearch}
      />
      <Box flex="1 1 6.5rem" maw="16rem">
        {filter}
      </Box>
      {tryIt}
    </div>
  );
}

type ActionButtonProps = RareAction & {
  size?: 'sm' | 'compact-sm';
  variant: 'default' | 'subtle';
  icon?: IconName;
};

/** An action where there is room for its button. */
export function ActionButton({
  label,
  isRunning = false,
  isDisabled,
  run,
  size = 'sm',
  variant,
  icon,
}: ActionButtonProps) {
  return (
    <Button
      size={size}
      variant={variant}
      leftSection={icon && <Icon name={icon} />}
      loading={isRunning}
      disabled={isDisabled}
      onClick={run}
    >
      {label}
    </Button>
  );
}

/** Brings the list up to date with the stored one; reads it again if that failed before. */
function useRefresh(ledger: LedgerService) {
  const { show, dismiss } = useStatus();
  const [isRefreshing, whileRefreshing] = useBusy();
  const refresh = async () => {
    dismiss();
    if (isOutOfReach(ledger.list.get())) return ledger.retry();
    const outcome = await whileRefreshing(() => ledger.table.refresh().catch(() => 'unreachable' as const));
    if (outcome === 'unreachable') show(messages.mappingsFailed);
  };
  return { isRefreshing, refresh: () => ignoreAfterExit(refresh()) };
}
