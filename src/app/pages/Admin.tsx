import { use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { messages } from '#model/text/messages.ts';
import type { Account } from '#model/user.ts';
import { AdminPage } from '../../features/admin/AdminPage.tsx';
import { startAccessActions } from '../../services/accessActions.ts';
import type { Directory } from '../../services/directory.ts';
import type { FirestoreDocuments } from '../../services/services.ts';
import { Loading } from '../../ui/Loading.tsx';
import { useStatus } from '../../ui/status/useStatus.ts';
import { useApp } from '../AppContext.ts';
import { ConnectionBanner } from '../ConnectionBanner.tsx';
import { type SignedIn, useOnReconnect } from '../SignedInLayout.tsx';

export function Admin({ account, ledger }: SignedIn) {
  const { services } = useApp();
  const records = use(services.records());
  const directory = useDirectory(records, account);
  useOnReconnect(ledger.isConnected, directory?.reconnect);
  const isLedgerThere = useSyncExternalStore(ledger.isConnected.subscribe, ledger.isConnected.get);
  const actions = useMemo(
    () => startAccessActions(services.backend, records, ledger.admin),
    [services.backend, records, ledger],
  );
  if (directory === null) return <Loading />;
  return (
    <>
      {/* One banner for both connections. */}
      {isLedgerThere && <ConnectionBanner isConnected={directory.isConnected} blockedSockets={null} />}
      <AdminPage
        account={account}
        auth={services.auth}
        accountCalls={services.accountCalls}
        directory={directory}
        adminData={ledger.admin}
        actions={actions}
        ledger={ledger}
      />
    </>
  );
}

/** The directory lives as long as the page is open: everybody's data is of no use elsewhere. */
function useDirectory(records: FirestoreDocuments, { uid }: Account): Directory | null {
  const { show } = useStatus();
  const [directory, setDirectory] = useState<Directory | null>(null);
  useEffect(() => {
    const started = records.startDirectory(uid);
    const endWatch = started.watchRestart(() => show(messages.directoryRestarted, { yieldsToErrors: true }));
    setDirectory(started);
    return () => {
      endWatch();
      started.stop();
    };
  }, [records, uid, show]);
  return directory;
}
