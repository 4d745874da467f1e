import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { dropAtEnd } from '../../services/workerLink.ts';
import { undoText } from '../../undo/undoText.ts';
import { useUndo } from '../../undo/useUndo.ts';
import type { QueueStore } from './QueueStore.ts';

/** Takes the last step of the page back and says so; `showDone` shows a message that offers it. */
export function useUndoStep(store: QueueStore) {
  const { takeBack, showDone } = useUndo();
  const undo = async () => {
    const result = await store.undo();
    return result === null ? unmatchedMessages.nothingToUndo : undoText(result);
  };
  return { undo: () => dropAtEnd(takeBack(undo)), showDone: (text: string) => showDone(text, undo) };
}
