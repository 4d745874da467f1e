import { UploadPage } from '../../features/upload/UploadPage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

export function Upload() {
  const { account, ledger } = useSignedIn();
  return <UploadPage account={account} ledger={ledger} startAnalysis={startAnalysis} />;
}
