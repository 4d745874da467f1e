import { use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { messages } from '../../model/messages.ts';
import type { Account } from '../../model/user.ts';
import { startAccessActions } from '../../services/admin.ts';
import type { Directory } from '../../services/directory.ts';
import { Loading } from '../../ui/Loading.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useApp } from '../AppContext.ts';
import { ConnectionBanner } from '../ConnectionBanner.tsx';
import { useOnReturn } from '../useOnReturn.ts';
import { useWork } from '../Workplace.tsx';

export function Admin() {
  const { services } = useApp();
  const { account, ledger } = useWork();
  const directory = useDirectory(account);
  useOnReturn(ledger.isConnected, directory?.reconnect);
  const isLedgerThere = useSyncExternalStore(ledger.isConnected.subscribe, ledger.isConnected.get);
  const records = use(services.records());
  const actions = useMemo(
    () => startAccessActions(services.backend, records, ledger.admin),
    [services.backend, records, ledger],
  );
  if (directory === null) return <Loading />;
  return (
    <>
      {/* One banner for both connections. */}
      {isLedgerThere && <ConnectionBanner isConnected={directory.isConnected} />}
      <AdminPage
        account={account}
        auth={services.auth}
        directory={directory}
        adminData={ledger.admin}
        actions={actions}
      />
    </>
  );
}

/** The directory lives as long as the page is open: everybody's data is of no use elsewhere. */
function useDirectory({ uid }: Account): Directory | null {
  const { services } = useApp();
  const { show } = useStatus();
  const [directory, setDirectory] = useState<Directory | null>(null);
  useEffect(() => {
    const started = services.startDirectory(uid);
    const endWatch = started.watchRestart(() => show(messages.directoryRestarted));
    setDirectory(started);
    return () => {
      endWatch();
      started.stop();
    };
  }, [services, uid, show]);
  return directory;
}
