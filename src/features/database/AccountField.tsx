import type { AccountUse } from '#contract/table.ts';
import { MAX_ACCOUNT_LENGTH } from '#model/limits.ts';
import { counted } from '#model/text/figures.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { ComboField, type ComboFieldProps } from '../../ui/ComboField.tsx';
import type { ComboOption } from '../../ui/ComboList.tsx';
import { useAnswer } from '../../ui/useAnswer.ts';

type Props = Pick<ComboFieldProps, 'label' | 'describedBy' | 'error' | 'isFirst'> & {
  account: string;
  onAccount: (account: string) => void;
  accounts: readonly AccountUse[] | null;
};

/** An account that mappings get: one of those in use, or another one. */
export function AccountField({ account, onAccount, accounts, ...props }: Props) {
  return (
    <ComboField
      {...props}
      text={account}
      onText={onAccount}
      onTake={onAccount}
      options={optionsOf(accounts)}
      maxLength={MAX_ACCOUNT_LENGTH}
    />
  );
}

/**
 * The accounts in use; null until they are here.
 * @param times how often they were asked for: again with another number, not with 0
 */
export function useAccounts(ledger: LedgerService, times = 1): readonly AccountUse[] | null {
  const ask = () => (times === 0 ? null : ledger.table.accounts());
  const { answer, hasFailed } = useAnswer(ask, [ledger, times]);
  // Any account can still be typed.
  return answer ?? (hasFailed ? [] : null);
}

/** The accounts to choose from, each with the number of its mappings. */
export function optionsOf(accounts: readonly AccountUse[] | null): readonly ComboOption[] | null {
  if (accounts === null) return null;
  const note = (mappings: number) => counted(mappings, 'mapping');
  return accounts.map(({ glAccount, mappings }) => ({ value: glAccount, note: note(mappings) }));
}
