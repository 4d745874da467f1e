import { Progress, Stack, Tabs, Text, Title } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Mapping } from '../../model/mapping.ts';
import { messages } from '../../model/messages.ts';
import type { Account } from '../../model/user.ts';
import type { LedgerService } from '../../services/ledger-client.ts';
import { Loading } from '../../ui/Loading.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import styles from './DatabasePage.module.css';
import { LetterTabs } from './LetterTabs.tsx';
import { ListState } from './ListState.tsx';
import { MappingTable } from './MappingTable.tsx';
import { tableStoreOf } from './TableStore.ts';
import { TableSummary } from './TableSummary.tsx';
import { TableToolbar } from './TableToolbar.tsx';
import { useDeletion } from './useDeletion.ts';
import { useRowEdit } from './useRowEdit.ts';
import { useUndo } from './useUndo.ts';

/** Mantine makes the ids of tabs and panels of it. */
const TABS_ID = 'letters';

type Props = { account: Account; ledger: LedgerService };

/** Finds, edits and deletes the mappings of the shared list. */
export function DatabasePage({ ledger }: Props) {
  const store = tableStoreOf(ledger);
  const { letter, search, table } = useSyncExternalStore(store.state.subscribe, store.state.get);
  useEffect(() => store.follow(), [store]);
  const showDone = useUndo(ledger.table, store);
  const showSaved = useCallback((undo: number) => showDone(messages.mappingUpdated, undo), [showDone]);
  const editing = useRowEdit(ledger.table, store, showSaved);
  const { deletion, deleteOne, deleteSelected } = useDeletion(ledger.table, store, showDone);
  const { isRefreshing, refresh } = useRefresh(ledger);
  const select = useCallback(
    ({ key }: Mapping, isSelected: boolean) => store.select([key], isSelected),
    [store],
  );
  const isSearching = search.trim() !== '';

  return (
    <Stack gap="xs">
      <header className={styles['header']}>
        <Title order={1}>Manage GL Mappings</Title>
        <ListState ledger={ledger} />
      </header>
      <TableToolbar
        search={search}
        total={table?.total}
        selected={table?.selected ?? 0}
        isDeleting={deletion !== null}
        isAnalysing={false}
        isRefreshing={isRefreshing}
        isBusy={deletion !== null}
        onSearch={(text) => store.search(text)}
        onDeleteSelected={() => void deleteSelected(table?.selected ?? 0)}
        onAnalyse={() => {}}
        onRefresh={refresh}
      />
      {deletion && deletion.of > 1 && (
        <Progress value={(100 * deletion.done) / deletion.of} aria-label="Deleting" />
      )}
      <Tabs
        id={TABS_ID}
        value={isSearching ? null : letter}
        onChange={(chosen) => chosen !== null && store.showLetter(chosen)}
      >
        <LetterTabs
          letter={isSearching ? null : letter}
          counts={table?.perLetter}
          onLetter={(chosen) => store.showLetter(chosen)}
        />
        <Panel letter={isSearching ? null : letter}>
          {table === null ? (
            <Loading />
          ) : (
            <>
              <TableSummary
                table={table}
                listed={isSearching ? 'found' : `under ${letter}`}
                onTurn={(page) => store.turnTo(page)}
                onSelectFound={() => store.selectFound()}
                onClearSelection={() => store.clearSelection()}
              />
              <MappingTable
                rows={table.rows}
                editing={editing}
                isBusy={deletion !== null}
                onSelect={select}
                onSelectPage={(isSelected) =>
                  store.select(
                    table.rows.map(({ mapping }) => mapping.key),
                    isSelected,
                  )
                }
                onDelete={deleteOne}
              />
              {table.found === 0 && (
                <Text className={styles['empty'] ?? ''}>
                  {isSearching ? messages.nothingFound : messages.noMappings}
                </Text>
              )}
            </>
          )}
        </Panel>
      </Tabs>
    </Stack>
  );
}

/** The panel of the chosen tab; without one, what was searched for belongs to no tab. The content stays mounted. */
function Panel({ letter, children }: { letter: string | null; children: ReactNode }) {
  const role =
    letter === null
      ? { 'aria-label': 'Search results' }
      : { role: 'tabpanel', id: `${TABS_ID}-panel-${letter}`, 'aria-labelledby': `${TABS_ID}-tab-${letter}` };
  return <section {...role}>{children}</section>;
}

function useRefresh(ledger: LedgerService) {
  const { show, dismiss } = useStatus();
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    dismiss();
    if (ledger.list.get().kind === 'failed') return ledger.retry();
    setRefreshing(true);
    const outcome = await ledger.table.refresh();
    setRefreshing(false);
    if (outcome === 'unreachable') show(messages.mappingsFailed);
  };
  return { isRefreshing, refresh: () => void refresh() };
}
