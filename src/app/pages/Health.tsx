import { HealthPage } from '../../features/health/HealthPage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

export function Health() {
  const { ledger } = useSignedIn();
  return <HealthPage ledger={ledger} startAnalysis={startAnalysis} />;
}
