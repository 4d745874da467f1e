import { useMemo } from 'react';
import { HistoryPage } from '../../features/history/HistoryPage.tsx';
import { historyOf } from '../../services/history.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

export function History() {
  const { ledger } = useSignedIn();
  const history = useMemo(() => historyOf(ledger), [ledger]);
  return <HistoryPage history={history} />;
}
