import { useCallback, useState } from 'react';
import type { ChangeSetId, EditResult, UndoResult } from '#contract/table.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { EditorService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { undoText } from '../../undo/undoText.ts';
import { useUndo } from '../../undo/useUndo.ts';
import type { TableStore } from './TableStore.ts';
import { neighboursOf } from './useRowFocus.ts';

/** Runs an undo, and brings what depends on the change up to date before its result is shown. */
export type FollowUndo = (run: () => Promise<UndoResult>) => Promise<UndoResult>;

/** Shows a message about a change and offers to undo it. */
export function useTableUndo(editor: EditorService, store: TableStore) {
  const { showDone } = useUndo();
  return useCallback(
    (text: string, id: ChangeSetId | null, follow: FollowUndo = (run) => run()) => {
      const undo = (id: ChangeSetId) => follow(() => store.renewAfter(() => editor.undo(id)));
      showDone(text, id === null ? null : async () => undoText(await undo(id)));
    },
    [editor, store, showDone],
  );
}

/** A deletion under way: the number of entries, and how many of them are deleted already. */
type Deletion = { readonly of: number; readonly done: number };

/** Deletes one mapping or the selected ones, after the browser's own question. */
export function useDeletion(
  editor: EditorService,
  store: TableStore,
  showDone: (text: string, undo: ChangeSetId | null) => void,
  /** Called with the rows of which the first that is listed gets the focus. */
  focusRow: (keys: readonly MappingKey[]) => void,
) {
  const { show, dismiss } = useStatus();
  const [deletion, setDeletion] = useState<Deletion | null>(null);

  const deleteOne = useCallback(
    async (mapping: Mapping) => {
      const question = databaseMessages.confirmDeletion(mapping.description);
      if (!window.confirm(await withEffect(editor, question, [mapping.key], 1))) return;
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
    [editor, store, show, dismiss, showDone, focusRow],
  );

  const deleteSelected = useCallback(
    async (selected: number) => {
      if (selected === 0) return show(messages.nothingSelected);
      const question = messages.confirmDeletions(selected);
      if (!window.confirm(await withEffect(editor, question, 'selection', selected))) return;
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
    [editor, store, show, dismiss, showDone, focusRow],
  );

  return { deletion, deleteOne, deleteSelected };
}

/** The question, and what the deletion would do to the rows on the Classifier, as far as that is known. */
async function withEffect(
  editor: EditorService,
  question: string,
  keys: readonly MappingKey[] | 'selection',
  mappings: number,
): Promise<string> {
  try {
    const effect = await editor.previewRemoval(keys);
    const words = effect === null ? '' : databaseMessages.rowsOfDeletion(effect, mappings);
    return words === '' ? question : `${question}\n\n${words}`;
  } catch (error) {
    console.error('What the deletion would do was not counted:', error);
    return question;
  }
}

function notDeleted(kind: EditResult['kind'], description: string): string {
  if (kind === 'changed') return databaseMessages.mappingChangedMeanwhile(description);
  return kind === 'unchangeable'
    ? databaseMessages.mappingUnchangeable(description)
    : messages.mappingDeleteFailed;
}
