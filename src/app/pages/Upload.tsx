import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ChartProvider } from '../../chart/ChartProvider.tsx';
import { uploadControllerOf } from '../../features/upload/UploadController.ts';
import { UploadPage } from '../../features/upload/UploadPage.tsx';
import { startAnalysis } from '../../services/analysis.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { UPLOAD } from '../pages.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

export function Upload() {
  const { account, ledger } = useSignedIn();
  useLinkedSample(ledger, account.uid);
  return (
    <ChartProvider ledger={ledger}>
      <UploadPage account={account} ledger={ledger} startAnalysis={startAnalysis} />
    </ChartProvider>
  );
}

/** The link `/upload?list=sample` puts the sample list below what is in the box, once. `owner`: uid of the person. */
function useLinkedSample(ledger: LedgerService, owner: string): void {
  const [query] = useSearchParams();
  const isSample = query.get('list') === 'sample';
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSample) return;
    navigate(UPLOAD.path, { replace: true });
    import('#model/sampleAccounts.ts').then(
      ({ sampleLines }) => uploadControllerOf(ledger, owner).text.add(sampleLines()),
      (error: unknown) => console.error('The sample list could not be fetched:', error),
    );
  }, [isSample, ledger, owner, navigate]);
}
