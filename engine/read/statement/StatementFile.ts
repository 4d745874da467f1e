import type { SkippedLine, StatementFormat, StatementTotal } from '#model/fileReading.ts';
import { type Amount, AmountSum, amountText, negated, sumOf } from '../../amounts.ts';
import { rowLabel } from '../amounts/rowLabels.ts';
import type { SourceRow } from '../csv.ts';
import type { ReadBudget } from '../ReadBudget.ts';
import { CamtReader } from './CamtReader.ts';
import {
  amountOf,
  FEE_COLUMN,
  KIND_COLUMN,
  plainText,
  STATEMENT_COLUMNS,
  type StatementBalance,
  type StatementEntry,
  type StatementReader,
  type StatementSink,
} from './entries.ts';
import { Mt940Reader } from './Mt940Reader.ts';
import { type Entry, findNoPayments } from './noPayments.ts';
import { OfxReader } from './OfxReader.ts';
import { QifReader } from './QifReader.ts';

type Row = { readonly line: number; readonly cells: string[] };

/** What a statement has of one account and currency. */
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
 * Reads a statement in a format of its own as a table, and adds up the payments by account and currency, to be held against
 * the balances. The last balance may decide which rows are no payments, so that rows are held back from the first on that may
 * be one.
 */
export class StatementFile implements StatementSink {
  readonly format: StatementFormat;
  readonly skipped: SkippedLine[] = [];
  /** The columns of all statements, and behind them others in the order in which rows first fill them. Grows while it is read. */
  readonly names: string[] = [...STATEMENT_COLUMNS];
  readonly #reader: StatementReader;
  readonly #sums = new Map<string, Sum>();
  readonly #rows: Row[] = [];
  #isHeldBack = false;
  #totals: readonly StatementTotal[] = [];

  constructor(format: StatementFormat, budget: ReadBudget) {
    this.format = format;
    this.#reader = readerOf(format, budget, this);
  }

  /** Of each account and currency; empty until all is read. */
  get totals(): readonly StatementTotal[] {
    return this.#totals;
  }

  /** The rows that are complete with this piece of its text, whose only line end is LF. Throws {@link DamagedStatementError}. */
  read(piece: string): SourceRow[] {
    this.#reader.read(piece);
    return this.#isHeldBack ? [] : this.#rows.splice(0);
  }

  /** The last rows. */
  end(): SourceRow[] {
    this.#reader.end();
    this.#totals = [...this.#sums.values()].map((own) => this.#totalOf(own));
    return this.#rows.splice(0);
  }

  payment({ line, others = {}, ...entry }: StatementEntry): void {
    const { date, description, amount, currency, counterparty, reference, account } = entry;
    const cells = [date, description, amount, currency, counterparty, reference, account];
    for (const [name, text] of Object.entries(others)) this.#fill(cells, name, text);
    this.#rows.push({ line, cells });
    this.#count(cells, entry, others[FEE_COLUMN]);
  }

  balance({ kind, account, currency, amount }: StatementBalance): void {
    const own = this.#sumOf(account, currency);
    (kind === 'closing' ? own.closings : own.openings).push(amount);
  }

  /** Writes into a column, which blank texts do not make. */
  #fill(cells: string[], name: string, text: string | undefined): void {
    const plain = plainText(text);
    if (plain === '') return;
    if (!this.names.includes(name)) this.names.push(name);
    const at = this.names.indexOf(name);
    while (cells.length < at) cells.push('');
    cells[at] = plain;
  }

  #count(
    cells: string[],
    { date, amount, description, account, currency }: Omit<StatementEntry, 'line'>,
    fee: string | undefined,
  ): void {
    const label = rowLabel(description);
    const own = this.#sumOf(account, currency);
    const { entries, sum } = own;
    if (label !== null) this.#isHeldBack = true;
    if (label !== null && entries.length === 0 && own.rows > 0)
      entries.push({ date: own.from, amount: amountText(sum.amount, '.'), label: null, cells: null });
    if (label !== null || entries.length > 0) entries.push({ date, amount, label, cells });
    own.rows++;
    sum.add(amountOf(amount));
    own.fees.add(amountOf(fee));
    if (own.from === '' || date < own.from) own.from = date;
    if (date > own.to) own.to = date;
  }

  #totalOf({ entries, sum, fees, openings, closings, ...rest }: Sum): StatementTotal {
    const inOrder = { opening: openings[0] ?? null, closing: closings.at(-1) ?? null };
    // A file may have the newest statement first.
    const reversed = { opening: openings.at(-1) ?? null, closing: closings[0] ?? null };
    const isWholeWith = (own: typeof inOrder) =>
      differenceOf(own.opening, sum.amount, own.closing) === '0.00';
    const own = { ...rest, ...(isWholeWith(reversed) ? reversed : inOrder) };
    const found = findNoPayments(entries, own, isWholeWith(own));
    for (const [{ cells, amount }, kind] of found.kinds) {
      if (cells !== null) this.#fill(cells, KIND_COLUMN, kind);
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

function readerOf(format: StatementFormat, budget: ReadBudget, into: StatementSink): StatementReader {
  switch (format) {
    case 'ofx':
      return new OfxReader(budget, into);
    case 'qif':
      return new QifReader(budget, into);
    case 'mt940':
      return new Mt940Reader(budget, into);
    default:
      return new CamtReader(format, budget, into);
  }
}

function differenceOf(opening: string | null, payments: Amount, closing: string | null): string | null {
  if (opening === null || closing === null) return null;
  return amountText(sumOf(amountOf(closing), negated(amountOf(opening)), negated(payments)), '.', 2);
}
