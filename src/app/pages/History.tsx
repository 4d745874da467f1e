import { useMemo } from 'react';
import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { HistoryPage } from '../../features/history/HistoryPage.tsx';
import { historyOf } from '../../services/history.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

export function History() {
  const { ledger } = useSignedIn();
  const history = useMemo(() => historyOf(ledger), [ledger]);
  return (
    <ChartProvider ledger={ledger}>
      <HistoryPage history={history} />
    </ChartProvider>
  );
}
