import { useCallback } from 'react';
import { rowAccountMessages } from '#model/text/rowAccountMessages.ts';
import { ignoreAfterExit } from '../services/workerLink.ts';
import { undoText } from '../undo/undoText.ts';
import { useUndo } from '../undo/useUndo.ts';
import type { RowStore } from './RowStore.ts';

/**
 * Takes the last step back. Returns its row; undefined for none, and where all rows or the list have changed. What becomes
 * of a mapping that was saved from a row is said when the server has answered.
 */
export function useUndoRow(store: RowStore): () => number | undefined {
  const { takeBack } = useUndo();
  return useCallback(() => {
    const step = store.undo();
    if (step?.kind === 'saved') ignoreAfterExit(takeBack(async () => undoText(await step.result)));
    if (step?.kind === 'all-settled')
      ignoreAfterExit(takeBack(() => step.result.then(() => rowAccountMessages.choicesTakenBack)));
    return step?.kind === 'row' ? step.row : undefined;
  }, [store, takeBack]);
}
