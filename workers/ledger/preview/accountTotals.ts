import { PENDING } from '#contract/ledger.ts';
import type { Preview, PreviewedAccount } from '#contract/preview.ts';
import { type Amount, AmountSum, amountText, negated, sumOf } from '#engine/amounts.ts';
import { oncePer } from '#model/oncePer.ts';
import { type AccountName, accountNow, toAccount } from '../rows/accountSummary.ts';
import type { ResultTable } from '../rows/ResultTable.ts';
import { NO_AMOUNT, netOf, summableAmountsOf } from '../rows/tableAmounts.ts';

/** Accounts named one by one. */
const MAX_ACCOUNTS = 10;
/** Rows looked at between two steps: a few milliseconds' worth. */
const ROWS_PER_STEP = 1_000;

/**
 * What the accounts of rows have now, and if the rows `moved` get the accounts there, null for none: the net sums of the
 * summary. Yields the share done.
 */
export function* accountTotals(
  table: ResultTable,
  moved: ReadonlyMap<number, string | null>,
): Generator<number, Pick<Preview, 'accounts' | 'moreAccounts' | 'decimal'>> {
  if (moved.size === 0) return { accounts: [], moreAccounts: 0, decimal: '.' };
  const amounts = summableAmountsOf(table, table.amountChoice);
  const names = namesOf(table);
  const totals = new Map<AccountName, Map<string, Total>>();
  for (const row of moved.keys()) totals.set(names.ofRow(row), new Map());
  for (const to of new Set(moved.values())) totals.set(names.same(toAccount(to)), new Map());
  for (let row = 0; row < table.rows.count; row++) {
    if ((row + 1) % ROWS_PER_STEP === 0) yield row / table.rows.count;
    const name = names.ofRow(row);
    if (!totals.has(name)) continue;
    const amount = amounts?.read(row) ?? NO_AMOUNT;
    const units =
      amounts && amount.kind === 'amount' ? netOf(amount.amount, amounts, table.amountChoice) : null;
    const total = totalOf(totals, name, amount.currency);
    add(total.now, units, 1);
    const to = moved.get(row);
    if (to === undefined) continue;
    add(total.change, units, -1);
    add(totalOf(totals, names.same(toAccount(to)), amount.currency).change, units, 1);
  }
  const decimal = amounts?.reading.decimal ?? '.';
  const all = [...totals.values()].flatMap((ofCurrencies) => [...ofCurrencies.values()]);
  const places = Math.max(0, ...all.map(({ now, change }) => Math.max(placesOf(now), placesOf(change))));
  const changed = all.filter(({ change }) => change.lines !== 0 || change.sum.amount.units !== 0n);
  changed.sort((a, b) => sizeOf(b, amounts !== null) - sizeOf(a, amounts !== null));
  const textOf = (amount: Amount) => (amounts === null ? null : amountText(amount, decimal, places));
  return {
    accounts: changed.slice(0, MAX_ACCOUNTS).map((total) => previewOf(total, textOf)),
    moreAccounts: Math.max(0, changed.length - MAX_ACCOUNTS),
    decimal,
  };
}

type Tally = { lines: number; readonly sum: AmountSum };

/** What an account has of one currency, and what it would get. */
type Total = AccountName & { readonly currency: string; readonly now: Tally; readonly change: Tally };

const namesOf = oncePer((table: ResultTable) => new RowAccountNames(table));

/**
 * What each row counts for, kept for the next question: there are nearly as many mappings to look at as rows. Of one
 * account there is one object, which may be a key.
 */
class RowAccountNames {
  readonly #table: ResultTable;
  readonly #names = new Map<string, AccountName>();
  /** By row, what it showed when it was looked at, and its account then. */
  readonly #shown: Int32Array;
  readonly #ofRow: AccountName[] = [];

  constructor(table: ResultTable) {
    this.#table = table;
    this.#shown = new Int32Array(table.rows.count).fill(PENDING);
  }

  ofRow(row: number): AccountName {
    const id = this.#table.shown(row);
    const known = this.#ofRow[row];
    // In one table an id never stands for another mapping, so the account is the same.
    if (known !== undefined && id === this.#shown[row] && id !== PENDING) return known;
    const name = this.same(accountNow(this.#table, row));
    this.#shown[row] = id;
    this.#ofRow[row] = name;
    return name;
  }

  /** The one object that stands for this account. */
  same(name: AccountName): AccountName {
    const text = `${name.kind} ${name.account}`;
    const known = this.#names.get(text) ?? name;
    this.#names.set(text, known);
    return known;
  }
}

function totalOf(
  totals: ReadonlyMap<AccountName, Map<string, Total>>,
  name: AccountName,
  currency: string,
): Total {
  const tally = (): Tally => ({ lines: 0, sum: new AmountSum() });
  const ofCurrencies = totals.get(name);
  const total = ofCurrencies?.get(currency) ?? { ...name, currency, now: tally(), change: tally() };
  ofCurrencies?.set(currency, total);
  return total;
}

function add(tally: Tally, amount: Amount | null, sign: 1 | -1): void {
  tally.lines += sign;
  if (amount !== null) tally.sum.add(sign > 0 ? amount : negated(amount));
}

const placesOf = ({ sum }: Tally) => sum.amount.decimals;

/** By how much it changes; without amounts, in rows. */
function sizeOf({ change: { lines, sum } }: Total, hasAmounts: boolean): number {
  const { units, decimals } = sum.amount;
  return Math.abs(hasAmounts ? Number(units) / 10 ** decimals : lines);
}

function previewOf(
  { kind, account, currency, now, change }: Total,
  textOf: (amount: Amount) => string | null,
): PreviewedAccount {
  return {
    kind,
    account,
    currency,
    now: { lines: now.lines, sum: textOf(now.sum.amount) },
    after: { lines: now.lines + change.lines, sum: textOf(sumOf(now.sum.amount, change.sum.amount)) },
  };
}
