import { ClassifierPage } from '../../features/classifier/ClassifierPage.tsx';
import { useSignedIn } from '../SignedInLayout.tsx';

export function Classifier() {
  return <ClassifierPage {...useSignedIn()} />;
}
