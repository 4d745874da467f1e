import { DatabasePage } from '../../features/database/DatabasePage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import { useWork } from '../Workplace.tsx';

export function Database() {
  const { ledger } = useWork();
  return <DatabasePage ledger={ledger} startAnalysis={startAnalysis} />;
}
