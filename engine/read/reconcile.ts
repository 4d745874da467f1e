/** What balances say of amounts, added up from one balance to the next. */
export type Reconciliation = {
  /** Balances that follow from the one before with amounts other than zero between them, and those that do not. */
  readonly agreed: number;
  /** The rows whose balance does not follow, in the order of the payments. */
  readonly breaks: readonly number[];
  /** Rows that no balance speaks of: behind the last one, or with an amount that was not read. */
  readonly unproven: number;
  /** In the units of the amounts: before the first row, after the last balance. */
  readonly opening: number;
  readonly closing: number;
};

/** So many breaks are remembered: a column that is no balance has one in nearly every row. */
const MOST_BREAKS = 1000;

/**
 * Adds amounts up from one balance to the next. A row without a balance, as where one stands on the last row of each day
 * alone, counts for the next one. Null without a balance.
 * @param amounts by row, what came in as positive; NaN where an amount was not read, 0 where there is none
 * @param balances by row, in the same units; NaN for none
 * @param order the rows from the oldest to the newest
 * @param mostBreaks gives up with more
 */
export function reconcile(
  amounts: Float64Array,
  balances: Float64Array,
  order: Iterable<number>,
  mostBreaks = MOST_BREAKS,
): Reconciliation | null {
  const breaks: number[] = [];
  let [agreed, unproven, pending] = [0, 0, 0];
  let [opening, last, sum] = [Number.NaN, Number.NaN, 0];
  let isMoved = false;
  for (const row of order) {
    const amount = amounts[row] as number;
    const balance = balances[row] as number;
    sum += amount;
    pending++;
    if (amount !== 0) isMoved = true;
    if (Number.isNaN(balance)) continue;
    if (Number.isNaN(sum)) unproven += pending;
    else if (Number.isNaN(last)) opening = balance - sum;
    else if (last + sum !== balance) breaks.push(row);
    else if (isMoved) agreed++;
    if (breaks.length > mostBreaks) return null;
    [last, sum, pending, isMoved] = [balance, 0, 0, false];
  }
  return Number.isNaN(last) ? null : { agreed, breaks, unproven: unproven + pending, opening, closing: last };
}
