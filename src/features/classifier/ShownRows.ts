import type { RowQuery } from '#contract/ledger.ts';
import { createObservable, type Observable } from '../../services/observable.ts';

/** What the list shows. `rows` is null for all of them; `isStale` when rows have changed since it was put together. */
export type ShownState = {
  readonly query: RowQuery;
  readonly rows: Uint32Array | null;
  readonly isStale: boolean;
};

const ALL: RowQuery = { filter: 'all', search: '' };

/**
 * Which rows the list shows, found by the worker. A row that changes stays where it is until the user asks anew:
 * nothing moves under the pointer. While a run is under way, rows are added as they are classified.
 */
export class ShownRows {
  readonly #state = createObservable<ShownState>({ query: ALL, rows: null, isStale: false });
  readonly #ask: (query: RowQuery) => Promise<Uint32Array | undefined>;
  #isAsking = false;
  #askAgain = false;

  constructor(ask: (query: RowQuery) => Promise<Uint32Array | undefined>) {
    this.#ask = ask;
  }

  get state(): Observable<ShownState> {
    return this.#state;
  }

  /** Shows the rows that `query` leaves; the same query again brings the rows up to date. */
  show(query: RowQuery): void {
    if (query.filter === 'all' && query.search.trim() === '') {
      this.#state.set({ query, rows: null, isStale: false });
      return;
    }
    this.#state.set({ ...this.#state.get(), query });
    this.renew();
  }

  /** Shows every row again. */
  reset(): void {
    this.show(ALL);
  }

  /** Finds the rows anew. One question is under way at a time; the last one wins. */
  renew(): void {
    if (isAll(this.#state.get().query)) return;
    if (this.#isAsking) this.#askAgain = true;
    else void this.#find();
  }

  /** Rows have changed: the list may not be what one would find now. */
  markStale(): void {
    const state = this.#state.get();
    if (!isAll(state.query) && !state.isStale) this.#state.set({ ...state, isStale: true });
  }

  /** The row at a position of the list. */
  rowAt(position: number): number {
    const { rows } = this.#state.get();
    return rows === null ? position : (rows[position] ?? 0);
  }

  /** Where a row stands in the list; undefined when it is not shown. */
  positionOf(row: number): number | undefined {
    const { rows } = this.#state.get();
    if (rows === null) return row;
    const position = rows.indexOf(row);
    return position < 0 ? undefined : position;
  }

  async #find(): Promise<void> {
    this.#isAsking = true;
    this.#askAgain = false;
    const { query } = this.#state.get();
    try {
      const rows = await this.#ask(query);
      if (this.#state.get().query === query && rows !== undefined) {
        this.#state.set({ query, rows, isStale: false });
      }
    } finally {
      this.#isAsking = false;
      if (this.#askAgain) this.renew();
    }
  }
}

function isAll({ filter, search }: RowQuery): boolean {
  return filter === 'all' && search.trim() === '';
}
