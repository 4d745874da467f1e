import { AccountsPage } from '../../features/accounts/AccountsPage.tsx';
import { useSignedIn } from '../SignedInLayout.tsx';

export function Accounts() {
  const { ledger } = useSignedIn();
  return <AccountsPage ledger={ledger} />;
}
