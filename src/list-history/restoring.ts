import { useEffect, useRef, useState } from 'react';
import { detailOf } from '#model/detailOf.ts';
import { useStatus } from '../ui/status/useStatus.ts';
import { useAnswer } from '../ui/useAnswer.ts';
import { type Undo, useUndo } from '../undo/useUndo.ts';

/** What a restore would change: null until it is known, with the reason where it cannot be. */
export function useRestorePreview<Target, Preview>(
  history: { preview(target: Target): Promise<Preview> },
  target: Target,
) {
  const { answer, hasFailed, error } = useAnswer(() => history.preview(target), [history, target]);
  return { preview: answer, failure: hasFailed ? detailOf(error) : null };
}

type Restored = { readonly text: string; readonly undo: Undo | null };

/**
 * Restores from a dialog, which is closed then, and says how it ended.
 * @param restore tells how much is done as it goes; answers the text to be shown, and what takes it back
 * @param failureText what is shown where it fails, of how much was done
 */
export function useRestore(
  restore: (onProgress: (done: number) => void) => Promise<Restored>,
  failureText: (done: number, detail: string) => string,
  onClose: () => void,
) {
  const { show, dismiss } = useStatus();
  const { showDone } = useUndo();
  const [done, setDone] = useState<number | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const start = async () => {
    dismiss();
    let count = 0;
    const onProgress = (reached: number) => {
      count = reached;
      setDone(reached);
    };
    onProgress(0);
    try {
      const { text, undo } = await restore(onProgress);
      showDone(text, undo);
    } catch (error) {
      console.error(error);
      show(failureText(count, detailOf(error)));
    }
    // It may have been closed meanwhile, and another one opened.
    if (isOpen.current) onClose();
  };
  return { done, start };
}
