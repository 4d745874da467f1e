import { PENDING } from '#contract/ledger.ts';
import type { AccountEffect, RowsEffect } from '#contract/rows.ts';
import { type Amount, AmountSum, amountText } from '#engine/amounts.ts';
import { oncePer } from '#model/oncePer.ts';
import { type AccountName, accountNow, toAccount } from './accountSummary.ts';
import type { ResultTable } from './ResultTable.ts';
import { amountsAsFound } from './tableAmounts.ts';

/** Accounts named one by one. */
const MAX_ACCOUNTS = 10;
/** Rows looked at between two steps: a few milliseconds' worth. */
const ROWS_PER_STEP = 1_000;

/**
 * What the accounts of rows have now, and if the rows `moved` get the accounts there, null for none: the net sums of the
 * summary. Yields the share done.
 */
export function* accountEffects(
  table: ResultTable,
  moved: ReadonlyMap<number, string | null>,
): Generator<number, Pick<RowsEffect, 'accounts' | 'moreAccounts' | 'decimal'>> {
  if (moved.size === 0) return { accounts: [], moreAccounts: 0, decimal: '.' };
  const { amounts, read } = amountsAsFound(table);
  const names = namesOf(table);
  const changing = changedAccounts(table, moved);
  const isChanging: boolean[] = [];
  const accounts: Map<string, Account>[] = [];
  for (let row = 0; row < table.rows.count; row++) {
    if ((row + 1) % ROWS_PER_STEP === 0) yield row / table.rows.count;
    const from = names.numberOfRow(row);
    isChanging[from] ??= changing.has(names.name(from).account);
    if (!isChanging[from]) continue;
    const amount = read(row);
    const { currency } = amount;
    const units = amount.kind === 'amount' ? amount.amount : null;
    const account = accountIn(accounts, names, from, currency);
    add(account.now, units, 1);
    const to = moved.get(row);
    if (to === undefined) continue;
    add(account.change, units, -1);
    add(accountIn(accounts, names, names.number(toAccount(to)), currency).change, units, 1);
  }
  const decimal = amounts?.decimal ?? '.';
  const all = accounts.flatMap((ofCurrencies) => [...ofCurrencies.values()]);
  const places = Math.max(0, ...all.map(({ now, change }) => Math.max(placesOf(now), placesOf(change))));
  const changed = all.filter(({ change }) => change.lines !== 0 || change.sum.amount.units !== 0n);
  changed.sort((a, b) => sizeOf(b, amounts !== null) - sizeOf(a, amounts !== null));
  const textOf = (amount: Amount) => (amounts === null ? null : amountText(amount, decimal, places));
  return {
    accounts: changed.slice(0, MAX_ACCOUNTS).map((account) => effectOf(account, textOf)),
    moreAccounts: Math.max(0, changed.length - MAX_ACCOUNTS),
    decimal,
  };
}

type Tally = { lines: number; readonly sum: AmountSum };

/** What an account has of one currency, and what it would get. */
type Account = AccountName & { readonly currency: string; readonly now: Tally; readonly change: Tally };

/** The accounts that lose or get rows. */
function changedAccounts(table: ResultTable, moved: ReadonlyMap<number, string | null>): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const to of new Set(moved.values())) changed.add(toAccount(to).account);
  for (const row of moved.keys()) changed.add(accountNow(table, row).account);
  return changed;
}

const namesOf = oncePer((table: ResultTable) => new RowAccountNames(table));

/** What each row counts for, kept for the next question: there are nearly as many mappings to look at as rows. */
class RowAccountNames {
  readonly #table: ResultTable;
  readonly #names: AccountName[] = [];
  readonly #numbers = new Map<string, number>();
  /** By row, what it showed when it was looked at, and the number of its account then. */
  readonly #shown: Int32Array;
  readonly #ofRow: Int32Array;

  constructor(table: ResultTable) {
    this.#table = table;
    this.#shown = new Int32Array(table.rows.count).fill(PENDING);
    this.#ofRow = new Int32Array(table.rows.count);
  }

  numberOfRow(row: number): number {
    const id = this.#table.shown(row);
    // In one table an id never stands for another mapping, so the account is the same.
    if (id === this.#shown[row] && id !== PENDING) return this.#ofRow[row] as number;
    const number = this.number(accountNow(this.#table, row));
    this.#shown[row] = id;
    this.#ofRow[row] = number;
    return number;
  }

  number(name: AccountName): number {
    const text = `${name.kind} ${name.account}`;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#names.push(name) - 1);
    return this.#names.length - 1;
  }

  name(number: number): AccountName {
    return this.#names[number] as AccountName;
  }
}

/** @param accounts by number in `names`, then by currency */
function accountIn(
  accounts: Map<string, Account>[],
  names: RowAccountNames,
  number: number,
  currency: string,
): Account {
  const ofCurrencies = accounts[number] ?? new Map<string, Account>();
  accounts[number] = ofCurrencies;
  const known = ofCurrencies.get(currency);
  if (known !== undefined) return known;
  const tally = (): Tally => ({ lines: 0, sum: new AmountSum() });
  const account = { ...names.name(number), currency, now: tally(), change: tally() };
  ofCurrencies.set(currency, account);
  return account;
}

function add(tally: Tally, amount: Amount | null, sign: 1 | -1): void {
  tally.lines += sign;
  if (amount !== null) tally.sum.add(sign > 0 ? amount : { ...amount, units: -amount.units });
}

const placesOf = ({ sum }: Tally) => sum.amount.decimals;

/** By how much it changes; without amounts, in rows. */
function sizeOf({ change: { lines, sum } }: Account, hasAmounts: boolean): number {
  const { units, decimals } = sum.amount;
  return Math.abs(hasAmounts ? Number(units) / 10 ** decimals : lines);
}

function effectOf(
  { kind, account, currency, now, change }: Account,
  textOf: (amount: Amount) => string | null,
): AccountEffect {
  const after = new AmountSum();
  after.add(now.sum.amount);
  after.add(change.sum.amount);
  return {
    kind,
    account,
    currency,
    now: { lines: now.lines, sum: textOf(now.sum.amount) },
    after: { lines: now.lines + change.lines, sum: textOf(after.amount) },
  };
}
