import { useMemo } from 'react';
import { QueuePage } from '../../features/proposals/QueuePage.tsx';
import { proposalsOf } from '../../services/proposals.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

/** The section of the Database screen where admins decide proposals. */
export function Proposals() {
  const { account, ledger } = useSignedIn();
  const proposals = useMemo(() => proposalsOf(ledger), [ledger]);
  return <QueuePage uid={account.uid} ledger={ledger} proposals={proposals} />;
}
