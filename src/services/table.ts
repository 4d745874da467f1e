import { proxy, type Remote } from 'comlink';
import type { LedgerApi } from '#contract/ledger.ts';
import type { SerializedMappings } from '#contract/serializedMappings.ts';
import type {
  ChangeResult,
  EditResult,
  MappingFields,
  TablePage,
  TableQuery,
  UndoId,
  UndoResult,
} from '#contract/table.ts';
import type { ListChange } from '#model/listChange.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { orFailed, type UntilEnded } from './untilEnded.ts';

export type { EditResult, TablePage, TableQuery, TableRow, UndoId } from '#contract/table.ts';

/**
 * The shared list, one page at a time, and its changes. The list, the selection and the last deed stay in the
 * ledger worker. Every change resolves when the server has it.
 */
export type TableService = {
  /** The last page where there is no such page; null until the list is whole. Ask again when `list` changes. */
  page(query: TableQuery, page: number): Promise<TablePage | null>;
  select(keys: readonly MappingKey[], isSelected: boolean): Promise<void>;
  /** Selects all that the query finds now. */
  selectFound(query: TableQuery): Promise<void>;
  clearSelection(): Promise<void>;
  /** Resolves when everything the server has by now is here. */
  refresh(): Promise<'in-step' | 'unreachable'>;
  /** Changes the entry at `key`, which read `before` when editing began (null: it is gone, bring it back). */
  edit(
    key: MappingKey,
    before: Mapping | null,
    fields: MappingFields,
    /** The description may become another spelling of a keyword in the list. */
    allowsTwin?: boolean,
  ): Promise<EditResult>;
  remove(mapping: Mapping): Promise<EditResult>;
  removeSelected(onProgress: (removed: number) => void): Promise<ChangeResult>;
  /** Removes the duplicates that an analysis found. */
  removeDuplicates(keys: readonly MappingKey[]): Promise<ChangeResult>;
  /** The whole list for the analysis; `apply` heeds what others have changed since. */
  pack(): Promise<SerializedMappings>;
  apply(change: ListChange): Promise<ChangeResult>;
  /** Puts back what was there before the last deed, except where someone has changed it since. */
  undo(id: UndoId): Promise<UndoResult>;
};

/** What `open` of the ledger worker resolves to, seen from the page. */
type Opened = Pick<Awaited<ReturnType<Remote<LedgerApi>['open']>>, 'table' | 'editor'>;

/** Speaks with the table's half of the ledger worker. */
export function connectTable(opened: Promise<Opened>, untilEnded: UntilEnded): TableService {
  type Editor = Opened['editor'];
  const answer = <T>(work: (editor: Editor) => Promise<T>) =>
    untilEnded(opened.then(({ editor }) => work(editor)));
  const write = <T>(work: (editor: Editor) => Promise<T>) => orFailed(answer(work), {});
  const writeMany = <T>(work: (editor: Editor) => Promise<T>) =>
    orFailed(answer(work), { count: 0, undo: null });
  return {
    page: async (query, page) => (await opened).table.page(query, page),
    select: async (keys, isSelected) => (await opened).table.select(keys, isSelected),
    selectFound: async (query) => (await opened).table.selectFound(query),
    clearSelection: async () => (await opened).table.clearSelection(),
    refresh: () =>
      untilEnded(opened.then(({ table }) => table.refresh())).catch(() => 'unreachable' as const),
    edit: (...parts) => write(async (editor) => editor.edit(...parts)),
    remove: (mapping) => write(async (editor) => editor.remove(mapping)),
    removeSelected: (onProgress) => writeMany(async (editor) => editor.removeSelected(proxy(onProgress))),
    removeDuplicates: (keys) => writeMany(async (editor) => editor.removeDuplicates(keys)),
    pack: async () => (await opened).editor.pack(),
    apply: (change) => writeMany(async (editor) => editor.apply(change)),
    undo: (id) => write(async (editor) => editor.undo(id)),
  };
}
