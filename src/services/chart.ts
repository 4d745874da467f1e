import { accountWithName, type ChartAccount } from '#model/chart.ts';
import type { ChartService, LedgerService } from './ledger.ts';
import { createObservable, type Observable } from './observable.ts';

/** The chart as the page has it. Without accounts there is no chart. */
export type ChartView = {
  /** By code, digits in them as numbers. */
  readonly accounts: readonly ChartAccount[];
  readonly byCode: ReadonlyMap<string, ChartAccount>;
};

type ChartLedger = Pick<LedgerService, 'chart'>;

const views = new WeakMap<ChartLedger, Observable<ChartView | null>>();

/**
 * The chart of this ledger, followed from the first call on; null until it is known. Where it cannot be read, codes stay
 * without names: nothing else depends on it.
 */
export function followChart(ledger: ChartLedger): Observable<ChartView | null> {
  const known = views.get(ledger);
  if (known !== undefined) return known;
  const view = createObservable<ChartView | null>(null);
  views.set(ledger, view);
  follow(ledger.chart, (next) => view.set(next)).catch((error: unknown) => {
    views.delete(ledger);
    console.warn('The chart of accounts is not followed:', error);
  });
  return view;
}

/** An account as the chart has it now, with its name. Rejects where the chart cannot be read. */
export async function accountInWords(ledger: ChartLedger, code: string): Promise<string> {
  const account = await ledger.chart.account(code);
  return accountWithName(code, account?.name);
}

/** The names of the accounts that have one, by code. */
export function accountNames(view: ChartView | null): ReadonlyMap<string, string> {
  const named = (view?.accounts ?? []).filter(({ name }) => name !== '');
  return new Map(named.map(({ code, name }) => [code, name]));
}

async function follow(chart: ChartService, onView: (view: ChartView) => void): Promise<never> {
  let latest = 0;
  let onLatest = () => {};
  chart.watchRevision((revision) => {
    latest = revision;
    onLatest();
  });
  for (;;) {
    const { revision, accounts } = await chart.snapshot();
    onView({ accounts, byCode: new Map(accounts.map((account) => [account.code, account])) });
    if (latest <= revision)
      await new Promise<void>((resolve) => {
        onLatest = resolve;
      });
  }
}
