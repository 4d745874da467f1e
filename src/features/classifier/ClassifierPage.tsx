import { Stack, Text, Title } from '@mantine/core';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { messages } from '../../model/messages.ts';
import type { Account } from '../../model/user.ts';
import type { LedgerService } from '../../services/ledger-client.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import styles from './ClassifierPage.module.css';
import { DescriptionBox, type DescriptionBoxHandle } from './DescriptionBox.tsx';
import { ListNote } from './ListNote.tsx';
import { ResultList, type ResultListHandle } from './ResultList.tsx';
import { ResultToolbar } from './ResultToolbar.tsx';
import { rowStoreOf } from './RowStore.ts';
import { RunProgress } from './RunProgress.tsx';
import { UsageBanner } from './UsageBanner.tsx';
import { useCopy } from './useCopy.ts';
import { useLedgerMessages } from './useLedgerMessages.ts';

type Props = { account: Account; isAdmin: boolean; ledger: LedgerService };

/** Paste descriptions, read their GL accounts, copy them back. */
export function ClassifierPage({ isAdmin, ledger }: Props) {
  const store = rowStoreOf(ledger);
  const { show } = useStatus();
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  const usage = useSyncExternalStore(ledger.usage.subscribe, ledger.usage.get);
  const isConnected = useSyncExternalStore(ledger.isConnected.subscribe, ledger.isConnected.get);
  const rowCount = useSyncExternalStore(store.rowCount.subscribe, store.rowCount.get);
  const toVerify = useSyncExternalStore(store.toVerify.subscribe, store.toVerify.get);
  const box = useRef<DescriptionBoxHandle>(null);
  const results = useRef<ResultListHandle>(null);
  const { copying, copy } = useCopy(store);
  useLedgerMessages(ledger);

  const takeNew = useCallback(
    async (row: number) => {
      const outcome = await store.takeNew(row, isAdmin);
      if (outcome === 'saved') show(messages.choiceSaved);
      else if (outcome === 'row-only') show(messages.choiceSavedForRow);
      else show(messages.choiceFailed);
    },
    [store, isAdmin, show],
  );
  const clear = () => {
    box.current?.clear();
    store.clear();
  };
  const goToNext = () => {
    const next = store.nextToVerify(results.current?.currentRow() ?? -1);
    if (next !== undefined) results.current?.goTo(next);
  };

  return (
    <Stack gap="xs">
      <header className={styles['header']}>
        <Title order={1}>Classifier</Title>
        <ListNote list={list} isConnected={isConnected} onRetry={() => ledger.retry()} />
        <UsageBanner usage={usage} />
      </header>
      <DescriptionBox
        ref={box}
        initialText={store.text}
        rowCount={rowCount}
        onText={(text) => store.classify(text)}
      />
      <ResultToolbar
        rowCount={rowCount}
        toVerify={toVerify}
        canCopy={rowCount > 0 && list.kind === 'ready'}
        copying={copying}
        onCopy={(columns) => void copy(columns)}
        onClear={clear}
        onNextToVerify={goToNext}
      >
        <RunProgress store={store} />
      </ResultToolbar>
      {rowCount === 0 ? (
        <Text className={styles['empty']}>Paste descriptions above to see results here.</Text>
      ) : (
        <ResultList ref={results} store={store} rowCount={rowCount} onTakeNew={takeNew} />
      )}
    </Stack>
  );
}
