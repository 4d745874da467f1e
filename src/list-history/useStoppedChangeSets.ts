import { useCallback, useEffect, useState } from 'react';
import type { StoppedChangeSet } from '#contract/history.ts';
import type { HistoryService } from '../services/ledger.ts';
import { unfinishedUploadOf } from '../services/uploadStorage.ts';

/** An action is called stopped when nothing has come of it for some time: so it is asked for again. Milliseconds. */
const ASK_AGAIN_MS = 30_000;

type Stopped = {
  readonly stopped: readonly StoppedChangeSet[];
  /** The batch of the upload that this tab can go on with; null for none. */
  readonly unfinishedUpload: string | null;
};

/** The actions that were stopped before their end. */
export function useStoppedChangeSets(history: HistoryService, uid: string) {
  const [known, setKnown] = useState<Stopped>({ stopped: [], unfinishedUpload: null });
  const [attempt, setAttempt] = useState(0);
  const renew = useCallback(() => setAttempt((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      const unfinishedUpload = await unfinishedUploadOf(uid);
      const stopped = await history.stopped(unfinishedUpload);
      if (!isOver) setKnown({ stopped, unfinishedUpload });
    };
    // Without the answer the screen only lacks the notice; the history itself says when it cannot be read.
    const askAgain = () =>
      void ask().catch((error: unknown) => console.warn('Stopped actions are not known:', error));
    askAgain();
    const timer = setInterval(askAgain, ASK_AGAIN_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [history, uid, attempt]);
  return { ...known, renew };
}
