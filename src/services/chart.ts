import { accountWithName, type ChartAccount } from '#model/chart.ts';
import type { LedgerService } from './ledger.ts';
import { createObservable, type Observable } from './observable.ts';
import { Renewal } from './Renewal.ts';

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
  const renewal = new Renewal(async () => {
    try {
      const { revision, accounts } = await ledger.chart.snapshot();
      view.set({ accounts, byCode: new Map(accounts.map((account) => [account.code, account])) });
      return revision;
    } catch (error) {
      endWatch();
      views.delete(ledger);
      console.warn('The chart of accounts is not followed:', error);
      return undefined;
    }
  });
  const endWatch = ledger.chart.watchRevision((revision) => renewal.onRevision(revision));
  renewal.renew();
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
