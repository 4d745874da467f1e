import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ProposalNews } from '../features/proposals/ProposalNews.tsx';
import type { LedgerService } from '../services/ledger.ts';
import { isWithin, MY_PROPOSALS } from './pages.ts';

/** Says on every page when own proposals were decided. */
export function OwnProposalNews({ uid, ledger }: { uid: string; ledger: LedgerService }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const nameAccount = useCallback(
    // Loaded when there are news to tell, not by each page.
    async (code: string) => (await import('../services/chart.ts')).accountInWords(ledger, code),
    [ledger],
  );
  return (
    <ProposalNews
      uid={uid}
      proposals={ledger.proposals}
      isShown={isWithin(MY_PROPOSALS, pathname)}
      onShow={() => navigate(MY_PROPOSALS.path)}
      nameAccount={nameAccount}
    />
  );
}
