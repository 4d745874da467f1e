import { useMemo } from 'react';
import { MyProposalsPage } from '../../features/proposals/MyProposalsPage.tsx';
import { proposalsOf } from '../../services/proposals.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

export function MyProposals() {
  const { account, ledger } = useSignedIn();
  const proposals = useMemo(() => proposalsOf(ledger), [ledger]);
  return <MyProposalsPage uid={account.uid} proposals={proposals} />;
}
