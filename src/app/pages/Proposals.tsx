import type { ComponentProps } from 'react';
import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { ProposeDialog as Dialog } from '../../features/proposals/ProposeDialog.tsx';
import type { LedgerService } from '../../services/ledger.ts';

export { MyProposalsPage } from '../../features/proposals/MyProposalsPage.tsx';
export { QueuePage } from '../../features/proposals/QueuePage.tsx';

type Props = Omit<ComponentProps<typeof Dialog>, 'proposals'> & { ledger: LedgerService };

/** In one chunk with the pages: each chunk more makes the first load longer. */
export function ProposeDialog({ ledger, ...props }: Props) {
  return (
    <ChartProvider ledger={ledger}>
      <Dialog proposals={ledger.proposals} {...props} />
    </ChartProvider>
  );
}
