import { useCallback, useEffect, useState } from 'react';
import type { StoppedChangeSet } from '#contract/history.ts';
import type { HistoryService } from '../services/ledger.ts';
import { uploadStorageOf } from '../services/uploadStorage.ts';

/** An action is called stopped when nothing has come of it for some time: so it is asked for again. Milliseconds. */
const ASK_AGAIN_MS = 30_000;

/** The actions that were stopped before their end, and the batch of the upload that this tab can go on with. */
export function useStoppedChangeSets(history: HistoryService, uid: string) {
  const [stopped, setStopped] = useState<readonly StoppedChangeSet[]>([]);
  const [unfinishedUpload, setUnfinishedUpload] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const renew = useCallback(() => setAttempt((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    let isOver = false;
    // Without the answer the screen only lacks the notice; the history itself says when it cannot be read.
    const ask = () =>
      void history.stopped().then(
        (answer) => !isOver && setStopped(answer),
        (error) => console.warn('Stopped actions are not known:', error),
      );
    ask();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [history, attempt]);
  const hasUpload = stopped.some(({ kind }) => kind === 'upload');
  useEffect(() => {
    if (!hasUpload) return;
    let isOver = false;
    uploadStorageOf(uid)
      .then((storage) => storage.readUnfinishedUpload())
      .then(
        (plan) => !isOver && setUnfinishedUpload(plan?.batch ?? null),
        (error) => console.warn('The unfinished upload is not known:', error),
      );
    return () => {
      isOver = true;
    };
  }, [hasUpload, uid]);
  return { stopped, unfinishedUpload, renew };
}
