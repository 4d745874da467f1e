import { useCallback, useEffect, useState } from 'react';
import type { QueuePage } from '#contract/proposals.ts';
import { detailOf } from '#model/detailOf.ts';
import type { ProposalService } from '../../services/proposals.ts';

/** Proposals drawn at first, and added by a click. */
const PAGE = 30;

type Queue = {
  /** Null until it is known. */
  readonly page: QueuePage | null;
  readonly failure: string | null;
  readonly hasMore: boolean;
  readonly showMore: () => void;
};

/** The proposals that wait longest, live. */
export function useQueue(proposals: Pick<ProposalService, 'queue' | 'watchWaiting'>): Queue {
  const [most, setMost] = useState(PAGE);
  const [page, setPage] = useState<QueuePage | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    let asked = 0;
    const onPage = (id: number, next: QueuePage) => {
      if (isOver || id !== asked) return;
      setPage(next);
      setFailure(null);
    };
    const onFailure = (error: unknown) => {
      if (!isOver) setFailure(detailOf(error));
    };
    const end = proposals.watchWaiting((count) => {
      const id = ++asked;
      if (count.kind !== 'ready') setFailure(count.detail);
      else proposals.queue(0, most).then((next) => onPage(id, next), onFailure);
    });
    return () => {
      isOver = true;
      end();
    };
  }, [proposals, most]);
  const showMore = useCallback(() => setMost((shown) => shown + PAGE), []);
  return { page, failure, hasMore: (page?.waiting ?? 0) > most, showMore };
}
