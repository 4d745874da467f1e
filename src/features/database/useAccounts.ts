import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountUse } from '#contract/table.ts';
import { counted } from '#model/text/figures.ts';
import type { LedgerService } from '../../services/ledger.ts';
import type { ComboOption } from '../../ui/ComboField.tsx';

/** The accounts in use, as far as they were asked for with `load`; null until they are here. */
export function useAccounts(ledger: LedgerService) {
  const [accounts, setAccounts] = useState<readonly AccountUse[] | null>(null);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const load = useCallback(() => {
    ledger.table.accounts().then(
      (found) => isThere.current && setAccounts(found),
      (error: unknown) => {
        // Any account can still be typed.
        console.error('The accounts in use were not loaded:', error);
        if (isThere.current) setAccounts((known) => known ?? []);
      },
    );
  }, [ledger]);
  return { accounts, load };
}

/** The accounts to choose from, each with the number of its mappings. */
export function optionsOf(accounts: readonly AccountUse[] | null): readonly ComboOption[] | null {
  if (accounts === null) return null;
  return accounts.map(({ glAccount, mappings }) => ({
    value: glAccount,
    note: counted(mappings, 'mapping'),
  }));
}
