import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { DatabasePage } from '../../features/database/DatabasePage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import { useSignedIn } from '../SignedInLayout.tsx';
import { useLinkedSearch } from './useLinkedSearch.ts';

export function Database() {
  const { account, ledger } = useSignedIn();
  useLinkedSearch(ledger);
  return (
    <ChartProvider ledger={ledger}>
      <DatabasePage account={account} ledger={ledger} startAnalysis={startAnalysis} />
    </ChartProvider>
  );
}
