import { useCallback, useEffect, useState } from 'react';
import type { StoppedChangeSet } from '#contract/history.ts';
import type { HistoryService } from '../services/ledger.ts';
import { unfinishedUploadOf } from '../services/uploadStorage.ts';
import { useAnswer } from '../ui/useAnswer.ts';

/** An action is called stopped when nothing has come of it for some time: so it is asked for again. Milliseconds. */
const ASK_AGAIN_MS = 30_000;

type Stopped = {
  readonly stopped: readonly StoppedChangeSet[];
  /** The batch of the upload that this tab can go on with; null for none. */
  readonly unfinishedUpload: string | null;
};

const NOTHING_KNOWN: Stopped = { stopped: [], unfinishedUpload: null };

/** The actions that were stopped before their end. */
export function useStoppedChangeSets(history: HistoryService, uid: string) {
  const [attempt, setAttempt] = useState(0);
  const renew = useCallback(() => setAttempt((before) => before + 1), []);
  useEffect(() => {
    const timer = setInterval(renew, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [renew]);
  const ask = async (): Promise<Stopped> => {
    const unfinishedUpload = await unfinishedUploadOf(uid);
    return { stopped: await history.stopped(unfinishedUpload), unfinishedUpload };
  };
  // Without the answer the screen only lacks the notice; the history itself says when it cannot be read.
  const { answer } = useAnswer(ask, [history, uid, attempt]);
  return { ...(answer ?? NOTHING_KNOWN), renew };
}
