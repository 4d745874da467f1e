import { ClassifierPage } from '../../features/classifier/ClassifierPage.tsx';
import { lazyPage } from '../../ui/lazyPage.ts';
import { useSignedIn } from '../SignedInLayout.tsx';

const UnmatchedPage = lazyPage(async () => (await import('./Unmatched.tsx')).Unmatched);

export function Classifier() {
  return <ClassifierPage {...useSignedIn()} />;
}

/** By way of the Classifier's code, which nearly everybody has by then: the first load has no room for another address. */
export function Unmatched() {
  return <UnmatchedPage />;
}
