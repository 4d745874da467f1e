import { NOTHING_CHOSEN, type ReadingChoice } from '#model/amountReading.ts';
import { type Amount, isBlankAmount, type Money, negated, readAmountBy, sumOf } from '../../amounts.ts';
import { signsOf } from './amountCandidates.ts';
import { findReading, type Reading } from './findReading.ts';
import { amountOfUnits, type NumericColumn, type NumericColumns, type ReadTable } from './NumericColumns.ts';
import type { RowKind } from './rowKinds.ts';

/** What a row has as its amount. */
export type RowAmount =
  /** As the bank sees it: what came in is positive. */
  | { readonly kind: 'amount'; readonly amount: Amount; readonly currency: string }
  | { readonly kind: 'blank'; readonly currency: string }
  /** A balance, a total or a repeated row: it is in no sum. */
  | { readonly kind: 'no-payment'; readonly row: RowKind; readonly currency: string }
  /** `cells`: those that are no amounts, or deny each other. */
  | { readonly kind: 'unread'; readonly cells: readonly string[]; readonly currency: string };

/** The amounts of a table's rows, read as its columns together say it. */
export class RowAmounts {
  readonly reading: Reading;
  /** What amounts without a mark are taken for (`12.50` beside `12.50 CR`); null where marks do not decide it. */
  readonly unmarked: NumericColumn['convention']['unmarked'];
  /** Whether columns or marks say what came in and what went out; else only the signs of the numbers do. */
  readonly tellsSides: boolean;
  readonly #table: ReadTable;
  readonly #numbers: NumericColumns;
  readonly #columns: readonly NumericColumn[];
  readonly #signs: ReturnType<typeof signsOf>;
  readonly #kinds: ReadonlyMap<number, RowKind>;
  /** The currency of rows that name none: the only one that is named, or none. */
  readonly #currency: string;
  /** Sums, samples and previews ask again for what a row has. */
  readonly #known: RowAmount[] = [];

  /** @param leavesOutRepeated repeated rows are no payments */
  constructor(table: ReadTable, choice: ReadingChoice = NOTHING_CHOSEN, leavesOutRepeated = false) {
    const { reading, numbers, isOut } = findReading(table, choice);
    const columns = reading.amounts.flatMap((at) => numbers.at(at) ?? []);
    this.reading = reading;
    this.#numbers = numbers;
    this.#table = table;
    this.#columns = columns;
    this.#signs = signsOf(columns, reading.side, isOut);
    const [first] = columns;
    this.unmarked = columns.length === 1 ? (first?.convention.unmarked ?? null) : null;
    const isMarked = columns.some((column) => column.isMarked) || isOut !== null;
    this.tellsSides = columns.length === 2 || isMarked || reading.side !== null;
    const { balances, totals, repeated } = reading.kinds;
    this.#kinds = new Map<number, RowKind>([
      ...(leavesOutRepeated ? repeated : []).map((row) => [row, 'repeated'] as const),
      ...balances.map((row) => [row, 'balance'] as const),
      ...totals.map((row) => [row, 'total'] as const),
    ]);
    this.#currency = onlyName(this.#namedCurrencies());
  }

  read(row: number): RowAmount {
    const known = this.#known[row] ?? this.#read(row);
    this.#known[row] = known;
    return known;
  }

  #read(row: number): RowAmount {
    const read = this.#columns.map(({ at, convention }) =>
      readAmountBy(this.#table.cell(row, at), convention),
    );
    const [currency = this.#currency, ...others] = this.#currenciesOf(row, read);
    const kind = this.#kinds.get(row);
    if (kind !== undefined) return { kind: 'no-payment', row: kind, currency };
    const cells = this.cellsOf(row);
    const unread = cells.filter((cell, i) => read[i] === null && !isBlankAmount(cell));
    if (unread.length > 0) return { kind: 'unread', cells: unread, currency };
    if (others.length > 0) return { kind: 'unread', cells, currency };
    const amount = this.#signedForHolder(row, read);
    return amount === null ? { kind: 'blank', currency } : { kind: 'amount', amount, currency };
  }

  get rows(): number {
    return this.#table.rows;
  }

  /** The cells of a row that its amount is read from. */
  cellsOf(row: number): readonly string[] {
    return this.#columns.map(({ at }) => this.#table.cell(row, at));
  }

  /** Another column of numbers whose sum is this, or this with the other sign: it explains a difference. Null for none. */
  columnWithSum(sum: Amount): number | null {
    const others = this.#numbers.all.filter(
      ({ at, heading }) => !this.reading.amounts.includes(at) && !heading.isBalance,
    );
    const size = (amount: Amount) => Math.abs(Number(amount.units)) / 10 ** amount.decimals;
    const isSame = ({ units }: NumericColumn) => {
      const known = units.filter((own) => !Number.isNaN(own));
      return size(amountOfUnits(known.reduce((all, own) => all + own, 0))) === size(sum);
    };
    return others.find(isSame)?.at ?? null;
  }

  /** The currencies of all rows: by their column, else by the cells of amounts. */
  *#namedCurrencies(): Generator<string> {
    const { column, code } = this.reading.currency;
    if (code !== '') return yield code;
    for (let row = 0; row < this.#table.rows; row++) {
      if (column !== null) yield this.#table.cell(row, column).trim();
      else if (this.#columns.some(({ isMoney }) => isMoney))
        for (const cell of this.cellsOf(row)) yield currencyIn(cell);
    }
  }

  /** A sign of several currencies adds nothing to the code in a column of its own, or in the heading. */
  #currenciesOf(row: number, read: readonly (Money | null)[]): ReadonlySet<string> {
    const { column, code } = this.reading.currency;
    const own = column === null ? code : this.#table.cell(row, column).trim();
    const inCells = read.map((money) => money?.currency ?? '');
    return new Set([own, ...inCells.filter((name) => own === '' || name.length === 3)].filter(Boolean));
  }

  /** Null for a row without any amount. */
  #signedForHolder(row: number, read: readonly (Money | null)[]): Amount | null {
    const signs = this.#signs(row);
    const turn = this.reading.isReversed ? -1 : 1;
    const [first, ...others] = read.flatMap((money, i) => {
      if (money === null) return [];
      return (signs[i] ?? 1) === turn ? money : negated(money);
    });
    if (first === undefined) return null;
    return others.length === 0 ? first : sumOf(first, ...others);
  }
}

/** What in a cell is no number and no sign: perhaps a currency. */
const BESIDE_NUMBER = /[^\d.,'’()\s+-]/u;

function currencyIn(cell: string): string {
  if (!BESIDE_NUMBER.test(cell)) return '';
  return readAmountBy(cell, { decimal: '.', unmarked: null })?.currency ?? '';
}

/** The only name that is not empty; empty where there are several, or none. */
function onlyName(names: Iterable<string>): string {
  const named = new Set<string>();
  for (const name of names) if (name !== '') named.add(name);
  const [name = '', ...more] = named;
  return more.length === 0 ? name : '';
}
