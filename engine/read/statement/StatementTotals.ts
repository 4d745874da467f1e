import type { StatementTotal } from '#model/fileReading.ts';
import { type Amount, AmountSum, amountText, negated, readAmount, sumOf } from '../../amounts.ts';
import { type RowLabel, rowLabel } from '../amounts/rowLabels.ts';
import type { SourceRow } from '../csv.ts';
import {
  DESCRIPTION_COLUMN,
  FEE_COLUMN,
  KIND_COLUMN,
  STATEMENT_COLUMNS,
  type StatementBalance,
  type StatementColumns,
} from './entries.ts';
import { type Entry, findNoPayments } from './noPayments.ts';

const [DATE, AMOUNT, CURRENCY, ACCOUNT] = (['Date', 'Amount', 'Currency', 'Bank account'] as const).map(
  (name) => STATEMENT_COLUMNS.indexOf(name),
) as [number, number, number, number];

type Sum = {
  readonly account: string;
  readonly currency: string;
  rows: number;
  from: string;
  to: string;
  /** Of all rows, those included that turn out to be no payments. */
  readonly sum: AmountSum;
  /** What the bank took beside the amounts. */
  readonly fees: AmountSum;
  readonly openings: string[];
  readonly closings: string[];
  /** From the first row on that is called a balance or a total; what stands above it is one entry. */
  readonly entries: Entry[];
};

/**
 * Adds up the payments of statements, by account and currency, to be held against the balances; and tells the rows that are
 * no payments. The last balance may decide which these are, so that rows are held back from the first on that may be one.
 */
export class StatementTotals {
  readonly #columns: StatementColumns;
  readonly #sums = new Map<string, Sum>();
  readonly #held: SourceRow[] = [];
  readonly #kinds = new Map<SourceRow, RowLabel>();
  #all: readonly StatementTotal[] = [];

  constructor(columns: StatementColumns) {
    this.#columns = columns;
  }

  /** Of each account and currency; empty until all rows are read. */
  get all(): readonly StatementTotal[] {
    return this.#all;
  }

  /** Counts rows, and gives back those above the first that may be no payment. */
  take(read: readonly SourceRow[]): readonly SourceRow[] {
    const rows = read.map((row) => this.#columns.withCells(row, row.others));
    return rows.filter((row) => {
      const isLabelled = this.#take(row);
      if (isLabelled || this.#held.length > 0) this.#held.push(row);
      return this.#held.length === 0;
    });
  }

  /** Gives the rows that were held back. */
  finish(balances: readonly StatementBalance[]): readonly SourceRow[] {
    for (const { kind, account, currency, amount } of balances) {
      const own = this.#sumOf(account, currency);
      (kind === 'closing' ? own.closings : own.openings).push(amount);
    }
    this.#all = [...this.#sums.values()].map((own) => this.#totalOf(own));
    return this.#held.map((row) => this.#columns.withCells(row, { [KIND_COLUMN]: this.#kinds.get(row) }));
  }

  /** Answers whether the row is called a balance or a total. */
  #take(row: SourceRow): boolean {
    const { cells } = row;
    const [date = '', amount = '', text = ''] = [cells[DATE], cells[AMOUNT], cells[DESCRIPTION_COLUMN]];
    const label = rowLabel(text);
    const own = this.#sumOf(cells[ACCOUNT] ?? '', cells[CURRENCY] ?? '');
    const { entries, sum } = own;
    if (label !== null && entries.length === 0 && own.rows > 0)
      entries.push({ date: own.from, amount: amountText(sum.amount, '.'), label: null, row: null });
    if (label !== null || entries.length > 0) entries.push({ date, amount, label, row });
    own.rows++;
    sum.add(amountOf(amount));
    own.fees.add(amountOf(cells[this.#columns.names.indexOf(FEE_COLUMN)] ?? ''));
    if (own.from === '' || date < own.from) own.from = date;
    if (date > own.to) own.to = date;
    return label !== null;
  }

  #totalOf({ entries, sum, fees, openings, closings, ...rest }: Sum): StatementTotal {
    const inOrder = { opening: openings[0] ?? null, closing: closings.at(-1) ?? null };
    // A file may have the newest statement first.
    const reversed = { opening: openings.at(-1) ?? null, closing: closings[0] ?? null };
    const isWholeWith = (own: typeof inOrder) =>
      differenceOf(own.opening, sum.amount, own.closing) === '0.00';
    const own = { ...rest, ...(isWholeWith(reversed) ? reversed : inOrder) };
    const isWhole = isWholeWith(own);
    const found = findNoPayments(entries, own, isWhole);
    for (const [{ row, amount }, kind] of found.kinds) {
      if (row !== null) this.#kinds.set(row, kind);
      sum.add(negated(amountOf(amount)));
    }
    const opening = own.opening ?? (found.opening && amountText(found.opening, '.', 2));
    const difference = differenceOf(opening, sum.amount, own.closing);
    const isFees =
      fees.amount.units !== 0n && difference?.replace('-', '') === amountText(fees.amount, '.', 2);
    return {
      ...own,
      opening,
      rows: own.rows - found.kinds.size,
      noPayments: found.kinds.size,
      sum: amountText(sum.amount, '.', 2),
      difference,
      explainedBy: isFees ? FEE_COLUMN : null,
    };
  }

  #sumOf(account: string, currency: string): Sum {
    const id = `${account}\n${currency}`;
    const known = this.#sums.get(id);
    if (known) return known;
    const none = { rows: 0, from: '', to: '', openings: [], closings: [] };
    const sum: Sum = { account, currency, ...none, sum: new AmountSum(), fees: new AmountSum(), entries: [] };
    this.#sums.set(id, sum);
    return sum;
  }
}

function amountOf(cell: string): Amount {
  return readAmount(cell, '.') ?? { units: 0n, decimals: 0 };
}

function differenceOf(opening: string | null, payments: Amount, closing: string | null): string | null {
  const [first, last] = [opening, closing].map((text) => (text === null ? null : readAmount(text, '.')));
  if (!first || !last) return null;
  return amountText(sumOf(last, negated(first), negated(payments)), '.', 2);
}
