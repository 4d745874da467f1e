import { useMemo, useState, useSyncExternalStore } from 'react';
import type { ChartAccount } from '#model/chart.ts';
import { followChart } from '../../services/chart.ts';
import type { ChartService, LedgerService } from '../../services/ledger.ts';
import { useAnswer } from '../../ui/useAnswer.ts';

/** Accounts on one page of the table. */
const PAGE_SIZE = 50;

/** The accounts that a search finds, one page of them; `accounts` is null until the chart is known. */
export function useAccountList(ledger: LedgerService, chart: ChartService) {
  const followed = followChart(ledger);
  const view = useSyncExternalStore(followed.subscribe, followed.get);
  const usage = useUsage(ledger, chart);
  const [search, setSearch] = useState('');
  const [wantedPage, setPage] = useState(1);
  const accounts = view?.accounts ?? null;
  const found = useMemo(() => matching(accounts ?? [], search), [accounts, search]);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(wantedPage, pages);
  const notInChart = useMemo(
    () => (view === null ? [] : [...usage.keys()].filter((code) => !view.byCode.has(code))),
    [view, usage],
  );
  return {
    accounts,
    usage,
    notInChart,
    search,
    found: found.length,
    rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page,
    pages,
    setPage,
    setSearch: (text: string) => {
      setSearch(text);
      setPage(1);
    },
  };
}

/** Accounts with the text in their code, name or note, whatever the case. */
function matching(accounts: readonly ChartAccount[], search: string): readonly ChartAccount[] {
  const text = search.trim().toLowerCase();
  if (text === '') return accounts;
  return accounts.filter(({ code, name, note }) =>
    [code, name, note].some((field) => field.toLowerCase().includes(text)),
  );
}

/** The number of mappings of each account, read again when the list changes. */
function useUsage(ledger: LedgerService, chart: ChartService): ReadonlyMap<string, number> {
  const list = useSyncExternalStore(ledger.list.subscribe, ledger.list.get);
  // Another status means that the list may have changed.
  const { answer } = useAnswer(() => chart.usage(), [chart, list]);
  return useMemo(() => new Map(answer), [answer]);
}
