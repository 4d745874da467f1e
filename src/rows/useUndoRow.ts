import { useCallback } from 'react';
import type { UndoId } from '#contract/table.ts';
import { dropAtEnd } from '../services/workerLink.ts';
import { useStatus } from '../ui/status/useStatus.ts';
import type { RowStore } from './RowStore.ts';
import { undoText } from './undoText.ts';

/** Takes steps of the rows back; what becomes of a mapping that was saved from a row is said when the server has answered. */
export function useUndoRow(store: RowStore) {
  const { show } = useStatus();
  const undoSaved = useCallback(
    (act: UndoId) => dropAtEnd(store.undoSaved(act).then((result) => show(undoText(result)))),
    [store, show],
  );
  /** Takes the last step back. Returns its row; undefined for none, and where all rows or the list have changed. */
  const undo = useCallback((): number | undefined => {
    const step = store.undo();
    if (step?.kind === 'saved') undoSaved(step.act);
    return step?.kind === 'row' ? step.row : undefined;
  }, [store, undoSaved]);
  return { undo, undoSaved };
}
