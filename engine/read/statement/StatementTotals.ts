import type { StatementTotal } from '#model/fileReading.ts';
import { type Amount, AmountSum, amountText, readAmount } from '../../amounts.ts';
import type { SourceRow } from '../csv.ts';
import { STATEMENT_COLUMNS, type StatementBalance } from './entries.ts';

const [DATE, AMOUNT, CURRENCY, ACCOUNT] = (['Date', 'Amount', 'Currency', 'Bank account'] as const).map(
  (name) => STATEMENT_COLUMNS.indexOf(name),
) as [number, number, number, number];

type Sum = {
  readonly account: string;
  readonly currency: string;
  rows: number;
  from: string;
  to: string;
  readonly sum: AmountSum;
  opening: string | null;
  closing: string | null;
};

/** Adds up the payments of statements, by account and currency, to be held against the balances. */
export class StatementTotals {
  readonly #sums = new Map<string, Sum>();

  takeAll(rows: readonly SourceRow[]): void {
    for (const { cells } of rows) this.#take(cells);
  }

  #take(cells: readonly string[]): void {
    const [account = '', currency = '', date = ''] = [cells[ACCOUNT], cells[CURRENCY], cells[DATE]];
    const own = this.#sumOf(account, currency);
    own.rows++;
    own.sum.add(readAmount(cells[AMOUNT] ?? '', '.') ?? { units: 0n, decimals: 0 });
    if (own.from === '' || date < own.from) own.from = date;
    if (date > own.to) own.to = date;
  }

  /** With the first opening balance and the last closing one of each account and currency. */
  finish(balances: readonly StatementBalance[]): readonly StatementTotal[] {
    for (const { kind, account, currency, amount } of balances) {
      const own = this.#sumOf(account, currency);
      if (kind === 'closing') own.closing = amount;
      else own.opening ??= amount;
    }
    return [...this.#sums.values()].map(({ sum, ...own }) => ({
      ...own,
      sum: amountText(sum.amount, '.', 2),
      difference: differenceOf(own.opening, sum.amount, own.closing),
    }));
  }

  #sumOf(account: string, currency: string): Sum {
    const id = `${account}\n${currency}`;
    const known = this.#sums.get(id);
    if (known) return known;
    const none = { rows: 0, from: '', to: '', opening: null, closing: null };
    const sum: Sum = { account, currency, ...none, sum: new AmountSum() };
    this.#sums.set(id, sum);
    return sum;
  }
}

function differenceOf(opening: string | null, payments: Amount, closing: string | null): string | null {
  const [first, last] = [opening, closing].map((text) => (text === null ? null : readAmount(text, '.')));
  if (!first || !last) return null;
  const left = new AmountSum();
  left.add(last);
  left.add({ ...first, units: -first.units });
  left.add({ ...payments, units: -payments.units });
  return amountText(left.amount, '.', 2);
}
