import { DatabasePage } from '../../features/database/DatabasePage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import { useWork } from '../Workplace.tsx';
import { useLinkedSearch } from './useLinkedSearch.ts';

export function Database() {
  const { ledger } = useWork();
  useLinkedSearch(ledger);
  return <DatabasePage ledger={ledger} startAnalysis={startAnalysis} />;
}
