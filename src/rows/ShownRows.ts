import type { RowQuery } from '#contract/ledger.ts';
import { createObservable, type Observable } from '../services/observable.ts';
import { Renewal } from '../services/Renewal.ts';

/** What the list shows. `rows` is null for all rows; `isStale` if rows have changed since they were found. */
type ShownState = {
  readonly query: RowQuery;
  readonly rows: Uint32Array | null;
  readonly isStale: boolean;
};

const ALL: RowQuery = { filter: 'all', search: '' };

/**
 * The rows that the list shows, found by the worker. A row that changes stays in the list until the user renews it:
 * nothing moves under the pointer. While a run is under way, rows are added as they are classified.
 */
export class ShownRows {
  readonly #state = createObservable<ShownState>({ query: ALL, rows: null, isStale: false });
  readonly #renewal = new Renewal(() => this.#find());

  constructor(private readonly request: (query: RowQuery) => Promise<Uint32Array | undefined>) {}

  get state(): Observable<ShownState> {
    return this.#state;
  }

  /** Shows the rows that pass `query`; the same query again finds them again. */
  show(query: RowQuery): void {
    if (isAll(query)) {
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

  /** Finds the rows again. One request is under way at a time; the last query wins. */
  renew(): void {
    if (!isAll(this.#state.get().query)) this.#renewal.renew();
  }

  /** Call it when rows have changed: the query may find others now. */
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
    const { query } = this.#state.get();
    if (isAll(query)) return;
    const rows = await this.request(query);
    if (this.#state.get().query === query && rows !== undefined)
      this.#state.set({ query, rows, isStale: false });
  }
}

function isAll({ filter, search }: RowQuery): boolean {
  return filter === 'all' && search.trim() === '';
}
