import type { LedgerService } from '../services/ledger.ts';
import { WaitingProposals } from './ProposalStatus.tsx';
import { ADMIN, DATABASE, type Page } from './pages.ts';
import { type CountRecords, WaitingApplications } from './WaitingApplications.tsx';

type Props = {
  page: Page;
  id: string;
  /** Undefined until it runs. */
  ledger: LedgerService | undefined;
  records: CountRecords;
};

/** How much waits for an admin behind the link to a page. */
export function WaitingAt({ page, id, ledger, records }: Props) {
  if (page === DATABASE && ledger) return <WaitingProposals id={id} ledger={ledger} />;
  return page === ADMIN ? <WaitingApplications id={id} records={records} /> : null;
}
