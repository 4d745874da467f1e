import type { GroupId } from '#contract/unmatched.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { ignoreAfterExit } from '../../services/workerLink.ts';
import { undoText } from '../../undo/undoText.ts';
import { useUndo } from '../../undo/useUndo.ts';
import type { QueueStore } from './QueueStore.ts';

/**
 * Takes the last step of the page back and says so; `showDone` shows a message that offers it.
 * @param onUndone called with the groups that it was about
 */
export function useUndoStep(store: QueueStore, onUndone: (ids: readonly GroupId[]) => void) {
  const { takeBack, showDone } = useUndo();
  const undo = async () => {
    const undone = await store.undo();
    if (undone === null) return unmatchedMessages.nothingToUndo;
    if (undone.result.kind === 'undone') onUndone(undone.ids);
    return undoText(undone.result);
  };
  return { undo: () => ignoreAfterExit(takeBack(undo)), showDone: (text: string) => showDone(text, undo) };
}
