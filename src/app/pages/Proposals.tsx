import { type ComponentProps, useMemo } from 'react';
import { MyProposalsPage } from '../../features/proposals/MyProposalsPage.tsx';
import { ProposeDialog as Dialog } from '../../features/proposals/ProposeDialog.tsx';
import { QueuePage } from '../../features/proposals/QueuePage.tsx';
import { proposalsOf } from '../../services/proposals.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

/** The section of the Database screen where admins decide proposals. */
export function Proposals() {
  const { account, ledger } = useSignedIn();
  const proposals = useMemo(() => proposalsOf(ledger), [ledger]);
  return <QueuePage uid={account.uid} ledger={ledger} proposals={proposals} />;
}

/** What a user has proposed. */
export function MyProposals() {
  const { account, ledger } = useSignedIn();
  const proposals = useMemo(() => proposalsOf(ledger), [ledger]);
  return <MyProposalsPage uid={account.uid} proposals={proposals} />;
}

/** In one chunk with the pages: each chunk more makes the first load longer. */
export function ProposeDialog(props: ComponentProps<typeof Dialog>) {
  return <Dialog {...props} />;
}
