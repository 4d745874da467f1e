import { Group, Stack, Text, Title } from '@mantine/core';
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { AccessRestoreTarget, LogName, HistoryPage as Page, RestoreTarget } from '#contract/history.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import type { Account } from '#model/user.ts';
import { HistoryStore } from '../../list-history/HistoryStore.ts';
import { LostEntries } from '../../list-history/LostEntries.tsx';
import { RestoreDialog, type Restoring } from '../../list-history/RestoreDialog.tsx';
import { StoppedChangeSets } from '../../list-history/StoppedChangeSets.tsx';
import type { AccessActions } from '../../services/accessActions.ts';
import type { HistoryService, LedgerService } from '../../services/ledger.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Loading } from '../../ui/Loading.tsx';
import layout from '../../ui/layout.module.css';
import { dayOfMoment } from '../../ui/moment.ts';
import { RetryAlert } from '../../ui/RetryAlert.tsx';
import { useAnswer } from '../../ui/useAnswer.ts';
import { AccessRestoreDialog } from './AccessRestoreDialog.tsx';
import { ChangeSetList } from './ChangeSetList.tsx';
import { FormerList } from './FormerList.tsx';
import { HistoryFilterBar } from './HistoryFilterBar.tsx';
import { addressOf, filtersIn, type HistoryFilters, isFiltered, logIn, queryOf } from './historyAddress.ts';
import { ACCESS_VIEW, CHART_VIEW, LIST_VIEW, LOG_NAMES, type LogService, type LogView } from './logViews.tsx';
import { useHistoryExport } from './useHistoryExport.ts';

type Props = {
  ledger: Pick<LedgerService, 'history' | 'accessHistory' | 'chartHistory'> &
    Pick<Restoring, 'editor'> &
    ComponentProps<typeof LostEntries>['ledger'];
  account: Pick<Account, 'uid' | 'email'>;
  /** Loads the actions of the Admin Panel, by which access is restored. */
  loadActions: () => Promise<AccessActions>;
  /** Reads the list as it was taken over; null where no server keeps it. */
  loadFormerList: (() => Promise<Blob>) | null;
};

/** Who changed the list, access, or the chart, when, from what to what; and the way back. */
export function HistoryPage({ ledger, account, loadActions, loadFormerList }: Props) {
  const { history, accessHistory, chartHistory } = ledger;
  const navigate = useNavigate();
  const [address] = useSearchParams();
  switch (logIn(address)) {
    case 'list':
      return (
        <LogPage
          key="list"
          view={LIST_VIEW}
          history={history}
          takenOver={<FormerList load={loadFormerList} />}
          about={(page) => page.isComplete && <Beginning history={history} />}
          notices={
            <>
              <LostEntries ledger={ledger} />
              <StoppedChangeSets ledger={ledger} uid={account.uid} onUpload={() => navigate('/upload')} />
            </>
          }
          restore={(target, onClose) => <RestoreDialog ledger={ledger} target={target} onClose={onClose} />}
        />
      );
    case 'access':
      return (
        <LogPage
          key="access"
          view={ACCESS_VIEW}
          history={accessHistory}
          restore={(target, onClose) => (
            <AccessRestoreDialog
              history={accessHistory}
              // The view offers no others.
              target={target as AccessRestoreTarget}
              ownEmail={account.email}
              loadActions={loadActions}
              onClose={onClose}
            />
          )}
        />
      );
    case 'chart':
      return <LogPage key="chart" view={CHART_VIEW} history={chartHistory} />;
  }
}

type LogProps<Change> = {
  view: LogView<Change>;
  history: LogService<Change>;
  /** What is to be known of this history, beside its title. */
  about?: (page: Page<Change>) => ReactNode;
  /** What an opened line says where the node was taken over. */
  takenOver?: ReactNode;
  /** What is to be known before the list. */
  notices?: ReactNode;
  /** The dialog that restores something. */
  restore?: (target: RestoreTarget, onClose: () => void) => ReactNode;
};

