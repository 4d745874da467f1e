import { createContext, type ReactNode, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import { accountWithName } from '#model/chart.ts';
import { accountNames, type ChartView, followChart } from '../services/chart.ts';
import type { LedgerService } from '../services/ledger.ts';

type ChartLedger = Pick<LedgerService, 'chart'>;
type ChartContextValue = {
  readonly ledger: ChartLedger;
  /** Null until it is known. */
  readonly view: ChartView | null;
};

const ChartContext = createContext<ChartContextValue | null>(null);

type Props = { ledger: ChartLedger; children: ReactNode };

/** Gives what is inside the chart of accounts, kept up to date. */
export function ChartProvider({ ledger, children }: Props) {
  const view = useChart(ledger);
  const value = useMemo(() => ({ ledger, view }), [ledger, view]);
  return <ChartContext value={value}>{children}</ChartContext>;
}

/** The chart of accounts, kept up to date; null until it is known. */
export function useChart(ledger: ChartLedger): ChartView | null {
  const followed = followChart(ledger);
  return useSyncExternalStore(followed.subscribe, followed.get);
}

/** The ledger of the provider around the component; null without one. */
export function useChartLedger(): ChartLedger | null {
  return use(ChartContext)?.ledger ?? null;
}

/** Whether there is a chart of accounts; without one the accounts in use are it. */
export function useHasChart(): boolean {
  return (use(ChartContext)?.view?.accounts.length ?? 0) > 0;
}

/** Gives an account in words: its name behind its code where it has one. */
export function useAccountWords(): (code: string) => string {
  const byCode = use(ChartContext)?.view?.byCode;
  return useCallback((code) => accountWithName(code, byCode?.get(code)?.name), [byCode]);
}

/** The names of the accounts that have one, by code. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const view = use(ChartContext)?.view ?? null;
  return useMemo(() => accountNames(view), [view]);
}

/** The name of an account, undefined where it has none, or there is no provider around the component. */
export function useAccountName(code: string): string | undefined {
  const name = use(ChartContext)?.view?.byCode.get(code)?.name;
  return name === '' ? undefined : name;
}
