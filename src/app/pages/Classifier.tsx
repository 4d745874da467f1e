import { ClassifierPage } from '../../features/classifier/ClassifierPage.tsx';
import { useSignedIn } from '../SignedInLayout.tsx';
import { useProposing } from '../useProposing.tsx';

export function Classifier() {
  const { onPropose, dialog } = useProposing();
  return (
    <>
      <ClassifierPage {...useSignedIn()} onPropose={onPropose} />
      {dialog}
    </>
  );
}
