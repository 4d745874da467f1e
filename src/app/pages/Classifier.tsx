import { ClassifierPage } from '../../features/classifier/ClassifierPage.tsx';
import { lazyPage } from '../../ui/lazyPage.ts';
import { useSignedIn } from '../SignedInLayout.tsx';
import { useProposing } from '../useProposing.tsx';

const UnmatchedPage = lazyPage(async () => (await import('./Unmatched.tsx')).Unmatched);

export function Classifier() {
  const { onPropose, dialog } = useProposing();
  return (
    <>
      <ClassifierPage {...useSignedIn()} onPropose={onPropose} />
      {dialog}
    </>
  );
}

/** By way of the Classifier's code, which nearly everybody has by then: the first load has no room for another address. */
export function Unmatched() {
  return <UnmatchedPage />;
}
