import type { AccountUse } from '#contract/table.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import { isUsable, type Mapping } from '#model/mapping.ts';
import type { ResultTable } from './ResultTable.ts';

/**
 * The accounts of the mappings that can match and of rows that have one of their own: most mappings first, equally many
 * in the order of their codes.
 */
export function accountsInUse(mappings: Iterable<Mapping>, table: ResultTable): AccountUse[] {
  const numbers = new Map<string, number>();
  for (const mapping of mappings) {
    if (!isUsable(mapping)) continue;
    const account = mapping.glAccount.trim();
    numbers.set(account, (numbers.get(account) ?? 0) + 1);
  }
  for (let row = 0; row < table.rows.count; row++) {
    const account = table.isChosen(row) ? table.account(row) : undefined;
    if (account !== undefined && !numbers.has(account)) numbers.set(account, 0);
  }
  return Array.from(numbers, ([glAccount, mappings]) => ({ glAccount, mappings })).toSorted(
    (a, b) => b.mappings - a.mappings || compareAccounts(a.glAccount, b.glAccount),
  );
}
