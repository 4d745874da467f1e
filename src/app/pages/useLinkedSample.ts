import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { uploadControllerOf } from '../../features/upload/UploadController.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { useQuery } from '../../ui/router.tsx';
import { UPLOAD } from '../pages.ts';

/** The link `/upload?list=sample` puts the sample list below what is in the box, once. `owner`: uid of the person. */
export function useLinkedSample(ledger: LedgerService, owner: string): void {
  const isSample = useQuery().get('list') === 'sample';
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!isSample) return;
    navigate(UPLOAD.path, { replace: true });
    import('#model/sampleAccounts.ts').then(
      ({ sampleLines }) => uploadControllerOf(ledger, owner).text.add(sampleLines()),
      (error: unknown) => console.error('The sample list could not be fetched:', error),
    );
  }, [isSample, ledger, owner, navigate]);
}
