import { useCallback } from 'react';
import { UNDO_LINGER_MS } from '#model/limits.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { undoText } from '../../rows/undoText.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { QueueStore } from './QueueStore.ts';

/** Takes the last step of the page back and says so; `showDone` shows a message that offers it. */
export function useUndoStep(store: QueueStore) {
  const { show } = useStatus();
  const undo = useCallback(async () => {
    const result = await store.undo();
    show(result === null ? unmatchedMessages.nothingToUndo : undoText(result));
  }, [store, show]);
  const showDone = useCallback(
    (text: string) =>
      show(text, { action: { label: 'Undo', run: () => void undo(), lingers: UNDO_LINGER_MS } }),
    [show, undo],
  );
  return { undo: () => void undo(), showDone };
}
