import { use, useMemo } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { startAccessActions } from '../../services/admin.ts';
import { useApp } from '../AppContext.ts';
import { useWork } from '../Workplace.tsx';

export function Admin() {
  const { services } = useApp();
  const { account, ledger } = useWork();
  const records = use(services.records());
  const actions = useMemo(
    () => startAccessActions(services.backend, records, ledger.admin),
    [services.backend, records, ledger],
  );
  return (
    <AdminPage
      account={account}
      auth={services.auth}
      records={records}
      adminData={ledger.admin}
      actions={actions}
    />
  );
}
