import { DatabasePage } from '../../features/database/DatabasePage.tsx';
import { useWork } from '../Workplace.tsx';
import { useLinkedSearch } from './useLinkedSearch.ts';

export function Database() {
  const work = useWork();
  useLinkedSearch(work.ledger);
  return <DatabasePage {...work} />;
}
