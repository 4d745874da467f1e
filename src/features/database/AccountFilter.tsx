import { useMemo, useState } from 'react';
import type { LedgerService } from '../../services/ledger.ts';
import { ComboField } from '../../ui/ComboField.tsx';
import { optionsOf, useAccounts } from './AccountField.tsx';

type Props = {
  ledger: LedgerService;
  /** The account that the table is filtered by; null: all are listed. */
  account: string | null;
  onAccount: (account: string | null) => void;
};

/** Lists the mappings of one account only, of all letters. */
export function AccountFilter({ ledger, account, onAccount }: Props) {
  const [openings, setOpenings] = useState(0);
  const accounts = useAccounts(ledger, openings);
  const options = useMemo(() => optionsOf(accounts), [accounts]);
  /** Null: nothing is being typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (chosen: string) => {
    setTyped(null);
    onAccount(chosen.trim() === '' ? null : chosen.trim());
  };
  return (
    <ComboField
      label="Filter by account"
      isLabelHidden
      placeholder="All accounts"
      text={typed ?? account ?? ''}
      // An account that is chosen already does not hide the others.
      options={options}
      onOpen={() => {
        setOpenings(openings + 1);
        setTyped('');
      }}
      onText={setTyped}
      onTake={choose}
      onLeave={() => setTyped(null)}
      clear={account === null ? undefined : { label: 'Show all accounts', run: () => choose('') }}
    />
  );
}
