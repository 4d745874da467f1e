import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { tableStoreOf } from '../../features/database/TableStore.ts';
import type { LedgerService } from '../../services/ledger.ts';

/** A link such as `/database?search=TESCO` opens the table with that search. */
export function useLinkedSearch(ledger: LedgerService): void {
  const [query] = useSearchParams();
  const search = query.get('search');
  useEffect(() => {
    if (search !== null) tableStoreOf(ledger).search(search);
  }, [ledger, search]);
}
