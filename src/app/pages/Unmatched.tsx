import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { UnmatchedPage } from '../../features/unmatched/UnmatchedPage.tsx';
import { useSignedIn } from '../SignedInLayout.tsx';
import { useProposing } from '../useProposing.tsx';

export function Unmatched() {
  const { ledger, isAdmin } = useSignedIn();
  const { onPropose, dialog } = useProposing();
  return (
    <ChartProvider ledger={ledger}>
      <UnmatchedPage ledger={ledger} isAdmin={isAdmin} onPropose={onPropose} />
      {dialog}
    </ChartProvider>
  );
}
