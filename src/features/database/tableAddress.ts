import { TABLE_ORDERS, type TableOrder } from '#contract/table.ts';

/** What the address says of the table: the account that it is filtered by, null for all, and its order. */
export type TableFilters = { readonly account: string | null; readonly order: TableOrder };

/** Reads the filters of an address; what is none is left out. */
export function filtersIn(query: URLSearchParams): TableFilters {
  const account = query.get('account')?.trim() ?? '';
  const order = TABLE_ORDERS.find((known) => known === query.get('sort')) ?? 'keyword';
  return { account: account === '' ? null : account, order };
}

/** The address of the screen with these filters, and with a search unless it is blank. */
export function addressOf({ account, order }: TableFilters, search: string): string {
  const query = new URLSearchParams();
  if (search.trim() !== '') query.set('search', search);
  if (account !== null) query.set('account', account);
  if (order !== 'keyword') query.set('sort', order);
  return query.size === 0 ? '/database' : `/database?${query}`;
}

/** The order after a press on the heading of a column: up, down, and for the account back to the usual one. */
export function nextOrder(order: TableOrder, column: 'keyword' | 'account'): TableOrder {
  if (column === 'keyword') return order === 'keyword' ? 'keyword-desc' : 'keyword';
  if (order === 'account') return 'account-desc';
  return order === 'account-desc' ? 'keyword' : 'account';
}
