import { useCallback, useState } from 'react';
import type { RowsEffect } from '#contract/rows.ts';
import type { BatchId, EditResult, UndoResult } from '#contract/table.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { databaseMessages } from '#model/text/databaseMessages.ts';
import { messages } from '#model/text/messages.ts';
import type { EditorService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import { undoText } from '../../undo/undoText.ts';
import { useUndo } from '../../undo/useUndo.ts';
import { RemovalDialog } from './RemovalDialog.tsx';
import type { TableStore } from './TableStore.ts';
import { neighboursOf } from './useRowFocus.ts';

/** Runs an undo, and brings what depends on the change up to date before its result is shown. */
export type FollowUndo = (run: () => Promise<UndoResult>) => Promise<UndoResult>;

/** Shows a message about a change and offers to undo it. */
export function useTableUndo(editor: EditorService, store: TableStore) {
  const { showDone } = useUndo();
  return useCallback(
    (text: string, id: BatchId | null, follow: FollowUndo = (run) => run()) => {
      const undo = (id: BatchId) => follow(() => store.renewAfter(() => editor.undo(id)));
      showDone(text, id === null ? null : async () => undoText(await undo(id)));
    },
    [editor, store, showDone],
  );
}

/** A deletion under way: the number of entries, and how many of them are deleted already. */
type Deletion = { readonly of: number; readonly done: number };

/** Deletes one mapping or the selected ones, after a question; `dialog` is part of it. */
export function useDeletion(
  editor: EditorService,
  store: TableStore,
  showDone: (text: string, undo: BatchId | null) => void,
  /** Called with the rows of which the first that is listed gets the focus. */
  focusRow: (keys: readonly MappingKey[]) => void,
) {
  const { show, dismiss } = useStatus();
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const { confirm, dialog } = useQuestion(editor);

  const deleteOne = useCallback(
    async (mapping: Mapping) => {
      const { key, description } = mapping;
      const title = databaseMessages.deletionTitle(description, 1);
      if (!(await confirm({ keys: [key], title, text: databaseMessages.confirmDeletion(description) })))
        return;
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
      const title = databaseMessages.deletionTitle(null, selected);
      if (!(await confirm({ keys: 'selection', title, text: messages.confirmDeletions(selected) }))) return;
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

  return { deletion, deleteOne, deleteSelected, dialog };
}

type Question = {
  readonly keys: readonly MappingKey[] | 'selection';
  readonly title: string;
  readonly text: string;
};

/**
 * Asks by the browser's own question. Where rows would change, a dialog says first which, and the question is asked above
 * it; `dialog` is the open one.
 */
function useQuestion(editor: EditorService) {
  const [asked, setAsked] = useState<(Question & { effect: RowsEffect; answer(is: boolean): void }) | null>(
    null,
  );
  const confirm = useCallback(
    async (question: Question): Promise<boolean> => {
      const effect = await editor.previewRemoval(question.keys).catch((error: unknown) => {
        console.error('What the deletion would do was not counted:', error);
        return null;
      });
      if (effect === null || effect.others === 0) return window.confirm(question.text);
      return new Promise((resolve) => {
        const answer = (is: boolean) => {
          setAsked(null);
          resolve(is);
        };
        setAsked({ ...question, effect, answer });
      });
    },
    [editor],
  );
  const dialog = asked && (
    <RemovalDialog
      title={asked.title}
      effect={asked.effect}
      onDelete={() => asked.answer(window.confirm(asked.text))}
      onClose={() => asked.answer(false)}
    />
  );
  return { confirm, dialog };
}

function notDeleted(kind: EditResult['kind'], description: string): string {
  if (kind === 'changed') return databaseMessages.mappingChangedMeanwhile(description);
  return kind === 'unchangeable'
    ? databaseMessages.mappingUnchangeable(description)
    : messages.mappingDeleteFailed;
}
