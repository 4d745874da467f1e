import { use, useEffect, useMemo, useState } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import type { Account } from '../../model/user.ts';
import { startAccessActions } from '../../services/admin.ts';
import type { Directory } from '../../services/directory.ts';
import { Loading } from '../../ui/Loading.tsx';
import { useApp } from '../AppContext.ts';
import { useWork } from '../Workplace.tsx';

export function Admin() {
  const { services } = useApp();
  const { account, ledger } = useWork();
  const directory = useDirectory(account);
  const records = use(services.records());
  const actions = useMemo(
    () => startAccessActions(services.backend, records, ledger.admin),
    [services.backend, records, ledger],
  );
  if (directory === null) return <Loading />;
  return (
    <AdminPage
      account={account}
      auth={services.auth}
      directory={directory}
      adminData={ledger.admin}
      actions={actions}
    />
  );
}

/** The directory lives as long as the page is open: everybody's data is of no use elsewhere. */
function useDirectory({ uid }: Account): Directory | null {
  const { services } = useApp();
  const [directory, setDirectory] = useState<Directory | null>(null);
  useEffect(() => {
    const started = services.startDirectory(uid);
    setDirectory(started);
    return () => started.stop();
  }, [services, uid]);
  return directory;
}
