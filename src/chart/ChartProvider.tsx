import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { type ChartView, followChart } from '../services/chart.ts';
import type { LedgerService } from '../services/ledger.ts';

type ChartLedger = Pick<LedgerService, 'askChart'>;
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

/** The name of an account, undefined where it has none, or there is no provider around the component. */
export function useAccountName(code: string): string | undefined {
  const name = use(ChartContext)?.view?.byCode.get(code)?.name;
  return name === '' ? undefined : name;
}
