import { DatabasePage } from '../../features/database/DatabasePage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import { useSignedIn } from '../SignedInLayout.tsx';
import { useLinkedSearch } from './useLinkedSearch.ts';

export function Database() {
  const { ledger } = useSignedIn();
  useLinkedSearch(ledger);
  return <DatabasePage ledger={ledger} startAnalysis={startAnalysis} />;
}
