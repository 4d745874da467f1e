import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { UploadPage } from '../../features/upload/UploadPage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import { useSignedIn } from '../SignedInLayout.tsx';
import { useLinkedSample } from './useLinkedSample.ts';

export function Upload() {
  const { account, ledger } = useSignedIn();
  useLinkedSample(ledger, account.uid);
  return (
    <ChartProvider ledger={ledger}>
      <UploadPage account={account} ledger={ledger} startAnalysis={startAnalysis} />
    </ChartProvider>
  );
}
