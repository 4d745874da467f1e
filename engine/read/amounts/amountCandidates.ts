import type { Side } from '../../amounts.ts';
import { type NumericColumn, type NumericColumns, unitsToAdd } from './NumericColumns.ts';

/** Columns that may be the amounts of a table. */
export type AmountColumns = {
  /** One with amounts of both sides, or a pair: what went out, and what came in. Counted from 0. */
  readonly columns: readonly number[];
  /** What a column alone holds; null for both sides, and for a pair. */
  readonly side: Side | null;
  /** What says which side is which, if there is no balance; `open`: nothing does. */
  readonly sides: 'names' | 'shapes' | 'open';
  /** What says that these are the amounts. `numbers`: they may as well be references, and count only with balances. */
  readonly found: 'names' | 'shapes' | 'numbers';
};

/** Of more columns that no name tells apart, the first are looked at: each pair of them is held against each other column. */
const MOST_COLUMNS = 12;
/** Share of the rows of a pair that may have amounts in both of its columns. */
const SELDOM = 0.02;

/** All columns and pairs that may be the amounts, the likeliest first. `areMarked`: a column beside them names the side. */
export function amountCandidates({ all }: NumericColumns, areMarked: boolean): AmountColumns[] {
  const columns = all.filter(({ heading }) => !heading.isBalance);
  const named = columns
    .filter(({ heading }) => heading.rank !== null)
    .sort((a, b) => (a.heading.rank ?? 0) - (b.heading.rank ?? 0));
  const ofSide = (side: Side) => columns.filter(({ heading }) => heading.side === side);
  const [out, into] = [ofSide('out'), ofSide('in')];
  const unnamed = columns.filter(({ heading }) => heading.rank === null && heading.side === null);
  const money = unnamed.filter(({ isMoney }) => isMoney).slice(0, MOST_COLUMNS);
  const others = unnamed.slice(0, MOST_COLUMNS);
  const isPair = ([one, other]: readonly [NumericColumn, NumericColumn]) =>
    named.length === 0 || bothFilled(one, other) <= (one.filled + other.filled) * SELDOM;
  return [
    // Beside amounts of both sides, two that each row has are totals of the statement.
    ...pairsOf(out, into)
      .filter(isPair)
      .map(([one, other]) => pair(one, other, 'names', 'names')),
    ...named.map((column) => single(column, areMarked, 'names')),
    ...halfNamedPairs(out, into, money),
    ...shapePairs(money, 'shapes'),
    ...[...out, ...into].map((column) => single(column, areMarked, 'names')),
    ...seldomLast(money).map((column) => single(column, areMarked, 'shapes')),
    ...shapePairs(others, 'numbers'),
    ...others.map((column) => single(column, areMarked, 'numbers')),
  ];
}

/** A payment has an amount, and hardly ever a fee or a discount. */
function seldomLast(columns: readonly NumericColumn[]): readonly NumericColumn[] {
  const most = Math.max(...columns.map(({ filled }) => filled));
  const isSeldom = ({ filled }: NumericColumn) => filled * 2 < most;
  return [...columns].sort((a, b) => Number(isSeldom(a)) - Number(isSeldom(b)));
}

/** Each of `a` with each of `b`, those that stand beside each other first. */
function pairsOf(a: readonly NumericColumn[], b: readonly NumericColumn[]): [NumericColumn, NumericColumn][] {
  const pairs = a.flatMap((one) => b.map((other): [NumericColumn, NumericColumn] => [one, other]));
  const distance = ([one, other]: [NumericColumn, NumericColumn]) => Math.abs(one.at - other.at);
  return pairs.sort((one, other) => distance(one) - distance(other));
}

function pair(
  out: NumericColumn,
  into: NumericColumn,
  sides: AmountColumns['sides'],
  found: AmountColumns['found'],
): AmountColumns {
  return { columns: [out.at, into.at], side: null, sides, found };
}

/** A minus is a mark of what went out; where all numbers are plain, only a name or a mark can tell the side. */
function single(
  { at, heading, filled, negative }: NumericColumn,
  areMarked: boolean,
  found: AmountColumns['found'],
): AmountColumns {
  const { side } = heading;
  const isOpen = side === null && !areMarked && filled > 0 && negative === 0;
  return { columns: [at], side, sides: isOpen ? 'open' : found === 'names' ? 'names' : 'shapes', found };
}

/** A side that has a name beside a column without one. */
function halfNamedPairs(
  out: readonly NumericColumn[],
  into: readonly NumericColumn[],
  others: readonly NumericColumn[],
): AmountColumns[] {
  return [...pairsOf(out, others), ...pairsOf(others, into)]
    .filter(([one, other]) => completeEachOther(one, other))
    .map(([one, other]) => pair(one, other, 'names', 'names'));
}

