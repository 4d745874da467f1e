import type { RowExample, RowsEffect } from '#contract/rows.ts';
import { UNMATCHED } from '#model/classification.ts';
import type { ResultTable } from './ResultTable.ts';

/** Of rows that get an account, of those that would get another one, and of those that would lose theirs: each so many. */
const MAX_EXAMPLES = 10;

/** Counts the rows that a change of the list would change, and has the first ones of each kind. */
export class ChangedRows {
  /** By row, the account that it would get; null for none. */
  readonly moved = new Map<number, string | null>();
  readonly #table: ResultTable;
  readonly #gained: RowExample[] = [];
  readonly #changed: RowExample[] = [];
  readonly #lost: RowExample[] = [];
  #unmatched = 0;
  #lostCount = 0;
  #pending = 0;

  constructor(table: ResultTable) {
    this.#table = table;
  }

  /** @param to null for none */
  add(row: number, to: string | null): void {
    this.moved.set(row, to);
    const from = this.#table.shown(row) === UNMATCHED ? null : this.#table.account(row);
    if (from === null) this.#unmatched++;
    else if (to === null) this.#lostCount++;
    const kind = from === null ? this.#gained : to === null ? this.#lost : this.#changed;
    if (kind.length < MAX_EXAMPLES) kind.push({ text: this.#table.description(row), from, to });
  }

  /** A row that is still to be classified: what becomes of it is not known. */
  addPending(): void {
    this.#pending++;
  }

  /** Of these rows, how many get an account. */
  gainedOf(rows: ReadonlySet<number>): number {
    return [...rows].filter((row) => this.moved.has(row) && this.#table.shown(row) === UNMATCHED).length;
  }

  get counts(): Pick<RowsEffect, 'unmatched' | 'others' | 'lost' | 'pending' | 'examples'> {
    return {
      unmatched: this.#unmatched,
      others: this.moved.size - this.#unmatched,
      lost: this.#lostCount,
      ...(this.#pending > 0 && { pending: this.#pending }),
      examples: [...this.#gained, ...this.#changed, ...this.#lost],
    };
  }
}
