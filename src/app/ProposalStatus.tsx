import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { grouped } from '#model/text/figures.ts';
import { proposalMessages } from '#model/text/proposalMessages.ts';
import { ProposalNews } from '../features/proposals/ProposalNews.tsx';
import type { LedgerService } from '../services/ledger.ts';
import { isWithin, MY_PROPOSALS } from './pages.ts';
import { WaitingCount } from './WaitingCount.tsx';

/** How many proposals wait for an admin, live; nothing while none do, and while that is not known. */
export function WaitingProposals({ id, ledger }: { id: string; ledger: LedgerService }) {
  const [waiting, setWaiting] = useState(0);
  const proposals = ledger.proposals;
  useEffect(
    () =>
      proposals.watchWaiting((count) => {
        if (count.kind === 'failed') console.error('The waiting proposals cannot be counted:', count.detail);
        setWaiting(count.kind === 'ready' ? count.waiting : 0);
      }),
    [proposals],
  );
  if (waiting === 0) return null;
  return <WaitingCount id={id} count={grouped(waiting)} words={proposalMessages.waiting(waiting)} />;
}

/** Says on every page when own proposals were decided. */
export function OwnProposalNews({ uid, ledger }: { uid: string; ledger: LedgerService }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const proposals = ledger.proposals;
  const nameAccount = useCallback(
    // Loaded when there are news to tell, not by each page.
    async (code: string) => (await import('../services/chart.ts')).accountInWords(ledger, code),
    [ledger],
  );
  return (
    <ProposalNews
      uid={uid}
      proposals={proposals}
      isShown={isWithin(MY_PROPOSALS, pathname)}
      onShow={() => navigate(MY_PROPOSALS.path)}
      nameAccount={nameAccount}
    />
  );
}
