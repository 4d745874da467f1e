import { useEffect, useState } from 'react';
import { Outlet, useOutletContext } from 'react-router-dom';
import type { Account } from '../model/user.ts';
import type { LedgerService } from '../services/ledger-client.ts';
import { Loading } from '../ui/Loading.tsx';
import { useApp } from './AppContext.ts';

/** What every page inside the gate works with. */
export type Work = { readonly account: Account; readonly isAdmin: boolean; readonly ledger: LedgerService };

type Props = { account: Account; isAdmin: boolean };

/** Keeps one ledger for the signed-in person while they have access, and gives it to the pages. */
export function Workplace({ account, isAdmin }: Props) {
  const ledger = useLedger(account);
  if (ledger === null) return <Loading />;
  return <Outlet context={{ account, isAdmin, ledger } satisfies Work} />;
}

/** For pages inside the {@link Workplace}, and the layouts between. */
export function useWork(): Work {
  return useOutletContext<Work>();
}

function useLedger(account: Account): LedgerService | null {
  const { services } = useApp();
  const [ledger, setLedger] = useState<LedgerService | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person needs another ledger, new claims do not.
  useEffect(() => {
    const started = services.startLedger(account);
    setLedger(started);
    return () => started.stop();
  }, [services, account.uid, account.email]);
  return ledger;
}
