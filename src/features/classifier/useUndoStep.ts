import { useCallback } from 'react';
import { UNDO_LINGER_MS } from '#model/limits.ts';
import { messages } from '#model/messages.ts';
import { unmatchedMessages } from '#model/unmatchedMessages.ts';
import { useStatus } from '../../ui/status/useStatus.ts';
import type { QueueStore } from './QueueStore.ts';

/** Takes the last step of the page back and says so; `showDone` shows a message that offers it. */
export function useUndoStep(store: QueueStore) {
  const { show } = useStatus();
  const undo = useCallback(async () => {
    const result = await store.undo();
    if (result === null) show(unmatchedMessages.nothingToUndo);
    else if (result.kind === 'gone') show(messages.undoGone);
    else if (result.kind === 'failed') show(messages.undoFailed(result.detail));
    else if (result.skipped.length === 0) show(messages.undone);
    else
      show(result.count > 0 ? messages.undoneExcept(result.skipped) : messages.undoRefused(result.skipped));
  }, [store, show]);
  const showDone = useCallback(
    (text: string) =>
      show(text, { action: { label: 'Undo', run: () => void undo(), lingers: UNDO_LINGER_MS } }),
    [show, undo],
  );
  return { undo: () => void undo(), showDone };
}
