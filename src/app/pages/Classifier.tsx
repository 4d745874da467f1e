import { ClassifierPage } from '../../features/classifier/ClassifierPage.tsx';
import { useWork } from '../Workplace.tsx';

export function Classifier() {
  return <ClassifierPage {...useWork()} />;
}
