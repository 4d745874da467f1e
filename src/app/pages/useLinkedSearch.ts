import { useEffect } from 'react';
import { tableStoreOf } from '../../features/database/TableStore.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { useRouter } from '../../ui/router.tsx';

/** A link such as `/database?search=TESCO` opens the table with that search. */
export function useLinkedSearch(ledger: LedgerService): void {
  const { place } = useRouter();
  const search = new URLSearchParams(place.search).get('search');
  useEffect(() => {
    if (search !== null) tableStoreOf(ledger).search(search);
  }, [ledger, search]);
}
