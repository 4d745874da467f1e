import {
  type Amount,
  type Convention,
  type DecimalSign,
  findConvention,
  findDecimalSign,
  hasThousandths,
  isBlankAmount,
  isWrittenAsMoney,
  type Money,
  readAmountBy,
} from '../../amounts.ts';
import { type AmountHeading, amountHeading } from './amountNames.ts';

/** A table of which every row is read. */
export type ReadTable = {
  readonly rows: number;
  /** By column; empty where one has none. */
  readonly names: readonly string[];
  readonly cell: (row: number, column: number) => string;
  /** A row as it is written. */
  readonly line: (row: number) => string;
  /** The columns that are descriptions, which are no amounts. */
  readonly descriptions: readonly number[];
};

/** A column whose cells are numbers. */
export type NumericColumn = {
  readonly at: number;
  readonly heading: AmountHeading;
  readonly convention: Convention;
  /** Some cells name their side, as `12.50 CR` does. */
  readonly isMarked: boolean;
  /** Amounts other than zero, and those of them with a sign or a mark of what went out. */
  readonly filled: number;
  readonly negative: number;
  /** The cells as numbers of units of one decimal that all columns share; NaN where there is no amount. */
  readonly units: Float64Array;
  /** Rows with something else than an amount, or with one of more decimals. */
  readonly unread: ReadonlySet<number>;
  /** Whether the cells are written as money: numbers alone may as well be references. */
  readonly isMoney: boolean;
};

/** Rows by which a column is taken for numbers. */
const SAMPLE_ROWS = 500;
/** Share of the cells that are not blank and must be amounts: in a column without a name that says so, and in one with it. */
const MOSTLY = 0.9;
const MOSTLY_IF_NAMED = 0.25;
/** Share of the rows that a column of one side may fill with something else than amounts. */
const SELDOM_FILLED = 0.25;
/** Amounts have no more decimals; rates may. */
const MOST_DECIMALS = 4;
/** Nearly all cells are written so: whole part and decimals. */
const PLAIN: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^-?\d{1,11}(?:\.(\d{1,4}))?$/,
  ',': /^-?\d{1,11}(?:,(\d{1,4}))?$/,
};

/** The columns of a table that hold numbers, each read once. */
export class NumericColumns {
  readonly all: readonly NumericColumn[];
  readonly decimal: DecimalSign;
  /** Whether the cells themselves say what their decimal sign is. */
  readonly isDecimalSure: boolean;

  /**
   * @param decimal null: as the cells decide
   * @param chosen columns that are read whatever is in them
   */
  constructor(table: ReadTable, decimal: DecimalSign | null, chosen: readonly number[] = []) {
    const found = table.names.flatMap((name, at) => {
      const heading = amountHeading(name);
      const cells = cellsOf(table, at, Math.min(table.rows, SAMPLE_ROWS));
      const sample = cells.filter((cell) => !isBlankAmount(cell));
      const isText = table.descriptions.includes(at) || !areNumbers(sample, heading, cells.length);
      const isRead = chosen.includes(at) || !isText;
      return isRead ? [{ at, heading, sample }] : [];
    });
    const cellsIn = (columns: typeof found) => columns.flatMap(({ sample }) => sample);
    const own = findDecimalSign(cellsIn(found.filter(({ heading }) => isNamed(heading))));
    const read = decimal ?? own ?? findDecimalSign(cellsIn(found));
    this.isDecimalSure = read !== null;
    this.decimal = read ?? likelyDecimal(table, cellsIn(found));
    this.all = found.map(({ at, heading, sample }) => ({
      at,
      heading,
      isMoney: sample.some(isWrittenAsMoney),
      ...readNumbers(table, at, this.decimal),
    }));
  }

  /** Gives the numbers of a column without signs those that another column marks. */
  mark(column: number, isOut: (row: number) => boolean): void {
    const { units, negative } = this.at(column) ?? {};
    if (units === undefined || negative !== 0) return;
    for (const [row, own] of units.entries()) if (isOut(row)) units[row] = -own;
  }

  /** The column at a place of the table; undefined where that has no numbers. */
  at(column: number): NumericColumn | undefined {
    return this.all.find(({ at }) => at === column);
  }
}

function isNamed({ rank, side, isBalance }: AmountHeading): boolean {
  return rank !== null || side !== null || isBalance;
}

