import type { HistoryPage, HistoryQuery, HistoryRow } from '#contract/history.ts';
import type { MappingChange } from '#model/history.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import type { HistoryService } from '../services/ledger.ts';
import { createObservable, type Observable } from '../services/observable.ts';
import { Renewal } from '../services/Renewal.ts';

/** Rows of the first request, and rows that are asked for beyond those on screen. */
const FIRST_ROWS = 30;
const MARGIN = 60;

type HistoryState<Change> = {
  /** The last answer; null until there is one. */
  readonly page: HistoryPage<Change> | null;
  /** What it answers. */
  readonly query: HistoryQuery;
  /** Why there is none, or why it is not the newest; null for neither. */
  readonly failure: string | null;
};

/** Where the pages of a history come from. */
export type HistoryPages<Change> = Pick<HistoryService, 'watchRevision'> & {
  page(query: HistoryQuery, from: number, to: number): Promise<HistoryPage<Change>>;
};

/** Requests the rows on screen from the ledger worker, again whenever they would read otherwise, one request at a time. */
export class HistoryStore<Change = MappingChange> {
  readonly #state: ReturnType<typeof createObservable<HistoryState<Change>>>;
  readonly #renewal = new Renewal(() => this.#request());
  #query: HistoryQuery;
  #from = 0;
  #to = FIRST_ROWS;
  #isFollowing = false;

  constructor(
    private readonly history: HistoryPages<Change>,
    query: HistoryQuery,
  ) {
    this.#query = query;
    this.#state = createObservable({ page: null, query, failure: null });
  }

  get state(): Observable<HistoryState<Change>> {
    return this.#state;
  }

  /** The row at a place; undefined while it is not here. */
  row(index: number): HistoryRow<Change> | undefined {
    const { page } = this.#state.get();
    return page?.rows[index - page.from];
  }

  /** Follows the history while the screen is there. Returns the end. */
  follow(): () => void {
    this.#isFollowing = true;
    const endWatch = this.history.watchRevision((revision) => this.#renewal.onRevision(revision));
    this.renew();
    return () => {
      this.#isFollowing = false;
      endWatch();
    };
  }

  ask(query: HistoryQuery): void {
    if (query === this.#query) return;
    this.#query = query;
    this.#from = 0;
    this.#to = FIRST_ROWS;
    this.renew();
  }

  /** Rows `from` to `to` (excluded) are on screen. */
  show(from: number, to: number): void {
    const { page } = this.#state.get();
    if (page === null) return;
    const isHere = from >= page.from && Math.min(to, page.found) <= page.from + page.rows.length;
    // The end of what was found so far: there may be more.
    const isEnd = !page.isComplete && to >= page.found && this.#to < to + MARGIN;
    if (isHere && !isEnd) return;
    this.#from = Math.max(0, from - MARGIN);
    this.#to = to + MARGIN;
    this.renew();
  }

  renew(): void {
    this.#renewal.renew();
  }

  async #request(): Promise<number | undefined> {
    if (!this.#isFollowing) return undefined;
    const query = this.#query;
    try {
      const page = await this.history.page(query, this.#from, this.#to);
      // Else other rows are asked for by now.
      if (!this.#renewal.isDue) this.#state.set({ page, query, failure: null });
      return page.revision;
    } catch (error) {
      if (!this.#isFollowing) return undefined;
      console.error(error);
      this.#state.set({ ...this.#state.get(), failure: historyMessages.loadFailed });
      return undefined;
    }
  }
}
