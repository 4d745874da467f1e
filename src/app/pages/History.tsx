import { useCallback } from 'react';
import { HistoryPage } from '../../features/history/HistoryPage.tsx';
import { useApp } from '../AppContext.ts';
import type { SignedIn } from '../SignedInLayout.tsx';

export function History({ account, ledger }: SignedIn) {
  const { services } = useApp();
  const loadActions = useCallback(async () => {
    const { startAccessActions } = await import('../../services/accessActions.ts');
    return startAccessActions(services.backend, await services.records(), ledger.admin);
  }, [services, ledger]);
  const { accountCalls } = services;
  const loadFormerList = accountCalls && (async () => (await accountCalls()).readFormerList());
  return (
    <HistoryPage
      ledger={ledger}
      account={account}
      loadActions={loadActions}
      loadFormerList={loadFormerList}
    />
  );
}
