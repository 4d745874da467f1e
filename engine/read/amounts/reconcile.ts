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
  const walk = new Walk();
  for (const row of order) {
    walk.add(amounts[row] as number);
    const balance = balances[row] as number;
    if (!Number.isNaN(balance)) walk.compare(row, balance);
    if (walk.breaks.length > mostBreaks) return null;
  }
  return walk.finish();
}

/** The way from one balance to the next. */
class Walk {
  readonly breaks: number[] = [];
  #agreed = 0;
  #unproven = 0;
  #opening = Number.NaN;
  #last = Number.NaN;
  /** Of the amounts since the last balance, and their number. */
  #sum = 0;
  #pending = 0;
  #isMoved = false;

  add(amount: number): void {
    this.#sum += amount;
    this.#pending++;
    if (amount !== 0) this.#isMoved = true;
  }

  compare(row: number, balance: number): void {
    if (Number.isNaN(this.#sum)) this.#unproven += this.#pending;
    else if (Number.isNaN(this.#last)) this.#opening = balance - this.#sum;
    else if (this.#last + this.#sum !== balance) this.breaks.push(row);
    else if (this.#isMoved) this.#agreed++;
    this.#last = balance;
    this.#sum = 0;
    this.#pending = 0;
    this.#isMoved = false;
  }

  finish(): Reconciliation | null {
    if (Number.isNaN(this.#last)) return null;
    return {
      agreed: this.#agreed,
      breaks: this.breaks,
      unproven: this.#unproven + this.#pending,
      opening: this.#opening,
      closing: this.#last,
    };
  }
}
