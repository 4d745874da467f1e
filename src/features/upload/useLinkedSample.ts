import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { UploadController } from './UploadController.ts';

/** The link `/upload?list=sample` puts the sample list below what is in the box, once. */
export function useLinkedSample({ text }: UploadController): void {
  const [query, setQuery] = useSearchParams();
  const isSample = query.get('list') === 'sample';
  useEffect(() => {
    if (!isSample) return;
    setQuery({}, { replace: true });
    import('#model/sampleAccounts.ts').then(
      ({ sampleLines }) => text.add(sampleLines()),
      (error: unknown) => console.error('The sample list could not be fetched:', error),
    );
  }, [isSample, text, setQuery]);
}
