import type { AccountUse } from '#contract/table.ts';
import { isUsable, type Mapping } from '#model/mapping.ts';
import { countAccounts, mostUsedFirst } from '../list/accountUse.ts';
import type { ResultTable } from './ResultTable.ts';

/** The accounts of the mappings that can match and of rows that have one of their own. */
export function accountsInUse(mappings: Iterable<Mapping>, table: ResultTable): AccountUse[] {
  const numbers = countAccounts([...mappings].filter(isUsable));
  for (let row = 0; row < table.rows.count; row++) {
    const account = table.isChosen(row) ? table.account(row) : undefined;
    if (account !== undefined && !numbers.has(account)) numbers.set(account, 0);
  }
  return mostUsedFirst(numbers);
}
