import { UploadPage } from '../../features/upload/UploadPage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import { useWork } from '../Workplace.tsx';

export function Upload() {
  const { account, ledger } = useWork();
  return <UploadPage account={account} ledger={ledger} startAnalysis={startAnalysis} />;
}