/** One of the histories. */
function LogPage<Change>({ view, history, about, takenOver, notices, restore }: LogProps<Change>) {
  const { filters, query, setFilters } = useFilters(view);
  const store = useHistoryStore(history, query);
  const { page, query: answered, failure } = useSyncExternalStore(store.state.subscribe, store.state.get);
  const { isExporting, exportFound } = useHistoryExport(history, view, query);
  const [target, setTarget] = useState<RestoreTarget | null>(null);
  return (
    <Stack gap="xs">
      <Group gap="md" align="baseline">
        <Title order={1}>History</Title>
        <LogLinks shown={view.name} />
        {page && <Progress page={page} />}
        {page && about?.(page)}
      </Group>
      <HistoryFilterBar
        search={view.search}
        kinds={view.kinds}
        filters={filters}
        people={page?.people ?? []}
        isExporting={isExporting}
        canExport={page !== null && page.found > 0}
        onChange={setFilters}
        onExport={() => ignoreAfterExit(exportFound())}
      />
      {notices}
      {failure !== null && <RetryAlert text={failure} onRetry={() => store.renew()} />}
      {page === null && failure === null && <Loading />}
      {page &&
        (page.found === 0 && isAllRead(page) ? (
          <Empty>{isFiltered(filters) ? historyMessages.nothingFound : view.nothingYet}</Empty>
        ) : (
          <ChangeSetList
            key={JSON.stringify(answered)}
            store={store}
            page={page}
            view={view}
            history={history}
            query={answered}
            takenOver={takenOver ?? <FormerList load={null} />}
            onRestore={setTarget}
          />
        ))}
      {target && restore?.(target, () => setTarget(null))}
    </Stack>
  );
}

/** The links from one history to another. */
function LogLinks({ shown }: { shown: LogName }) {
  return (
    <nav className={layout['cluster']} aria-label="Histories">
      {(Object.keys(LOG_NAMES) as LogName[]).map((name) => (
        <Link
          key={name}
          to={addressOf(name)}
          className={layout['tab'] ?? ''}
          aria-current={name === shown ? 'page' : undefined}
        >
          {LOG_NAMES[name]}
        </Link>
      ))}
    </nav>
  );
}

/** The filters of the address, and a way to change them: the address follows. */
function useFilters<Change>({ name, kinds }: LogView<Change>) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const filters = useMemo(() => filtersIn(address, kinds), [address, kinds]);
  const query = useMemo(() => queryOf(filters), [filters]);
  const setFilters = (next: HistoryFilters) => navigate(addressOf(name, next), { replace: true });
  return { filters, query, setFilters };
}

function useHistoryStore<Change>(
  history: LogService<Change>,
  query: Parameters<HistoryStore<Change>['ask']>[0],
): HistoryStore<Change> {
  const first = useRef(query);
  const store = useMemo(() => new HistoryStore<Change>(history, first.current), [history]);
  useEffect(() => store.follow(), [store]);
  useEffect(() => store.ask(query), [store, query]);
  return store;
}

function isAllRead<Change>({ isComplete, searched }: Page<Change>): boolean {
  return isComplete && searched?.isOver !== false;
}

/** How many mappings the history does not account for; blank for none. */
function Beginning({ history }: { history: Pick<HistoryService, 'beginning'> }) {
  const { answer: beginning } = useAnswer(() => history.beginning(), [history]);
  return (
    beginning &&
    beginning.mappings > 0 && (
      <Text c="dimmed">{historyMessages.older(beginning.mappings, dayOfMoment(beginning.since))}</Text>
    )
  );
}

/** The number of change sets found, and how far reading and searching have come. */
function Progress<Change>({ page }: { page: Page<Change> }) {
  const { found, read, total, searched, isComplete } = page;
  const parts = [historyMessages.found(found)];
  if (searched && !searched.isOver) parts.push(historyMessages.searching(searched.done, searched.of));
  else if (searched && searched.done < searched.of)
    parts.push(historyMessages.searchedPart(searched.done, searched.of));
  else if (!isComplete) parts.push(historyMessages.reading(read, total));
  return (
    <Text c="dimmed" role="status">
      {parts.join(' · ')}
    </Text>
  );
}
