import type { TableOrder } from '#contract/table.ts';
import { compareAccounts } from '#model/accountOrder.ts';
import type { Mapping } from '#model/mapping.ts';

/** Whether a mapping has this account; blanks around it do not count. */
export function hasAccount({ glAccount }: Mapping, account: string): boolean {
  return glAccount.trim() === account;
}

/** The mappings, which come sorted by keyword, in another order. Those of one account stay sorted by keyword. */
export function inOrder(mappings: readonly Mapping[], order: TableOrder): readonly Mapping[] {
  switch (order) {
    case 'keyword':
      return mappings;
    case 'keyword-desc':
      return mappings.toReversed();
    case 'account':
      return byAccount(mappings, compareAccounts);
    case 'account-desc':
      return byAccount(mappings, (a, b) => compareAccounts(b, a));
  }
}

/** Accounts are few: they alone are compared. */
function byAccount(mappings: readonly Mapping[], compare: (a: string, b: string) => number): Mapping[] {
  const ofAccount = new Map<string, Mapping[]>();
  for (const mapping of mappings) {
    const account = mapping.glAccount.trim();
    const others = ofAccount.get(account);
    if (others) others.push(mapping);
    else ofAccount.set(account, [mapping]);
  }
  const accounts = [...ofAccount.keys()].sort(compare);
  return accounts.flatMap((account) => ofAccount.get(account) ?? []);
}
