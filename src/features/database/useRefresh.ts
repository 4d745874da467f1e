import { useState } from 'react';
import { messages } from '#model/messages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { isOutOfReach } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

/** Makes sure that the list shown is the one stored; reads it anew where that failed before. */
export function useRefresh(ledger: LedgerService) {
  const { show, dismiss } = useStatus();
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    dismiss();
    if (isOutOfReach(ledger.list.get())) return ledger.retry();
    setRefreshing(true);
    const outcome = await ledger.table.refresh();
    setRefreshing(false);
    if (outcome === 'unreachable') show(messages.mappingsFailed);
  };
  return { isRefreshing, refresh: () => void refresh() };
}
