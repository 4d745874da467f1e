import type { TablePage, TableQuery } from '#contract/table.ts';
import { DATABASE_PAGE_SIZE } from '#model/limits.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { USAGE_TOTAL_PATH } from '#model/paths.ts';
import type { LedgerDatabase } from '../database.ts';
import type { ListEvent, MappingList } from '../list/MappingList.ts';
import { runInSlices } from '../slices.ts';
import type { Timing } from '../timing.ts';
import type { AnalysisSnapshot } from './AnalysisSnapshot.ts';
import type { Selection } from './Selection.ts';
import { TableIndex } from './TableIndex.ts';

export type TableViewParts = {
  readonly database: Pick<LedgerDatabase, 'read' | 'reconnect'>;
  readonly list: Pick<MappingList, 'entries' | 'isConfirmed' | 'watch' | 'readAnew'>;
  readonly selection: Selection;
  readonly analysed: Pick<AnalysisSnapshot, 'changedSince'>;
  readonly timing: Pick<Timing, 'yieldToEventLoop'>;
};

/** The mapping list as the Database screen pages through it. Indexed when first asked for; most tabs never ask. */
export class TableView {
  readonly #parts: TableViewParts;
  #index: TableIndex | null = null;
  #building: Promise<void> | null = null;
  #stopBuilding = new AbortController();
  /** Heard while the index was being built. */
  readonly #lateNews: (readonly [MappingKey, Mapping | null])[] = [];

  constructor(parts: TableViewParts) {
    this.#parts = parts;
    parts.list.watch((news) => this.#hear(news));
  }

  /** One page of what the query finds, the last one if there is no such page; null until the list is whole. */
  async page(query: TableQuery, page: number): Promise<TablePage | null> {
    const index = await this.#ready();
    if (index === null) return null;
    const { selection, analysed } = this.#parts;
    const found = index.count(query);
    const pages = Math.max(1, Math.ceil(found / DATABASE_PAGE_SIZE));
    const shown = Math.min(Math.max(1, page), pages);
    const mappings = index.slice(query, (shown - 1) * DATABASE_PAGE_SIZE, shown * DATABASE_PAGE_SIZE);
    return {
      rows: mappings.map((mapping) => ({ mapping, isSelected: selection.has(mapping.key) })),
      page: shown,
      pages,
      found,
      foundSelected: selection.size === 0 ? 0 : selection.countIn(index.find(query)),
      total: index.size,
      selected: selection.size,
      perLetter: index.perLetter(),
      changedSinceAnalysis: analysed.changedSince,
    };
  }

  select(keys: readonly MappingKey[], isSelected: boolean): void {
    const { list, selection } = this.#parts;
    selection.set(
      keys.filter((key) => list.entries.has(key)),
      isSelected,
    );
  }

  /** Selects all that the query finds now. */
  async selectFound(query: TableQuery): Promise<void> {
    const index = await this.#ready();
    if (index === null) return;
    this.#parts.selection.set(
      index.find(query).map(({ key }) => key),
      true,
    );
  }

  clearSelection(): void {
    this.#parts.selection.clear();
  }

  /**
   * Resolves when all that the server has by now is here, or on its way where the list had not been read in this
   * visit. A followed list is live; but a connection may be broken without knowing it yet. Answers come in the order
   * of what happened, so any answer proves it.
   */
  async refresh(): Promise<'in-step' | 'unreachable'> {
    try {
      await this.#parts.database.read(USAGE_TOTAL_PATH);
      this.#parts.list.readAnew();
      return 'in-step';
    } catch {
      // For the user it is the same whether the connection or the server is gone: the next try begins afresh.
      this.#parts.database.reconnect();
      return 'unreachable';
    }
  }

  async #ready(): Promise<TableIndex | null> {
    while (this.#index === null && this.#parts.list.isConfirmed) {
      this.#building ??= this.#build();
      await this.#building;
    }
    return this.#index;
  }

  async #build(): Promise<void> {
    const { signal } = this.#stopBuilding;
    const steps = TableIndex.build([...this.#parts.list.entries.values()]);
    try {
      const index = await runInSlices(steps, this.#parts.timing, () => {}, signal);
      index.apply(this.#lateNews);
      this.#index = index;
      // Not waited for: the first page is asked for at once, a search some moments later.
      void this.#prepareSearch(index, signal);
    } catch (error) {
      // The list is being read anew.
      if (!signal.aborted) throw error;
    } finally {
      this.#lateNews.length = 0;
      this.#building = null;
    }
  }

  async #prepareSearch(index: TableIndex, signal: AbortSignal): Promise<void> {
    try {
      await runInSlices(index.prepareSearch(), this.#parts.timing, () => {}, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #hear(news: ListEvent): void {
    if (news.kind === 'changed') {
      this.#parts.selection.set(news.changes.keys(), false);
      if (this.#index) this.#index.apply(news.changes);
      else if (this.#building) this.#lateNews.push(...news.changes);
    } else {
      this.#stopBuilding.abort();
      this.#stopBuilding = new AbortController();
      this.#index = null;
    }
  }
}
