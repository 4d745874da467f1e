import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { DatabasePage } from '../../features/database/DatabasePage.tsx';
import { tableStoreOf } from '../../features/database/TableStore.ts';
import { startAnalysis } from '../../services/analysis.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

export function Database() {
  const { account, ledger } = useSignedIn();
  useLinkedSearch(ledger);
  return (
    <ChartProvider ledger={ledger}>
      <DatabasePage account={account} ledger={ledger} startAnalysis={startAnalysis} />
    </ChartProvider>
  );
}

/** A link such as `/database?search=TESCO` opens the table with that search. */
function useLinkedSearch(ledger: LedgerService): void {
  const [query] = useSearchParams();
  const search = query.get('search');
  useEffect(() => {
    if (search !== null) tableStoreOf(ledger).search(search);
  }, [ledger, search]);
}
