import { useCallback, useState } from 'react';
import type { BatchId, EditResult, UndoResult } from '#contract/table.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { messages } from '#model/text/messages.ts';
import { useDeletionQuestion } from '../../chart/useDeletionQuestion.ts';
import type { EditorService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { undoOf } from '../../undo/undoText.ts';
import { useUndo } from '../../undo/useUndo.ts';
import type { TableStore } from './TableStore.ts';
import { neighboursOf } from './useRowFocus.ts';

/** Runs an undo, and brings what depends on the change up to date before its result is shown. */
export type FollowUndo = (run: () => Promise<UndoResult>) => Promise<UndoResult>;

/** Shows a message about a change and offers to undo it. */
export function useTableUndo(editor: EditorService, store: TableStore) {
  const { showDone } = useUndo();
  return useCallback(
    (text: string, id: BatchId | null, follow: FollowUndo = (run) => run()) =>
      showDone(
        text,
        undoOf(id, (batch) => follow(() => store.renewAfter(() => editor.undo(batch)))),
      ),
    [editor, store, showDone],
  );
}

/** A deletion under way: the number of entries, and how many of them are deleted already. */
type Deletion = { readonly of: number; readonly done: number };

/** Deletes one mapping or the selected ones, after a question. */
export function useDeletion(
  editor: EditorService,
  store: TableStore,
  showDone: (text: string, undo: BatchId | null) => void,
  /** Called with the rows of which the first that is listed gets the focus. */
  focusRow: (keys: readonly MappingKey[]) => void,
) {
  const { show, dismiss } = useStatus();
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const confirm = useDeletionQuestion();

  const deleteOne = useCallback(
    async (mapping: Mapping) => {
      const { key, description } = mapping;
      const question = databaseMessages.confirmDeletion(description);
      if (!(await confirm(question, () => editor.previewRemoval([key])))) return;
      dismiss();
      const neighbours = neighboursOf(mapping.key, store.listedKeys);
      setDeletion({ of: 1, done: 0 });
      const result = await store.renewAfter(() => editor.remove(mapping));
      setDeletion(null);
      const isGone = result.kind === 'saved' || (result.kind === 'changed' && result.stored === null);
      focusRow(isGone ? neighbours : [mapping.key]);
      if (result.kind === 'saved') showDone(messages.mappingDeleted, result.undo);
      else if (result.kind === 'changed' && result.stored === null) showDone(messages.mappingDeleted, null);
      else show(notDeleted(result.kind, mapping.description));
    },
    [editor, store, show, dismiss, showDone, focusRow, confirm],
  );

  const deleteSelected = useCallback(
    async (selected: number) => {
      if (selected === 0) return show(messages.nothingSelected);
      const question = messages.confirmDeletions(selected);
      if (!(await confirm(question, () => editor.previewRemoval('selection')))) return;
      dismiss();
      setDeletion({ of: selected, done: 0 });
      const result = await store.renewAfter(() =>
        editor.removeSelected((done) => setDeletion({ of: selected, done })),
      );
      setDeletion(null);
      focusRow(store.listedKeys);
      if (result.kind === 'saved') showDone(messages.mappingsDeleted(result.count), result.undo);
      else if (result.kind === 'failed' && result.count > 0) {
        showDone(messages.partlyDeleted(result.count), result.undo);
      } else if (result.kind === 'unchangeable')
        show(databaseMessages.mappingUnchangeable(result.description));
      else show(messages.mappingsDeleteFailed);
    },
    [editor, store, show, dismiss, showDone, focusRow, confirm],
  );

  return { deletion, deleteOne, deleteSelected };
}

function notDeleted(kind: EditResult['kind'], description: string): string {
  if (kind === 'changed') return databaseMessages.mappingChangedMeanwhile(description);
  return kind === 'unchangeable'
    ? databaseMessages.mappingUnchangeable(description)
    : messages.mappingDeleteFailed;
}
