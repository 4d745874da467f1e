import type { ChartApi } from '#contract/chart.ts';
import { accountWithName, type ChartAccount } from '#model/chart.ts';
import type { Async } from './async.ts';
import type { LedgerService } from './ledger.ts';
import { createObservable, type Observable } from './observable.ts';

/** The chart of accounts; see {@link ChartApi}. */
export type ChartService = Async<ChartApi>;

/** The chart as the page has it. Without accounts there is no chart. */
export type ChartView = {
  /** By code, digits in them as numbers. */
  readonly accounts: readonly ChartAccount[];
  readonly byCode: ReadonlyMap<string, ChartAccount>;
};

type ChartLedger = Pick<LedgerService, 'askChart'>;

/** The chart over the connection of a ledger. Every method rejects when the server refuses, or the worker breaks down. */
export function chartOf(ledger: ChartLedger): ChartService {
  return {
    snapshot: () => ledger.askChart(async (chart) => chart.snapshot()),
    account: (code) => ledger.askChart(async (chart) => chart.account(code)),
    changed: (revision) => ledger.askChart(async (chart) => chart.changed(revision)),
    check: (codes) => ledger.askChart(async (chart) => chart.check(codes)),
    usage: () => ledger.askChart(async (chart) => chart.usage()),
    save: (...args) => ledger.askChart(async (chart) => chart.save(...args)),
    read: (...args) => ledger.askChart(async (chart) => chart.read(...args)),
    readAccountsInUse: (codes) => ledger.askChart(async (chart) => chart.readAccountsInUse(codes)),
    lines: (...args) => ledger.askChart(async (chart) => chart.lines(...args)),
    import: (id) => ledger.askChart(async (chart) => chart.import(id)),
    undo: (id) => ledger.askChart(async (chart) => chart.undo(id)),
    history: (before) => ledger.askChart(async (chart) => chart.history(before)),
  };
}

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
  follow(chartOf(ledger), (next) => view.set(next)).catch((error: unknown) => {
    views.delete(ledger);
    console.warn('The chart of accounts is not followed:', error);
  });
  return view;
}

/** An account as the chart has it now, with its name. Rejects where the chart cannot be read. */
export async function accountInWords(ledger: ChartLedger, code: string): Promise<string> {
  const account = await chartOf(ledger).account(code);
  return accountWithName(code, account?.name);
}

/** The names of the accounts that have one, by code. */
export function accountNames(view: ChartView | null): ReadonlyMap<string, string> {
  const named = (view?.accounts ?? []).filter(({ name }) => name !== '');
  return new Map(named.map(({ code, name }) => [code, name]));
}

async function follow(chart: ChartService, onView: (view: ChartView) => void): Promise<never> {
  for (;;) {
    const { revision, accounts } = await chart.snapshot();
    onView({ accounts, byCode: new Map(accounts.map((account) => [account.code, account])) });
    await chart.changed(revision);
  }
}
