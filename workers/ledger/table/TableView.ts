import type {
  AccountUse,
  LinesWanted,
  MappingUse,
  TableApi,
  TableLines,
  TablePage,
  TableQuery,
  TextTarget,
  TriedLine,
  UnsavedMapping,
} from '#contract/table.ts';
import { DATABASE_PAGE_SIZE } from '#model/limits.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { USAGE_TOTAL_PATH } from '#model/paths.ts';
import type { LedgerDatabase } from '../database.ts';
import { countAccounts, mostUsedFirst } from '../list/accountUse.ts';
import { ListIndex } from '../list/ListIndex.ts';
import type { MappingList } from '../list/MappingList.ts';
import type { ResultTable } from '../rows/ResultTable.ts';
import { runInSlices, type Timing } from '../timing.ts';
import type { AnalysisSnapshot } from './AnalysisSnapshot.ts';
import { countUse } from './mappingUse.ts';
import { TableIndex } from './TableIndex.ts';
import { differenceLines, linesOf } from './tableLines.ts';
import { tryLines } from './tryLines.ts';

/**
 * The mappings that are selected for deletion. {@link TableView} takes out those that anybody changes or removes, so
 * that nobody deletes what they have not seen.
 */
export type Selection = Set<MappingKey>;

type TableViewOptions = {
  readonly database: Pick<LedgerDatabase, 'read' | 'reconnect'>;
  readonly list: Pick<
    MappingList,
    'classifier' | 'entries' | 'isConfirmed' | 'watch' | 'reload' | 'readSetAside'
  >;
  readonly selection: Selection;
  readonly snapshot: Pick<AnalysisSnapshot, 'changedSince'>;
  readonly timing: Pick<Timing, 'yieldToEventLoop'>;
  /** The rows of the text on the Classifier screen; undefined when there is none. */
  tableNow(): ResultTable | undefined;
};

const EVERYTHING: TableQuery = { kind: 'search', text: '' };

/** The mapping list as pages for the Database screen. The index is built at the first request; most tabs make none. */
export class TableView implements TableApi {
  readonly #options: TableViewOptions;
  readonly #index: ListIndex<TableIndex>;
  #counting = new AbortController();

  constructor(options: TableViewOptions) {
    this.#options = options;
    const { list, timing, selection } = options;
    this.#index = new ListIndex({
      list,
      make: (mappings, signal) => runInSlices(TableIndex.build(mappings), timing, signal),
      apply(index, changes) {
        index.apply(changes);
        return true;
      },
    });
    list.watch((event) => {
      if (event.kind === 'changed') for (const key of event.changes.keys()) selection.delete(key);
    });
  }

  /** One page of what the query finds, the last one if there is no such page; null until the list is complete. */
  async page(query: TableQuery, page: number): Promise<TablePage | null> {
    const index = await this.#ready();
    if (index === null) return null;
    const { selection, snapshot } = this.#options;
    const found = index.find(query);
    const pages = Math.max(1, Math.ceil(found.length / DATABASE_PAGE_SIZE));
    const shown = Math.min(Math.max(1, page), pages);
    const mappings = found.slice((shown - 1) * DATABASE_PAGE_SIZE, shown * DATABASE_PAGE_SIZE);
    return {
      rows: mappings.map((mapping) => ({ mapping, isSelected: selection.has(mapping.key) })),
      page: shown,
      pages,
      found: found.length,
      foundSelected: selection.size === 0 ? 0 : found.filter(({ key }) => selection.has(key)).length,
      total: index.size,
      selected: selection.size,
      perLetter: index.perLetter(),
      changedSinceAnalysis: snapshot.changedSince,
    };
  }

  async entry(key: MappingKey): Promise<Mapping | null | undefined> {
    if ((await this.#ready()) === null) return undefined;
    return this.#options.list.entries.get(key) ?? null;
  }

  async use(key: MappingKey): Promise<MappingUse | null> {
    const { list, timing, tableNow } = this.#options;
    // Whoever asks for another mapping needs the former answer no more.
    this.#counting.abort();
    this.#counting = new AbortController();
    return runInSlices(countUse(key, list.entries, tableNow()), timing, this.#counting.signal);
  }

  tryLines(lines: readonly string[], unsaved: UnsavedMapping | null): readonly TriedLine[] | null {
    const { classifier } = this.#options.list;
    return classifier === null ? null : tryLines(classifier, lines, unsaved);
  }

  select(keys: readonly MappingKey[], isSelected: boolean): void {
    const { list, selection } = this.#options;
    for (const key of keys) {
      if (!isSelected) selection.delete(key);
      else if (list.entries.has(key)) selection.add(key);
    }
  }

  /** Selects all that the query finds now. */
  async selectFound(query: TableQuery): Promise<void> {
    const index = await this.#ready();
    for (const { key } of index?.find(query) ?? []) this.#options.selection.add(key);
  }

  clearSelection(): void {
    this.#options.selection.clear();
  }

  async accounts(): Promise<readonly AccountUse[]> {
    await this.#ready();
    return mostUsedFirst(countAccounts(this.#options.list.entries.values()));
  }

  /** In the order of the table; all mappings by letter and keyword. */
  async lines(wanted: LinesWanted, target: TextTarget): Promise<TableLines> {
    const index = await this.#ready();
    const { list, selection } = this.#options;
    if (index === null) return linesOf([], target);
    if (wanted.kind === 'set-aside')
      return differenceLines((await list.readSetAside()) ?? [], list.entries, target);
    const query = wanted.kind === 'found' ? wanted.query : EVERYTHING;
    const found = index.find(query);
    return linesOf(
      wanted.kind === 'selection' ? found.filter(({ key }) => selection.has(key)) : found,
      target,
    );
  }

  async setAside(): Promise<number> {
    return (await this.#options.list.readSetAside())?.length ?? 0;
  }

  /**
   * Resolves when the server answers; the whole list is then reloaded, which shows what was changed past the app. The
   * connection may be broken unnoticed.
   */
  async refresh(): Promise<'in-step' | 'unreachable'> {
    try {
      await this.#options.database.read(USAGE_TOTAL_PATH);
      this.#options.list.reload();
      return 'in-step';
    } catch {
      // Whether the connection or the server is lost, the next try needs a new connection.
      this.#options.database.reconnect();
      return 'unreachable';
    }
  }

  async #ready(): Promise<TableIndex | null> {
    let index: TableIndex | null = null;
    while (index === null && this.#options.list.isConfirmed) index = await this.#index.get();
    return index;
  }
}
