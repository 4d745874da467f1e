import { type AmountColumns, afterFee, signedUnits } from './amountCandidates.ts';
import type { SideMarks } from './marksColumn.ts';
import type { NumericColumns, ReadTable } from './NumericColumns.ts';
import { type Reconciliation, reconcile } from './reconcile.ts';
import type { Labelling } from './rowLabels.ts';
import type { RowOrder } from './rowOrder.ts';

/** A table, and what is known of it before its amounts are. */
export type ReadingContext = {
  readonly table: ReadTable;
  readonly numbers: NumericColumns;
  readonly marks: SideMarks | null;
  /** Rows that are called balances or totals. */
  readonly labelled: ReadonlyMap<number, Labelling>;
  /** Rows that are equal to an earlier one in everything. */
  readonly repeated: readonly number[];
  /** Whether a row has something else than a date in the column of dates; null where there is no such column. */
  readonly isUndated: ((row: number) => boolean) | null;
  readonly orders: readonly RowOrder[];
};

/** A reading that balances agree with. */
export type Proof = {
  readonly candidate: AmountColumns;
  /** What names or signs say of the sides is the other way round. */
  readonly isReversed: boolean;
  /** The column of balances; null where rows that are called balances have them among the amounts. */
  readonly balance: number | null;
  readonly order: RowOrder;
  readonly result: Reconciliation;
  /** Balances speak of all rows, and agree with all. */
  readonly isWhole: boolean;
  /** By row, as {@link signedUnits} has them. */
  readonly amounts: Float64Array;
  /** Rows that count as no payments. */
  readonly leftOut: ReadonlySet<number>;
  /** Rows that repeat others are left out: with them the balances do not agree. */
  readonly isWithoutRepeated: boolean;
};

/** Share of the balances that may not follow from the one before, where they decide the side though they prove nothing. */
const SELDOM = 0.1;

/** What a proof is tried with. */
type Attempt = {
  readonly context: ReadingContext;
  readonly orders: readonly RowOrder[];
  readonly leftOut: ReadonlySet<number>;
  readonly isWithoutRepeated: boolean;
  readonly mostBreaks: number;
};

/**
 * The readings that balances agree with: all of those that are found by the strongest means, of which none has a break; else
 * the one with the fewest. Rows that are called balances or totals, and repeated ones, count as payments where they fit as such.
 */
export function findProofs(context: ReadingContext, candidates: readonly AmountColumns[]): readonly Proof[] {
  const attempts = attemptsOf(context);
  for (const found of ['names', 'shapes', 'numbers'] as const) {
    const ofKind = candidates
      .filter((candidate) => candidate.found === found)
      .map((candidate) => [candidate, afterFee(context.numbers, candidate)] as const);
    for (const attempt of attempts) {
      const proofs = ofKind.flatMap(([candidate, net]) => proofsAfterFees(candidate, net, attempt));
      if (proofs.length > 0) return withoutHalves(proofs);
    }
  }
  const mostBreaks = Math.floor(context.table.rows * SELDOM);
  const likely = candidates
    .filter(({ found }) => found !== 'numbers')
    .flatMap((candidate) => attempts.flatMap((attempt) => proofsOf(candidate, { ...attempt, mostBreaks })));
  const [best] = likely.sort((a, b) => b.result.agreed - a.result.agreed);
  return best === undefined ? [] : [best];
}

/**
 * The proofs of what is left of amounts after a fee, where a column has that and balances agree with it; else of the amounts.
 * A fee of the oldest payment is before the first balance, which cannot tell whether it was paid.
 */
function proofsAfterFees(candidate: AmountColumns, net: number | null, attempt: Attempt): Proof[] {
  const proofs = net === null ? [] : proofsOf({ ...candidate, columns: [net] }, attempt);
  return proofs.length > 0 ? proofs : proofsOf(candidate, attempt);
}

/** Without a column alone that is half of a pair with which balances agree: no balance speaks of the other half's rows then. */
function withoutHalves(proofs: readonly Proof[]): readonly Proof[] {
  const pairs = proofs.filter(({ candidate }) => candidate.columns.length === 2);
  return proofs.filter(
    ({ candidate: { columns } }) =>
      columns.length === 2 || !pairs.some((pair) => pair.candidate.columns.includes(columns[0] as number)),
  );
}

