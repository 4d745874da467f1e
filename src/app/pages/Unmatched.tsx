import { UnmatchedPage } from '../../features/classifier/UnmatchedPage.tsx';
import { useSignedIn } from '../SignedInLayout.tsx';

export function Unmatched() {
  const { ledger, isAdmin } = useSignedIn();
  return <UnmatchedPage ledger={ledger} isAdmin={isAdmin} />;
}
