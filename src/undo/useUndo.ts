import { useMemo } from 'react';
import { detailOf } from '#model/detailOf.ts';
import { UNDO_LINGER_MS } from '#model/limits.ts';
import { messages } from '#model/text/messages.ts';
import { dropAtEnd } from '../services/workerLink.ts';
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
    /** Shows `text` and offers Undo, null for none: for a while, or with `stays` until it is used or dismissed. */
    const showDone = (text: string, undo: Undo | null, { stays = false } = {}) => {
      if (undo === null) return show(text);
      const lingers = stays ? {} : { lingers: UNDO_LINGER_MS };
      show(text, {
        action: { label: 'Undo', run: () => dropAtEnd(takeBack(undo)), isUndo: true, ...lingers },
      });
    };
    return { takeBack, showDone };
  }, [show]);
}
