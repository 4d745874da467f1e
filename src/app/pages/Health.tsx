import { useMemo, useSyncExternalStore } from 'react';
import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { HealthPage } from '../../features/health/HealthPage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import { followChart } from '../../services/chart.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

export function Health() {
  const { ledger } = useSignedIn();
  const chart = followChart(ledger);
  const view = useSyncExternalStore(chart.subscribe, chart.get);
  const codes = useMemo(
    () => (view === null || view.accounts.length === 0 ? null : view.accounts.map(({ code }) => code)),
    [view],
  );
  return (
    <ChartProvider ledger={ledger}>
      <HealthPage ledger={ledger} startAnalysis={startAnalysis} chart={codes} />
    </ChartProvider>
  );
}
