import { Button, Stack, Title } from '@mantine/core';
import { lazy, Suspense, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { messages } from '#model/messages.ts';
import type { Account } from '#model/user.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import styles from './ClassifierPage.module.css';
import { ColumnPicker } from './ColumnPicker.tsx';
import { DescriptionBox, type DescriptionBoxHandle } from './DescriptionBox.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ListNote } from './ListNote.tsx';
import { PrintedRows } from './PrintedRows.tsx';
import { ResultList, type ResultListHandle } from './ResultList.tsx';
import { ResultToolbar } from './ResultToolbar.tsx';
import { rowStoreOf } from './RowStore.ts';
import { RunProgress } from './RunProgress.tsx';
import { UsageBanner } from './UsageBanner.tsx';
import { useChoices } from './useChoices.ts';
import { useClassifierShortcuts } from './useClassifierShortcuts.ts';
import { useCopy } from './useCopy.ts';
import { useDraft } from './useDraft.ts';
import { useExport } from './useExport.ts';
import { useLedgerMessages } from './useLedgerMessages.ts';
import { VerifyBanner } from './VerifyBanner.tsx';

const UnmatchedDialog = lazy(async () => ({
  default: (await import('./UnmatchedDialog.tsx')).UnmatchedDialog,
}));

type Props = { account: Account; isAdmin: boolean; ledger: LedgerService; isReplaced: boolean };

/** Paste descriptions, read their GL accounts, copy them back. */
export function ClassifierPage({ isAdmin, ledger, isReplaced }: Props) {
  const store = rowStoreOf(ledger);
  const { show } = useStatus();
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  const usage = useSyncExternalStore(ledger.usage.subscribe, ledger.usage.get);
  const counts = useSyncExternalStore(store.counts.subscribe, store.counts.get);
  const columns = useSyncExternalStore(store.columns.subscribe, store.columns.get);
  const shown = useSyncExternalStore(store.shownRows.state.subscribe, store.shownRows.state.get);
  const box = useRef<DescriptionBoxHandle>(null);
  const results = useRef<ResultListHandle>(null);
  const [isGrouping, setGrouping] = useState(false);
  const { copying, copy } = useCopy(store);
  const { isExporting, exportAs } = useExport(store);
  const { takeNew, takeAllNew, keepAllCurrent } = useChoices(store, isAdmin);
  useLedgerMessages(ledger, isReplaced);
  useDraft(store, box);

  const clear = () => {
    const { text } = store;
    const bringBack = store.clear();
    box.current?.clear();
    if (counts.all === 0) return;
    const undo = () => {
      bringBack();
      box.current?.put(text);
      show(messages.rowsBroughtBack);
    };
    show(messages.rowsCleared(counts.all), { action: { label: 'Undo', run: undo } });
  };
  const goTo = useCallback(
    (next: number | undefined) => {
      if (next === undefined) return;
      if (store.shownRows.positionOf(next) === undefined) store.shownRows.reset();
      results.current?.goTo(store.shownRows.positionOf(next) ?? next);
    },
    [store],
  );
  const currentRow = () => results.current?.currentRow() ?? -1;
  const goToNext = () => goTo(store.nextToVerify(currentRow()));
  const canCopy = counts.all > 0 && (list.kind === 'ready' || (list.kind === 'cached' && list.isUnreachable));
  useClassifierShortcuts({
    box,
    canCopy,
    copy,
    hasNoMatch: counts.noMatch > 0,
    hasToVerify: counts.toVerify > 0,
    goToNoMatch: () => goTo(store.nextNoMatch(currentRow())),
    goToVerify: goToNext,
  });

  return (
    <Stack gap="xs">
      <header className={styles['header']}>
        <Title order={1}>Classifier</Title>
        <ListNote list={list} onRetry={() => ledger.retry()} />
        <UsageBanner usage={usage} />
      </header>
      <DescriptionBox
        ref={box}
        initialText={store.text}
        rowCount={counts.all}
        onText={(text) => store.classify(text)}
      />
      {columns && <ColumnPicker columns={columns} onChoose={(column) => store.chooseColumn(column)} />}
      <ResultToolbar
        rowCount={counts.all}
        isFiltered={shown.rows !== null}
        canCopy={canCopy}
        copying={copying}
        isExporting={isExporting}
        onCopy={(kind) => void copy(kind)}
        onExport={(format) => void exportAs(format)}
        onClear={clear}
      >
        <RunProgress store={store} />
      </ResultToolbar>
      {counts.all === 0 ? (
        <Empty>Paste descriptions above to see results here.</Empty>
      ) : (
        <>
          <VerifyBanner
            toVerify={counts.toVerify}
            onNext={goToNext}
            onTakeAll={takeAllNew}
            onKeepAll={keepAllCurrent}
          />
          <FilterBar store={store}>
            <Button
              size="xs"
              variant="default"
              disabled={list.kind !== 'ready' || !shown.rows?.length}
              loading={copying === 'shown'}
              onClick={() => void copy('shown')}
            >
              Copy shown
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={counts.noMatch === 0}
              onClick={() => setGrouping(true)}
            >
              Group the unmatched
            </Button>
          </FilterBar>
          <ResultList ref={results} store={store} isAdmin={isAdmin} onTakeNew={takeNew} />
        </>
      )}
      <PrintedRows store={store} />
      {isGrouping && store.run && (
        <Suspense>
          <UnmatchedDialog
            run={store.run}
            noMatch={counts.noMatch}
            isAdmin={isAdmin}
            onClose={() => setGrouping(false)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
