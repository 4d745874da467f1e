import { DatabasePage } from '../../features/database/DatabasePage.tsx';
import { useWork } from '../Workplace.tsx';

export function Database() {
  return <DatabasePage {...useWork()} />;
}
