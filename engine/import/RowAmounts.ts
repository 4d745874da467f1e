import {
  type Amount,
  AmountSum,
  type DecimalSign,
  isBlankAmount,
  type Money,
  type ReadColumns,
  readColumns,
} from '../amounts.ts';
import { type AmountColumns, markOf } from './amountColumns.ts';

/** What a row has as its amount. */
export type RowAmount =
  /** As the bank sees it: what came in is positive. */
  | { readonly kind: 'amount'; readonly amount: Amount; readonly currency: string }
  | { readonly kind: 'blank'; readonly currency: string }
  /** `cells`: those that are no amounts, or deny each other. */
  | { readonly kind: 'unread'; readonly cells: readonly string[]; readonly currency: string };

type Cells = (row: number, column: number) => string;

/** The amounts of a table's rows, read by one convention per column, which all of its cells decide together. */
export class RowAmounts {
  readonly decimal: DecimalSign;
  /** Whether the cells themselves say what their decimal sign is. */
  readonly isDecimalSure: boolean;
  /** What amounts without a mark are taken for; null where marks do not decide it. */
  readonly unmarked: ReadColumns['unmarked'];
  /** Whether columns or marks say what came in and what went out; else only the signs of the numbers do. */
  readonly tellsSides: boolean;
  readonly #columns: AmountColumns;
  readonly #cell: Cells;
  /** By column of amounts, its cells. */
  readonly #read: readonly (readonly (Money | null)[])[];
  /** Whether what went out is written without a minus in its own column, as is usual. */
  readonly #isOutPlain: boolean;
  readonly #hasMinus: boolean;
  /** The currency of rows that name none: the only one that is named, or none. */
  readonly #currency: string;

  /** @param decimal null: as the cells decide */
  constructor(rows: number, cell: Cells, columns: AmountColumns, decimal: DecimalSign | null) {
    this.#columns = columns;
    this.#cell = cell;
    const { amounts, currency } = columns;
    const read = readColumns(
      amounts.map((at) => cellsOf(rows, at, cell)),
      decimal,
    );
    this.#read = read.columns.map(({ cells }) => cells);
    this.decimal = decimal ?? read.decimal ?? '.';
    this.isDecimalSure = read.decimal !== null || amounts.length === 0;
    this.unmarked = read.unmarked;
    const [{ filled, out } = { filled: 0, out: 0 }] = read.columns;
    this.#hasMinus = out > 0;
    this.tellsSides = amounts.length === 2 || read.isMarked || (columns.marks !== null && !this.#hasMinus);
    this.#isOutPlain = out * 2 <= filled;
    const beside = Array.from({ length: rows }, (_unused, row) => codeOf(cell, row, currency));
    const named = beside.some(Boolean) ? beside : this.#read.flat().map((money) => money?.currency ?? '');
    this.#currency = onlyName(named);
  }

  read(row: number): RowAmount {
    const read = this.#read.map((cells) => cells[row] ?? null);
    const unread = read.some((money) => money === null) ? this.#unreadOf(row, read) : [];
    const [currency = this.#currency, ...others] = this.#currenciesOf(row, read);
    if (unread.length > 0) return { kind: 'unread', cells: unread, currency };
    if (others.length > 0) return { kind: 'unread', cells: this.#cellsOf(row), currency };
    if (read.every((money) => money === null)) return { kind: 'blank', currency };
    return { kind: 'amount', amount: this.#signedForHolder(row, read), currency };
  }

  #cellsOf(row: number): readonly string[] {
    return this.#columns.amounts.map((at) => this.#cell(row, at));
  }

  #unreadOf(row: number, read: readonly (Money | null)[]): readonly string[] {
    return this.#cellsOf(row).filter((cell, i) => read[i] === null && !isBlankAmount(cell));
  }

  /** A sign of several currencies adds nothing to the code in a column of its own. */
  #currenciesOf(row: number, read: readonly (Money | null)[]): ReadonlySet<string> {
    const own = codeOf(this.#cell, row, this.#columns.currency);
    const inCells = read.map((money) => money?.currency ?? '');
    return new Set([own, ...inCells.filter((name) => own === '' || name.length === 3)].filter(Boolean));
  }

  #signedForHolder(row: number, [first, second]: readonly (Money | null)[]): Amount {
    if (this.#columns.amounts.length === 2) {
      const out = first && this.#isOutPlain ? negated(first) : first;
      return sumOf(out ?? NOTHING, second ?? NOTHING);
    }
    const amount = first ?? NOTHING;
    const { marks } = this.#columns;
    const isOut = marks !== null && !this.#hasMinus && markOf(this.#cell(row, marks)) === 'out';
    return isOut ? negated(amount) : amount;
  }
}

const NOTHING: Amount = { units: 0n, decimals: 0 };

function negated({ units, decimals }: Amount): Amount {
  return { units: -units, decimals };
}

function sumOf(...amounts: readonly Amount[]): Amount {
  const sum = new AmountSum();
  for (const amount of amounts) sum.add(amount);
  return sum.amount;
}

function cellsOf(rows: number, column: number, cell: Cells): string[] {
  return Array.from({ length: rows }, (_unused, row) => cell(row, column));
}

function codeOf(cell: Cells, row: number, column: number | null): string {
  return column === null ? '' : cell(row, column).trim();
}

/** The only name that is not empty; empty where there are several, or none. */
function onlyName(names: readonly string[]): string {
  const [name = '', ...more] = new Set(names.filter(Boolean));
  return more.length === 0 ? name : '';
}
