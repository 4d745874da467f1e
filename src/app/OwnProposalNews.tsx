import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { ProposalNews } from '../features/proposals/ProposalNews.tsx';
import type { LedgerService } from '../services/ledger.ts';
import { proposalsOf } from '../services/proposals.ts';
import { MY_PROPOSALS } from './pages.ts';

/** Says on every page when own proposals were decided. */
export function OwnProposalNews({ uid, ledger }: { uid: string; ledger: LedgerService }) {
  const [pathname, navigate] = useLocation();
  const proposals = useMemo(() => proposalsOf(ledger), [ledger]);
  return (
    <ProposalNews
      uid={uid}
      proposals={proposals}
      isShown={pathname === MY_PROPOSALS.path}
      onShow={() => navigate(MY_PROPOSALS.path)}
    />
  );
}
