import type { ComponentProps } from 'react';
import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { MyProposalsPage } from '../../features/proposals/MyProposalsPage.tsx';
import { ProposeDialog as Dialog } from '../../features/proposals/ProposeDialog.tsx';
import { QueuePage } from '../../features/proposals/QueuePage.tsx';
import { useSignedIn } from '../SignedInLayout.tsx';

/** The section of the Database screen where admins decide proposals. */
export function Proposals() {
  const { account, ledger } = useSignedIn();
  const proposals = ledger.proposals;
  return (
    <ChartProvider ledger={ledger}>
      <QueuePage uid={account.uid} ledger={ledger} proposals={proposals} />
    </ChartProvider>
  );
}

/** What a user has proposed. */
export function MyProposals() {
  const { account, ledger } = useSignedIn();
  const proposals = ledger.proposals;
  return (
    <ChartProvider ledger={ledger}>
      <MyProposalsPage uid={account.uid} proposals={proposals} />
    </ChartProvider>
  );
}

/** In one chunk with the pages: each chunk more makes the first load longer. */
export function ProposeDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <ChartProvider ledger={useSignedIn().ledger}>
      <Dialog {...props} />
    </ChartProvider>
  );
}