/** Two columns of which each row has one; a column that is never above zero beside one never below it is what went out. */
function shapePairs(columns: readonly NumericColumn[], found: AmountColumns['found']): AmountColumns[] {
  return columns.flatMap((one, i) =>
    columns
      .slice(i + 1)
      .filter((other) => completeEachOther(one, other))
      .map((other) => {
        if (isBelowZero(one) !== isBelowZero(other) && isSigned(one) && isSigned(other))
          return isBelowZero(one) ? pair(one, other, 'shapes', found) : pair(other, one, 'shapes', found);
        return pair(one, other, 'open', found);
      }),
  );
}

/** Never above zero. */
function isBelowZero({ filled, negative }: NumericColumn): boolean {
  return filled > 0 && negative === filled;
}

/** On one side of zero alone. */
function isSigned({ filled, negative }: NumericColumn): boolean {
  return filled > 0 && (negative === 0 || negative === filled);
}

/** Whether a row has an amount in one of two columns, and hardly ever in both. */
function completeEachOther(a: NumericColumn, b: NumericColumn): boolean {
  const both = bothFilled(a, b);
  return both <= (a.filled + b.filled) * SELDOM && Math.min(a.filled, b.filled) > both;
}

/** The column that has in each row what a single column and a third one, of fees, add up to; null for none. */
export function afterFee({ all }: NumericColumns, { columns: [own, ...more] }: AmountColumns): number | null {
  const amounts = all.find(({ at }) => at === own);
  if (amounts === undefined || more.length > 0) return null;
  const others = all.filter((column) => column !== amounts && column.filled > 0 && !column.heading.isBalance);
  const isSum = (net: NumericColumn, fee: NumericColumn) =>
    net.units.every(
      (_units, row) => unitsToAdd(net, row) === unitsToAdd(amounts, row) + unitsToAdd(fee, row),
    );
  const net = others.find((one) => others.some((fee) => fee !== one && isSum(one, fee)));
  return net?.at ?? null;
}

/** In how many rows two columns have an amount. */
function bothFilled(a: NumericColumn, b: NumericColumn): number {
  let both = 0;
  for (const [row, units] of a.units.entries()) if (isFilled(units) && isFilled(b.units[row])) both++;
  return both;
}

function isFilled(units = 0): boolean {
  return units !== 0 && !Number.isNaN(units);
}

/** A sign that numbers carry alike is how they are written in their own column: what it turns them into amounts by. */
function signWithin({ filled, negative }: NumericColumn): 1 | -1 {
  return negative * 2 > filled ? -1 : 1;
}

/**
 * By row, what the cells of each column of amounts are to be multiplied by, for their sum to be as the bank sees it: what came
 * in is positive.
 * @param columns one, or what went out and what came in
 * @param isOut by row, where a column beside the amounts marks the side; null without one
 */
export function signsOf(
  columns: readonly NumericColumn[],
  side: Side | null,
  isOut: ((row: number) => boolean) | null,
): (row: number) => readonly (1 | -1)[] {
  const [first, second] = columns;
  if (first === undefined) return () => [];
  const [own, outward] = [signWithin(first), signWithin(first) === 1 ? -1 : 1] as const;
  if (second !== undefined) {
    const ofPair = [outward, signWithin(second)] as const;
    return () => ofPair;
  }
  const alone = [side === null ? 1 : side === 'out' ? outward : own] as const;
  if (first.negative > 0 || isOut === null) return () => alone;
  return (row) => (isOut(row) ? OUT : alone);
}

const OUT = [-1] as const;

/**
 * What each row's cells amount to, as the bank sees it. In the units of {@link NumericColumn}; 0 where there is no amount, NaN
 * where one was not read.
 * @param isOut see {@link signsOf}
 */
export function signedUnits(
  numbers: NumericColumns,
  { columns, side }: AmountColumns,
  isOut: ((row: number) => boolean) | null,
): Float64Array {
  const read = columns.flatMap((at) => numbers.at(at) ?? []);
  const signs = signsOf(read, side, isOut);
  const units = new Float64Array(read[0]?.units.length ?? 0);
  for (let row = 0; row < units.length; row++) {
    const ofRow = signs(row);
    let sum = 0;
    for (const [i, column] of read.entries()) sum += (ofRow[i] ?? 1) * unitsToAdd(column, row);
    units[row] = sum;
  }
  return units;
}