function cellsOf({ cell }: ReadTable, column: number, rows: number): string[] {
  return Array.from({ length: rows }, (_unused, row) => cell(row, column));
}

/** A column without any amount may be the other half of a pair, where its name says so: `n/a` is one that was not read. */
function areNumbers(filled: readonly string[], heading: AmountHeading, rows: number): boolean {
  const { decimal, unmarked } = findConvention(filled);
  const convention = { decimal: decimal ?? '.', unmarked };
  const readable = filled.filter((cell) => readAmountBy(cell, convention) !== null).length;
  if (readable === 0) return heading.side !== null && filled.length <= rows * SELDOM_FILLED;
  return readable >= filled.length * (isNamed(heading) ? MOSTLY_IF_NAMED : MOSTLY);
}

/** Three digits behind each mark, as in `1.200`, are thousands, but in money that has thousandths. */
function likelyDecimal({ rows, names, line }: ReadTable, cells: readonly string[]): DecimalSign {
  const mark = cells.map((cell) => /[.,](?=\d{3}(?!\d))/.exec(cell)?.[0]).find(Boolean);
  if (mark === undefined) return '.';
  const codes = [...names, rows > 0 ? line(0) : ''].join(' ').match(/\b[A-Z]{3}\b/g) ?? [];
  return codes.some(hasThousandths) === (mark === '.') ? '.' : ',';
}

type Numbers = Omit<NumericColumn, 'at' | 'heading' | 'isMoney'>;

function readNumbers(table: ReadTable, at: number, decimal: DecimalSign): Numbers {
  const units = new Float64Array(table.rows).fill(Number.NaN);
  const others: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    const cell = table.cell(row, at);
    const plain = cell === '' ? null : PLAIN[decimal].exec(cell);
    if (plain) units[row] = plainUnits(cell, plain[1] ?? '', decimal);
    else if (cell !== '') others.push(row);
  }
  return { units, ...readOthers(table, at, decimal, others, units) };
}

function plainUnits(cell: string, decimals: string, decimal: DecimalSign): number {
  const digits = decimals === '' ? cell : cell.replace(decimal, '');
  return Number(digits) * 10 ** (MOST_DECIMALS - decimals.length);
}

/** Reads the cells that are written in another way, and puts them into `units`; and counts all. */
function readOthers(
  { cell }: ReadTable,
  at: number,
  decimal: DecimalSign,
  rows: readonly number[],
  units: Float64Array,
): Omit<Numbers, 'units'> {
  const { unmarked, isMarked } = findConvention(rows.map((row) => cell(row, at)));
  const convention = { decimal, unmarked };
  if (unmarked === 'out') for (const [row, plain] of units.entries()) units[row] = -Math.abs(plain);
  const unread = new Set<number>();
  for (const row of rows) {
    const text = cell(row, at);
    units[row] = unitsOf(readAmountBy(text, convention));
    if (Number.isNaN(units[row]) && !isBlankAmount(text)) unread.add(row);
  }
  return { convention, isMarked, unread, ...counted(units) };
}

function counted(units: Float64Array): Pick<NumericColumn, 'filled' | 'negative'> {
  let [filled, negative] = [0, 0];
  for (const own of units) {
    if (own !== 0 && !Number.isNaN(own)) filled++;
    if (own < 0) negative++;
  }
  return { filled, negative };
}

/** The units of a row for a sum: 0 where there is nothing, NaN for what was not read. */
export function unitsToAdd({ units, unread }: NumericColumn, row: number): number {
  const own = units[row] as number;
  return Number.isNaN(own) && !unread.has(row) ? 0 : own;
}

function unitsOf(money: Money | null): number {
  if (money === null || money.decimals > MOST_DECIMALS) return Number.NaN;
  const units = Number(money.units) * 10 ** (MOST_DECIMALS - money.decimals);
  return Number.isSafeInteger(units) ? units : Number.NaN;
}

/** Units as an amount, with no more decimals than it needs. */
export function amountOfUnits(units: number): Amount {
  let [left, decimals] = [BigInt(Math.round(units)), MOST_DECIMALS];
  for (; decimals > 0 && left % 10n === 0n; decimals--) left /= 10n;
  return { units: left, decimals };
}
