import { useCallback, useState } from 'react';
import type { UndoId } from '#contract/table.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { messages } from '#model/messages.ts';
import type { TableService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { TableStore } from './TableStore.ts';
import { neighboursOf } from './useRowFocus.ts';

/** A deletion under way: of how many entries, and how many are gone already. */
export type Deletion = { readonly of: number; readonly done: number };

/** Deletes one mapping or the selected ones, after the browser's own question. */
export function useDeletion(
  table: TableService,
  store: TableStore,
  showDone: (text: string, undo: UndoId | null) => void,
  /** Called with the rows in one of which the focus belongs afterwards. */
  focusRow: (keys: readonly MappingKey[]) => void,
) {
  const { show, dismiss } = useStatus();
  const [deletion, setDeletion] = useState<Deletion | null>(null);

  const deleteOne = useCallback(
    async (mapping: Mapping) => {
      if (!window.confirm(messages.confirmDeletion(mapping.description))) return;
      dismiss();
      const neighbours = neighboursOf(mapping.key, store.listedKeys);
      setDeletion({ of: 1, done: 0 });
      const result = await store.during(() => table.remove(mapping));
      setDeletion(null);
      const isGone = result.kind === 'saved' || (result.kind === 'changed' && result.stored === null);
      focusRow(isGone ? neighbours : [mapping.key]);
      if (result.kind === 'saved') showDone(messages.mappingDeleted, result.undo);
      else if (result.kind === 'changed' && result.stored === null) showDone(messages.mappingDeleted, null);
      else if (result.kind === 'changed') show(messages.mappingChangedMeanwhile(mapping.description));
      else show(messages.mappingDeleteFailed);
    },
    [table, store, show, dismiss, showDone, focusRow],
  );

  const deleteSelected = useCallback(
    async (selected: number) => {
      if (selected === 0) return show(messages.nothingSelected);
      if (!window.confirm(messages.confirmDeletions(selected))) return;
      dismiss();
      setDeletion({ of: selected, done: 0 });
      const result = await store.during(() =>
        table.removeSelected((done) => setDeletion({ of: selected, done })),
      );
      setDeletion(null);
      focusRow(store.listedKeys);
      if (result.kind === 'saved') showDone(messages.mappingsDeleted(result.count), result.undo);
      else if (result.kind === 'failed' && result.count > 0) {
        showDone(messages.partlyDeleted(result.count), result.undo);
      } else show(messages.mappingsDeleteFailed);
    },
    [table, store, show, dismiss, showDone, focusRow],
  );

  return { deletion, deleteOne, deleteSelected };
}