function attemptsOf(context: ReadingContext): readonly Attempt[] {
  const { orders, labelled, repeated, isUndated } = context;
  const all = [...labelled.keys()];
  // A shop may be called Total; then its payments have a date, as others have.
  const undated = all.filter((row) => isUndated?.(row));
  const balances = all.filter((row) => labelled.get(row)?.label === 'balance');
  const sets = [
    ...(undated.length > 0 ? [undated] : []),
    [],
    ...(undated.length < all.length ? [all] : []),
    ...(balances.length > 0 && balances.length < all.length ? [balances] : []),
  ].map((rows) => new Set(rows));
  const attemptsWith = (isWithoutRepeated: boolean, ordersOfRows: readonly RowOrder[]) =>
    sets.map((leftOut) => ({ context, leftOut, isWithoutRepeated, orders: ordersOfRows, mostBreaks: 0 }));
  const areOut = new Set(repeated);
  const others = orders.map((order) => ({ ...order, rows: order.rows.filter((row) => !areOut.has(row)) }));
  return [...attemptsWith(false, orders), ...(repeated.length === 0 ? [] : attemptsWith(true, others))];
}

function proofsOf(candidate: AmountColumns, attempt: Attempt): Proof[] {
  const { context, orders, leftOut, isWithoutRepeated, mostBreaks } = attempt;
  const { numbers, marks } = context;
  const amounts = signedUnits(numbers, candidate, marks?.isOut ?? null);
  const counted = amounts.slice();
  for (const row of leftOut) counted[row] = 0;
  const reversed = counted.map((units) => -units);
  return balancesFor(candidate, attempt, amounts, areAllOne(counted)).flatMap(({ column, units }) =>
    orders.flatMap((order) =>
      [counted, reversed].flatMap((signed): Proof[] => {
        const result = reconcile(signed, units, order.rows, mostBreaks);
        if (result === null || !isDecisive(result, context.table.rows)) return [];
        const isWhole = result.breaks.length === 0 && result.unproven === 0;
        const isReversed = signed === reversed;
        const found = {
          candidate,
          balance: column,
          order,
          result,
          amounts: signed,
          leftOut,
          isWithoutRepeated,
        };
        return [{ ...found, isReversed, isWhole }];
      }),
    ),
  );
}

/** Equal numbers beside ones that grow by as much are a count, not a balance. */
function areAllOne(amounts: Float64Array): boolean {
  const first = Math.abs(amounts[0] ?? 0);
  return amounts.every((units) => Math.abs(units) === first);
}

/**
 * What may be the balances of amounts: other columns, or the amounts of rows that are called balances, where no side is to
 * be found by them. `areNamed`: only a column that is called a balance.
 */
function balancesFor(
  { columns, sides }: AmountColumns,
  { context, leftOut }: Attempt,
  amounts: Float64Array,
  areNamed: boolean,
): { readonly column: number | null; readonly units: Float64Array }[] {
  const { numbers, labelled, marks } = context;
  const others = numbers.all
    .filter(({ at, heading }) => !columns.includes(at) && heading.rank === null && heading.side === null)
    .filter(({ heading }) => heading.isBalance || !areNamed)
    .map(({ at, units }): { column: number | null; units: Float64Array } => ({ column: at, units }));
  const isAlone = columns.length === 1 && marks === null;
  const own = isAlone ? numbers.at(columns[0] as number)?.units : amounts;
  // On two sides, both turned round would agree as well.
  const isFixed = isAlone || (sides !== 'open' && !numbers.all.some(({ heading }) => heading.isBalance));
  if (leftOut.size < 2 || own === undefined || !isFixed) return others;
  const isBalance = (row: number) => leftOut.has(row) && labelled.get(row)?.label === 'balance';
  const units = own.map((figure, row) => (isBalance(row) ? figure : Number.NaN));
  return [...others, { column: null, units }];
}

/** Whether balances agree often enough to tell the side. */
function isDecisive({ agreed, breaks, unproven }: Reconciliation, rows: number): boolean {
  return agreed > 0 && breaks.length <= agreed * SELDOM && unproven <= rows * SELDOM;
}
