import { useCallback } from 'react';
import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { HistoryPage } from '../../features/history/HistoryPage.tsx';
import { useApp } from '../AppContext.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

export function History() {
  const { services } = useApp();
  const { account, ledger } = useSignedIn();
  const loadActions = useCallback(async () => {
    const { startAccessActions } = await import('../../services/accessActions.ts');
    return startAccessActions(services.backend, await services.records(), ledger.admin);
  }, [services, ledger]);
  const { accountCalls } = services;
  const loadFormerList = accountCalls && (async () => (await accountCalls()).readFormerList());
  return (
    <ChartProvider ledger={ledger}>
      <HistoryPage
        ledger={ledger}
        account={account}
        loadActions={loadActions}
        loadFormerList={loadFormerList}
      />
    </ChartProvider>
  );
}
