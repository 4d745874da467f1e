import { useMemo } from 'react';
import { detailOf } from '#model/detailOf.ts';
import { UNDO_LINGER_MS, UNDO_STAYS_MS } from '#model/limits.ts';
import { messages } from '#model/text/messages.ts';
import { ignoreAfterExit } from '../services/workerLink.ts';
import { useStatus } from '../ui/status/useStatus.ts';

/** Takes a change back. Resolves with the message about that; null where the screen itself shows it. */
export type Undo = () => Promise<string | null>;

/** Shows what was done, with a button that takes it back, and what has become of that. */
export function useUndo() {
  const { show } = useStatus();
  return useMemo(() => {
    /** Takes a change back and shows the outcome. */
    const takeBack = async (undo: Undo): Promise<void> => {
      const text = await undo().catch((error: unknown) => {
        console.error('A change was not taken back:', error);
        return messages.undoFailed(detailOf(error));
      });
      if (text !== null) show(text);
    };
    /** Shows `text` and offers Undo, null for none: for a while, or with `stays` for longer, and by Ctrl+Z beyond that. */
    const showDone = (text: string, undo: Undo | null, { stays = false } = {}) => {
      if (undo === null) return show(text);
      const lingers = stays ? UNDO_STAYS_MS : UNDO_LINGER_MS;
      const run = () => ignoreAfterExit(takeBack(undo));
      show(text, { action: { label: 'Undo', run, isUndo: true, lingers, outlivesMessage: stays } });
    };
    return { takeBack, showDone };
  }, [show]);
}
