import type { AccountUse } from '#contract/table.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import type { Mapping } from '#model/mapping.ts';

/** The number of mappings that each account has. */
export function countAccounts(mappings: Iterable<Mapping>): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const mapping of mappings) {
    const account = mapping.glAccount.trim();
    numbers.set(account, (numbers.get(account) ?? 0) + 1);
  }
  return numbers;
}

/** The accounts, most mappings first; of equally many, in the order of their codes. */
export function mostUsedFirst(numbers: ReadonlyMap<string, number>): AccountUse[] {
  return Array.from(numbers, ([glAccount, mappings]) => ({ glAccount, mappings })).toSorted(
    (a, b) => b.mappings - a.mappings || compareAccounts(a.glAccount, b.glAccount),
  );
}
