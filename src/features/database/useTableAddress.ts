import { useCallback, useEffect, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { TableStore } from './TableStore.ts';
import { addressOf, filtersIn, type TableFilters } from './tableAddress.ts';

/** The filters of the address, which the table follows, and the way to change them. */
export function useTableAddress(store: TableStore) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const filters = useMemo(() => filtersIn(address), [address]);
  useEffect(() => store.filter(filters), [store, filters]);
  // A link such as `/database?search=TESCO` opens the table with that search.
  const search = address.get('search');
  useEffect(() => {
    if (search !== null) store.search(search);
  }, [store, search]);
  const setFilters = useCallback(
    (part: Partial<TableFilters>) =>
      navigate(addressOf({ ...filters, ...part }, store.state.get().search), { replace: true }),
    [filters, navigate, store],
  );
  return { filters, setFilters };
}
