import { useMemo } from 'react';
import { useChart } from '../../chart/ChartProvider.tsx';
import { HealthPage } from '../../features/health/HealthPage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import type { SignedIn } from '../SignedInLayout.tsx';

export function Health({ ledger }: SignedIn) {
  const view = useChart(ledger);
  const codes = useMemo(
    () => (view === null || view.accounts.length === 0 ? null : view.accounts.map(({ code }) => code)),
    [view],
  );
  return <HealthPage ledger={ledger} startAnalysis={startAnalysis} chart={codes} />;
}
