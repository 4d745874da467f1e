import type { Amount } from '../../amounts.ts';
import type { AmountColumns } from '../amounts/amountCandidates.ts';
import { amountOfUnits, NumericColumns, type ReadTable } from '../amounts/NumericColumns.ts';
import { findProofs, type Proof, type ReadingContext } from '../amounts/proofs.ts';
import { findRowKinds } from '../amounts/rowKinds.ts';
import type { RowLabel } from '../amounts/rowLabels.ts';
import { type RowOrder, rowOrders } from '../amounts/rowOrder.ts';

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

const NAMES = ['Date', 'Amount'];
const AMOUNTS: AmountColumns = { columns: [1], side: null, sides: 'names', found: 'names' };

/**
 * The entries of one account that are balances or totals: those with a label that the balances of the statement, or of other
 * such entries, agree only without; or one that repeats the only balance of the statement.
 * @param isWhole balances agree with all entries: they are payments
 */
export function findNoPayments(entries: readonly Entry[], own: Balances, isWhole: boolean): NoPayments {
  if (entries.length === 0) return { kinds: new Map(), opening: null };
  const proof = isWhole
    ? null
    : (proofOf(entries, own) ?? proofOf(entries, { opening: null, closing: null }));
  const context = proof?.context ?? contextOf(entries, own);
  const { balances, totals } = findRowKinds(context, AMOUNTS, proof);
  const [only, ...others] = [own.opening, own.closing].filter((amount) => amount !== null);
  const repeats = ({ label, amount }: Entry) => label === 'balance' && Number(amount) === Number(only);
  const isRepeated = proof === null && only !== undefined && others.length === 0;
  const repeated = isRepeated ? entries.filter(repeats) : [];
  const named = (rows: readonly number[], kind: RowLabel) =>
    rows.flatMap((row) => (entries[row] ? [[entries[row], kind] as const] : []));
  return {
    kinds: new Map([
      ...named(balances, 'balance'),
      ...named(totals, 'total'),
      ...repeated.map((entry) => [entry, 'balance'] as const),
    ]),
    opening: proof === null ? null : amountOfUnits(proof.result.opening),
  };
}

/** The balances that agree with the entries, their signs as the format says; null for none. */
function proofOf(entries: readonly Entry[], own: Balances): (Proof & { context: ReadingContext }) | null {
  const context = contextOf(entries, own);
  const proofs = findProofs(context, [AMOUNTS]);
  const proof = proofs.find(({ isReversed, result }) => !isReversed && result.breaks.length === 0);
  return proof === undefined ? null : { ...proof, context };
}

/** The balances of the statement are further entries, before the oldest and behind the newest. */
function contextOf(entries: readonly Entry[], { opening, closing }: Balances): ReadingContext {
  const orders = rowOrders(
    entries.length,
    entries.map(({ date }) => date),
  );
  const balance = (amount: string | null): Entry[] =>
    amount === null ? [] : [{ date: '', amount, label: 'balance', cells: null }];
  const all = [...entries, ...balance(opening), ...balance(closing)];
  const table = tableOf(all);
  const before = opening === null ? [] : [entries.length];
  const behind = closing === null ? [] : [all.length - 1];
  return {
    table,
    numbers: new NumericColumns(table, '.', AMOUNTS.columns),
    marks: null,
    labelled: new Map(all.flatMap(({ label }, row) => (label === null ? [] : [[row, label] as const]))),
    repeated: [],
    isUndated: () => false,
    orders: orders.map(
      (order): RowOrder => ({ ...order, rows: Int32Array.from([...before, ...order.rows, ...behind]) }),
    ),
  };
}

function tableOf(entries: readonly Entry[]): ReadTable {
  const cell = (row: number, column: number) => {
    const { date = '', amount = '' } = entries[row] ?? {};
    return column === 0 ? date : amount;
  };
  return { rows: entries.length, names: NAMES, cell, line: (row) => cell(row, 1), descriptions: [0] };
}
