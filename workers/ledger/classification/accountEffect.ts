import type { AccountEffect, RowsEffect } from '#contract/rows.ts';
import { type Amount, AmountSum, amountText } from '#engine/amounts.ts';
import type { MappingId } from '#model/classification.ts';
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
  const affected = affectedBy(table, moved);
  const accounts = new Map<string, Account>();
  for (let row = 0; row < table.rows.count; row++) {
    if ((row + 1) % ROWS_PER_STEP === 0) yield row / table.rows.count;
    const from = affected.get(table.shown(row));
    if (!from) continue;
    const { currency, ...amount } = read(row);
    const units = amount.kind === 'amount' ? amount.amount : null;
    const account = accountIn(accounts, from, currency);
    add(account.now, units, 1);
    const to = moved.get(row);
    if (to === undefined) continue;
    add(account.change, units, -1);
    add(accountIn(accounts, toAccount(to), currency).change, units, 1);
  }
  const decimal = amounts?.decimal ?? '.';
  const all = [...accounts.values()];
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

const nameOf = ({ kind, account }: AccountName) => `${kind} ${account}`;

/** By what rows show, the accounts that lose or get rows; null for the others. */
function affectedBy(
  table: ResultTable,
  moved: ReadonlyMap<number, string | null>,
): ReadonlyMap<MappingId, AccountName | null> {
  const names = new Set<string>();
  for (const to of new Set(moved.values())) names.add(toAccount(to).account);
  for (const row of moved.keys()) names.add(accountNow(table, row).account);
  const shown = new Map<MappingId, AccountName | null>();
  for (let row = 0; row < table.rows.count; row++) {
    const id = table.shown(row);
    if (shown.has(id)) continue;
    const account = accountNow(table, row);
    shown.set(id, names.has(account.account) ? account : null);
  }
  return shown;
}

function accountIn(accounts: Map<string, Account>, name: AccountName, currency: string): Account {
  const id = `${currency} ${nameOf(name)}`;
  const known = accounts.get(id);
  if (known !== undefined) return known;
  const tally = (): Tally => ({ lines: 0, sum: new AmountSum() });
  const account = { ...name, currency, now: tally(), change: tally() };
  accounts.set(id, account);
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
