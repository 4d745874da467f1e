import { useCallback, useEffect, useState } from 'react';
import type { WaitingCount } from '#contract/proposals.ts';
import { detailOf } from '#model/detailOf.ts';
import type { ProposalService } from '../../services/proposals.ts';
import { useAnswer } from '../../ui/useAnswer.ts';

/** Proposals drawn at first, and added by a click. */
const PAGE = 30;

/** The proposals that wait longest, live; `page` is null until it is known. */
export function useQueue(proposals: Pick<ProposalService, 'queue' | 'watchWaiting'>) {
  const [most, setMost] = useState(PAGE);
  const [waiting, setWaiting] = useState<WaitingCount | null>(null);
  useEffect(() => proposals.watchWaiting(setWaiting), [proposals]);
  // They are others with every count that is reported.
  const { answer, hasFailed, error } = useAnswer(
    () => (waiting?.kind === 'ready' ? proposals.queue(0, most) : null),
    [proposals, most, waiting],
  );
  const isWatched = waiting === null || waiting.kind === 'ready';
  const failure = isWatched ? (hasFailed ? detailOf(error) : null) : waiting.detail;
  const showMore = useCallback(() => setMost((shown) => shown + PAGE), []);
  return { page: answer, failure, hasMore: (answer?.waiting ?? 0) > most, showMore };
}
