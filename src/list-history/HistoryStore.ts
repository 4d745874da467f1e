import type { HistoryPage, HistoryQuery, HistoryRow } from '#contract/history.ts';
import type { MappingChange } from '#model/history.ts';
import { historyMessages } from '#model/text/historyMessages.ts';
import type { HistoryService } from '../services/ledger.ts';
import { createObservable, type Observable } from '../services/observable.ts';
import { ignoreAfterExit } from '../services/workerLink.ts';

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
  readonly #history: HistoryPages<Change>;
  readonly #state: ReturnType<typeof createObservable<HistoryState<Change>>>;
  #query: HistoryQuery;
  #from = 0;
  #to = FIRST_ROWS;
  #isFollowing = false;
  #isRequesting = false;
  #requestAgain = false;
  /** The newest revision that the worker has announced. */
  #latest = 0;
  #endWatch = () => {};

  constructor(history: HistoryPages<Change>, query: HistoryQuery) {
    this.#history = history;
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
    this.#endWatch = this.#history.watchRevision((revision) => this.#onRevision(revision));
    this.renew();
    return () => {
      this.#isFollowing = false;
      this.#endWatch();
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
    this.#requestAgain = true;
    if (!this.#isRequesting) ignoreAfterExit(this.#request());
  }

  async #request(): Promise<void> {
    this.#isRequesting = true;
    try {
      while (this.#requestAgain && this.#isFollowing) {
        this.#requestAgain = false;
        const query = this.#query;
        const page = await this.#history.page(query, this.#from, this.#to);
        if (this.#requestAgain) continue;
        this.#state.set({ page, query, failure: null });
        this.#requestAgain = this.#latest > page.revision;
      }
    } catch (error) {
      if (!this.#isFollowing) return;
      console.error(error);
      this.#state.set({ ...this.#state.get(), failure: historyMessages.loadFailed });
    } finally {
      this.#isRequesting = false;
    }
  }

  /** During a request, which may have the news already, the answer is waited for. */
  #onRevision(revision: number): void {
    this.#latest = revision;
    if (!this.#isRequesting) this.renew();
  }
}
