import { BLANK, UNMATCHED } from '#model/classification.ts';

/** How many rows there are of each kind. `all` is `matched + noMatch + blank +` those not yet classified. */
export type RowCounts = {
  readonly all: number;
  readonly matched: number;
  readonly noMatch: number;
  readonly blank: number;
  readonly toVerify: number;
  readonly edited: number;
};

export const NO_COUNTS: RowCounts = { all: 0, matched: 0, noMatch: 0, blank: 0, toVerify: 0, edited: 0 };

/** Counts rows by what they show, kept in step one row at a time. */
export class ShownCounter {
  #matched = 0;
  #noMatch = 0;
  #blank = 0;

  reset(): void {
    this.#matched = 0;
    this.#noMatch = 0;
    this.#blank = 0;
  }

  /** A row that showed `before` shows `after` now. */
  change(before: number, after: number): void {
    this.#add(before, -1);
    this.#add(after, 1);
  }

  get shown(): Pick<RowCounts, 'matched' | 'noMatch' | 'blank'> {
    return { matched: this.#matched, noMatch: this.#noMatch, blank: this.#blank };
  }

  #add(id: number, by: number): void {
    if (id >= 0) this.#matched += by;
    else if (id === UNMATCHED) this.#noMatch += by;
    else if (id === BLANK) this.#blank += by;
  }
}
