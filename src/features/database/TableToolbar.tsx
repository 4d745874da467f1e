import { Button, Menu, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { grouped } from '#model/text/figures.ts';
import { messages } from '#model/text/messages.ts';
import { isOutOfReach, type LedgerService } from '../../services/ledger.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { menuProps } from '../../ui/menuProps.ts';
import { useShortcut } from '../../ui/shortcuts/useShortcuts.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { Toolbar } from '../../ui/Toolbar.tsx';
import styles from './TableToolbar.module.css';

/** Too narrow for all buttons side by side. */
const IS_NARROW = '(max-width: 40rem)';

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
  /** What is downloaded, and as what. */
  exportMenu: ReactNode;
  onSearch: (search: string) => void;
  onAdd: () => void;
  onChangeAccount: () => void;
  onDeleteSelected: () => void;
  onAnalyse: () => void;
};

/** Search over all letters, and what can be done to the list as a whole. On a phone the rare actions are in a menu. */
export function TableToolbar({ ledger, search, total, selected, isBusy, ...props }: Props) {
  const { isRefreshing, refresh } = useRefresh(ledger);
  const isNarrow = useMediaQuery(IS_NARROW, false, { getInitialValueInEffect: false });
  const isLocked = total === undefined || isBusy;
  const rare: readonly RareAction[] = [
    { label: 'Analyze Keywords', isRunning: props.isAnalysing, isDisabled: isLocked, run: props.onAnalyse },
    { label: 'Refresh', isRunning: isRefreshing, isDisabled: isBusy, run: refresh },
  ];
  const changeAccount = { label: 'Change account…', isDisabled: isLocked, run: props.onChangeAccount };
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
        placeholder={total === undefined ? 'Search mappings' : `Search ${grouped(total)} mappings`}
        value={search}
        onChange={(event) => props.onSearch(event.currentTarget.value)}
      />
      {props.filter}
      <Button size="xs" disabled={isLocked} onClick={props.onAdd}>
        Add mapping
      </Button>
      {!isNarrow && <ActionButton {...changeAccount} />}
      {props.exportMenu}
      <Button
        size="xs"
        color="red"
        variant={selected > 0 ? 'outline' : 'default'}
        loading={props.isDeleting}
        disabled={isBusy && !props.isDeleting}
        onClick={props.onDeleteSelected}
      >
        Delete Selected ({grouped(selected)})
      </Button>
      {isNarrow ? (
        <MoreMenu actions={[changeAccount, ...rare]} />
      ) : (
        rare.map((action) => <ActionButton key={action.label} {...action} />)
      )}
    </Toolbar>
  );
}

type RareAction = {
  readonly label: string;
  readonly isRunning?: boolean;
  readonly isDisabled: boolean;
  readonly run: () => void;
};

function ActionButton({ label, isRunning = false, isDisabled, run }: RareAction) {
  return (
    <Button size="xs" variant="default" loading={isRunning} disabled={isDisabled} onClick={run}>
      {label}
    </Button>
  );
}

function MoreMenu({ actions }: { actions: readonly RareAction[] }) {
  return (
    <Menu {...menuProps} position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" loading={actions.some(({ isRunning }) => isRunning)}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, isDisabled, run }) => (
          <Menu.Item key={label} disabled={isDisabled} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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
    const outcome = await ledger.table.refresh().catch(() => 'unreachable' as const);
    setRefreshing(false);
    if (outcome === 'unreachable') show(messages.mappingsFailed);
  };
  return { isRefreshing, refresh: () => dropAtEnd(refresh()) };
}
