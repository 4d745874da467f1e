import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { HistoryPage as Page, RestoreTarget } from '#contract/history.ts';
import { shortSeal } from '#model/log/seal.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import { HistoryStore } from '../../list-history/HistoryStore.ts';
import { RestoreDialog } from '../../list-history/RestoreDialog.tsx';
import { StoppedChangeSets } from '../../list-history/StoppedChangeSets.tsx';
import type { HistoryService } from '../../services/ledger.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { RetryAlert } from '../../ui/RetryAlert.tsx';
import { ChangeSetList } from './ChangeSetList.tsx';
import { HistoryFilterBar } from './HistoryFilterBar.tsx';
import { addressOf, filtersIn, type HistoryFilters, isFiltered, queryOf } from './historyAddress.ts';
import { useHistoryExport } from './useHistoryExport.ts';

type Props = { history: HistoryService; uid: string };

/** Who changed the list, when, from what to what; and the way back. */
export function HistoryPage({ history, uid }: Props) {
  const navigate = useNavigate();
  const { filters, query, setFilters } = useFilters();
  const store = useHistoryStore(history, query);
  const { page, failure } = useSyncExternalStore(store.state.subscribe, store.state.get);
  const { isExporting, exportFound } = useHistoryExport(history, query);
  const [target, setTarget] = useState<RestoreTarget | null>(null);
  return (
    <Stack gap="xs">
      <Group gap="md" align="baseline">
        <Title order={1}>History</Title>
        {page && <Progress page={page} />}
        {page && <NewestSeal history={history} entries={page.total} />}
      </Group>
      <HistoryFilterBar
        filters={filters}
        people={page?.people ?? []}
        isExporting={isExporting}
        canExport={page !== null && page.found > 0}
        onChange={setFilters}
        onExport={() => dropAtEnd(exportFound())}
      />
      <StoppedChangeSets history={history} uid={uid} onUpload={() => navigate('/upload')} />
      {failure !== null && <RetryAlert text={failure} onRetry={() => store.renew()} />}
      {page === null && failure === null && <Loading />}
      {page &&
        (page.found === 0 && isAllRead(page) ? (
          <Empty>{isFiltered(filters) ? historyMessages.nothingFound : historyMessages.nothingYet}</Empty>
        ) : (
          <ChangeSetList
            key={addressOf(filters)}
            store={store}
            page={page}
            history={history}
            query={query}
            onRestore={setTarget}
          />
        ))}
      {target && <RestoreDialog history={history} target={target} onClose={() => setTarget(null)} />}
    </Stack>
  );
}

/** The filters of the address, and a way to change them: the address follows. */
function useFilters() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const filters = useMemo(() => filtersIn(address), [address]);
  const query = useMemo(() => queryOf(filters), [filters]);
  const setFilters = (next: HistoryFilters) => navigate(addressOf(next), { replace: true });
  return { filters, query, setFilters };
}

function useHistoryStore(history: HistoryService, query: Parameters<HistoryStore['ask']>[0]): HistoryStore {
  const first = useRef(query);
  const store = useMemo(() => new HistoryStore(history, first.current), [history]);
  useEffect(() => store.follow(), [store]);
  useEffect(() => store.ask(query), [store, query]);
  return store;
}

function isAllRead({ isComplete, searched }: Page): boolean {
  return isComplete && searched?.isOver !== false;
}

/** What to write down elsewhere, to prove later that nothing up to here was changed. Blank where there are no seals. */
function NewestSeal({ history, entries }: { history: HistoryService; entries: number }) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    const show = async () => {
      // Each new entry has a new seal.
      const seal = entries === 0 ? null : await history.seal();
      if (!isOver) setText(seal && historyMessages.seal(shortSeal(seal)));
    };
    show().catch((error: unknown) => console.error('The newest seal was not read:', error));
    return () => {
      isOver = true;
    };
  }, [history, entries]);
  return (
    text !== null && (
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    )
  );
}

/** The number of change sets found, and how far reading and searching have come. */
function Progress({ page }: { page: Page }) {
  const { found, read, total, searched, isComplete } = page;
  const parts = [historyMessages.found(found)];
  if (searched && !searched.isOver) parts.push(historyMessages.searching(searched.done, searched.of));
  else if (searched && searched.done < searched.of)
    parts.push(historyMessages.searchedPart(searched.done, searched.of));
  else if (!isComplete) parts.push(historyMessages.reading(read, total));
  return (
    <Text size="sm" c="dimmed" role="status">
      {parts.join(' · ')}
    </Text>
  );
}
