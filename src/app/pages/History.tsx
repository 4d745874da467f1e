import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { HistoryPage } from '../../features/history/HistoryPage.tsx';
import { useSignedIn } from '../SignedInLayout.tsx';

export function History() {
  const { account, ledger } = useSignedIn();
  const history = ledger.history;
  return (
    <ChartProvider ledger={ledger}>
      <HistoryPage history={history} uid={account.uid} />
    </ChartProvider>
  );
}
