import type { TablePage, TableQuery } from '#contract/table.ts';
import { LETTERS, type Letter } from '#model/letter.ts';
import { isSameMapping, type MappingKey } from '#model/mapping.ts';
import { oncePer } from '#model/oncePer.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { createObservable, type Observable } from '../../services/observable.ts';
import { Renewal } from '../../services/Renewal.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import type { TableFilters } from './tableAddress.ts';

/** What the screen shows: the user's place in the table, and the worker's last answer, null until there is one. */
type TableState = {
  readonly letter: Letter;
  /** As typed; blank when the letter is shown. */
  readonly search: string;
  readonly table: TablePage | null;
  /** What `table` lists: until the answer is here, another letter or search than the one that was chosen. */
  readonly listed: TableQuery | null;
};

type Place = {
  letter: Letter;
  letterPage: number;
  search: string;
  searchPage: number;
  filters: TableFilters;
};

const NO_FILTERS: TableFilters = { account: null, order: 'keyword' };

/** The table of this ledger. It outlives the screen, so that coming back finds letter, page and search again. */
export const tableStoreOf = oncePer((ledger: LedgerService) => new TableStore(ledger));

/** Requests the page on screen from the ledger worker, again after every change, one request at a time. */
export class TableStore {
  readonly #place: Place = {
    letter: LETTERS[0] ?? '',
    letterPage: 1,
    search: '',
    searchPage: 1,
    filters: NO_FILTERS,
  };
  readonly #state = createObservable<TableState>({
    letter: this.#place.letter,
    search: '',
    table: null,
    listed: null,
  });
  readonly #renewal = new Renewal(() => this.#request());
  #hasChosenLetter = false;

  constructor(private readonly ledger: LedgerService) {}

  get state(): Observable<TableState> {
    return this.#state;
  }

  /** What is listed now. */
  get query(): TableQuery {
    const { letter, search, filters } = this.#place;
    const { account, order } = filters;
    const isOfLetter = search.trim() === '' && account === null;
    return isOfLetter ? { kind: 'letter', letter, order } : { kind: 'search', text: search, account, order };
  }

  /** Keys of the rows on screen. */
  get listedKeys(): MappingKey[] {
    return this.#state.get().table?.rows.map(({ mapping }) => mapping.key) ?? [];
  }

  /** Follows the list while the screen is there. Returns the end. */
  follow(): () => void {
    this.renew();
    return this.ledger.list.subscribe(() => this.renew());
  }

  /** Shows what the table of a former ledger showed, until its own ledger has the list. */
  restoreFrom(former: TableStore): void {
    this.#hasChosenLetter = former.#hasChosenLetter;
    this.#state.set(former.#state.get());
    this.#go(former.#place);
  }

  showLetter(letter: Letter): void {
    this.#hasChosenLetter = true;
    this.#go({ letter, letterPage: 1, search: '' });
  }

  search(search: string): void {
    this.#go({ search, searchPage: 1 });
  }

  /** Lists only the mappings of an account, or all of them, in an order. */
  filter(filters: TableFilters): void {
    const { account, order } = this.#place.filters;
    if (filters.account === account && filters.order === order) return;
    this.#go({ filters, letterPage: 1, searchPage: 1 });
  }

  turnTo(page: number): void {
    this.#go(this.query.kind === 'search' ? { searchPage: page } : { letterPage: page });
  }

  /** Selects rows of the page on screen, or no longer. */
  select(keys: readonly MappingKey[], isSelected: boolean): void {
    const { table } = this.#state.get();
    if (table) this.#state.set({ ...this.#state.get(), table: withSelected(table, keys, isSelected) });
    ignoreAfterExit(this.ledger.table.select(keys, isSelected).then(() => this.renew()));
  }

  selectFound(): void {
    ignoreAfterExit(this.ledger.table.selectFound(this.query).then(() => this.renew()));
  }

  clearSelection(): void {
    ignoreAfterExit(this.ledger.table.clearSelection().then(() => this.renew()));
  }

  /** Runs a write, and requests the page again when it has ended. */
  async renewAfter<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } finally {
      this.renew();
    }
  }

  /** Requests the page on screen. */
  renew(): void {
    this.#renewal.renew();
  }

  #go(to: Partial<Place>): void {
    Object.assign(this.#place, to);
    const { letter, search } = this.#place;
    this.#state.set({ ...this.#state.get(), letter, search });
    this.renew();
  }

  async #request(): Promise<void> {
    const { query } = this;
    const table = await this.ledger.table.page(query, this.#page());
    if (!this.#renewal.isDue && table !== null) this.#show(table, query);
  }

  #page(): number {
    return this.query.kind === 'search' ? this.#place.searchPage : this.#place.letterPage;
  }

  #show(table: TablePage, listed: TableQuery): void {
    if (!this.#hasChosenLetter) this.#chooseLetter(table);
    const former = this.#state.get();
    this.#state.set({ ...former, table: withSameRows(table, former.table), listed });
  }

  /** Begins with the first letter that has mappings. */
  #chooseLetter({ perLetter }: TablePage): void {
    this.#hasChosenLetter = true;
    const first = LETTERS.find((_letter, i) => (perLetter[i] ?? 0) > 0);
    if (first !== undefined && first !== this.#place.letter) this.#go({ letter: first });
  }
}

/** The page with the mappings that the screen has already, where they say the same: their rows are not drawn again. */
function withSameRows(page: TablePage, former: TablePage | null): TablePage {
  const known = new Map(former?.rows.map(({ mapping }) => [mapping.key, mapping]));
  const rows = page.rows.map((row) => {
    const before = known.get(row.mapping.key);
    return before && isSameMapping(before, row.mapping) ? { ...row, mapping: before } : row;
  });
  return { ...page, rows };
}

function withSelected(table: TablePage, keys: readonly MappingKey[], isSelected: boolean): TablePage {
  const changed = table.rows.filter((row) => keys.includes(row.mapping.key) && row.isSelected !== isSelected);
  const more = isSelected ? changed.length : -changed.length;
  return {
    ...table,
    rows: table.rows.map((row) => (changed.includes(row) ? { ...row, isSelected } : row)),
    foundSelected: table.foundSelected + more,
    selected: table.selected + more,
  };
}
