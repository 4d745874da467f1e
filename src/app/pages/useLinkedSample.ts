import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { uploadControllerOf } from '../../features/upload/UploadController.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { UPLOAD } from '../pages.ts';

/** The link `/upload?list=sample` puts the sample list below what is in the box, once. `owner`: uid of the person. */
export function useLinkedSample(ledger: LedgerService, owner: string): void {
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
