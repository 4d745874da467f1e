import { useCallback, useEffect, useRef } from 'react';
import type { ProposalSummary } from '../services/analysis.ts';

/**
 * Keeps the focus in the report when a proposal is decided and goes, or its buttons are disabled meanwhile: the one
 * that takes its place gets it, so that keyboard and screen reader go on from there.
 */
export function useProposalFocus(proposals: readonly ProposalSummary[], isBusy: boolean) {
  const list = useRef<HTMLUListElement>(null);
  /** Place of the proposal being decided. */
  const place = useRef<number | null>(null);
  useEffect(() => {
    if (isBusy || place.current === null) return;
    const items = list.current?.children;
    const item = items?.[Math.min(place.current, items.length - 1, proposals.length - 1)];
    place.current = null;
    if (item instanceof HTMLElement && document.activeElement === document.body) item.focus();
  }, [proposals, isBusy]);
  const follow = useCallback(
    (proposal: ProposalSummary) => {
      place.current = proposals.indexOf(proposal);
    },
    [proposals],
  );
  return { list, follow };
}
