import type { Amount } from '../../amounts.ts';
import { findReading, type Reading } from '../amounts/findReading.ts';
import { amountOfUnits } from '../amounts/NumericColumns.ts';
import type { RowLabel } from '../amounts/rowLabels.ts';

/** A payment of one account, or what is perhaps none; `cells` of its row, null for the sum of several. */
export type Entry = {
  readonly date: string;
  readonly amount: string;
  readonly label: RowLabel | null;
  readonly cells: string[] | null;
};

type Balances = { readonly opening: string | null; readonly closing: string | null };

type NoPayments = {
  readonly kinds: ReadonlyMap<Entry, RowLabel>;
  /** The balance before the first row, where rows tell it. */
  readonly opening: Amount | null;
};

const NO_BALANCES: Balances = { opening: null, closing: null };

/**
 * The entries of one account that are balances or totals: those with a label that the balances of the statement, or of other
 * such entries, agree only without; or one that repeats the only balance of the statement.
 * @param isWhole balances agree with all entries: they are payments
 */
export function findNoPayments(entries: readonly Entry[], own: Balances, isWhole: boolean): NoPayments {
  if (entries.length === 0) return { kinds: new Map(), opening: null };
  const tried = isWhole ? [] : [own, NO_BALANCES].map((balances) => kindsBy(entries, balances));
  const proven = tried.find(({ opening }) => opening !== null);
  if (proven) return proven;
  const [only, ...others] = [own.opening, own.closing].filter((amount) => amount !== null);
  const isRepeated = !isWhole && only !== undefined && others.length === 0;
  const isBalance = ({ label, amount }: Entry) =>
    label === 'balance' && (Number(amount) === 0 || (isRepeated && Number(amount) === Number(only)));
  return { kinds: new Map(entries.filter(isBalance).map((entry) => [entry, 'balance'])), opening: null };
}

/** What the entries are where balances agree with the others, their signs as the format says; no opening where none do. */
function kindsBy(entries: readonly Entry[], balances: Balances): NoPayments {
  const all = withBalances(entries, balances);
  const { kinds, ...reading } = readingOf(all);
  const named = (rows: readonly number[], kind: RowLabel) =>
    rows.flatMap((row) => (all[row]?.cells ? [[all[row], kind] as const] : []));
  const agrees = reading.balances?.breaks.length === 0 && !reading.isReversed;
  return {
    kinds: new Map([...named(kinds.balances, 'balance'), ...named(kinds.totals, 'total')]),
    opening: agrees && reading.balances ? amountOfUnits(reading.balances.opening) : null,
  };
}

/** The balances of the statement are further entries, before the oldest and behind the newest. */
function withBalances(entries: readonly Entry[], { opening, closing }: Balances): readonly Entry[] {
  const [first, last] = [entries[0]?.date ?? '', entries.at(-1)?.date ?? ''];
  const balance = (amount: string | null, date: string): Entry[] =>
    amount === null ? [] : [{ date, amount, label: 'balance', cells: null }];
  const [above, below] = first > last ? [closing, opening] : [opening, closing];
  return [...balance(above, first), ...entries, ...balance(below, last)];
}

function readingOf(entries: readonly Entry[]): Reading {
  const rows = entries.map(({ date, amount, label }) => [date, label ?? '', amount]);
  const cell = (row: number, column: number) => rows[row]?.[column] ?? '';
  // No row repeats another: each is an entry of its own.
  const table = { rows: rows.length, names: ['', '', 'Amount'], cell, line: String, descriptions: [1] };
  return findReading(table).reading;
}
