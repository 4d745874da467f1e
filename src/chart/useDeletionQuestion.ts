import { useCallback } from 'react';
import { inTime } from '#contract/inTime.ts';
import type { Preview } from '#contract/preview.ts';
import { deletionQuestion } from '#model/text/previewWords.ts';
import { holdInput } from '../ui/holdInput.ts';
import { momentOf } from '../ui/moment.ts';
import { useAccountWords } from './ChartProvider.tsx';

/** The question waits so long for what the deletion does to the rows, in milliseconds. */
const WAITING_MS = 1_000;

/**
 * Asks before a deletion, by the browser's own question: the sentence, and under it what becomes of the rows. Until it is
 * asked, keys and presses do nothing.
 */
export function useDeletionQuestion() {
  const words = useAccountWords();
  return useCallback(
    async (sentence: string, askPreview: () => Promise<Preview | null>): Promise<boolean> => {
      const release = holdInput();
      const preview = await inTime(askPreview(), WAITING_MS, (ms, run) => setTimeout(run, ms)).catch(
        (error: unknown) => {
          console.warn('What the deletion would do was not counted:', error);
          return 'unknown' as const;
        },
      );
      const isConfirmed = window.confirm(deletionQuestion(sentence, preview, words, momentOf));
      release();
      return isConfirmed;
    },
    [words],
  );
}
