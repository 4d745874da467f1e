import { useEffect } from 'react';
import { tableStoreOf } from '../../features/database/TableStore.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { useQuery } from '../../ui/router.tsx';

/** A link such as `/database?search=TESCO` opens the table with that search. */
export function useLinkedSearch(ledger: LedgerService): void {
  const search = useQuery().get('search');
  useEffect(() => {
    if (search !== null) tableStoreOf(ledger).search(search);
  }, [ledger, search]);
}
