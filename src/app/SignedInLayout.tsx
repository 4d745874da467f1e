import { useEffect, useState } from 'react';
import { Outlet, useOutletContext } from 'react-router-dom';
import { messages } from '#model/messages.ts';
import type { Account } from '#model/user.ts';
import type { LedgerService } from '../services/ledger.ts';
import { Loading } from '../ui/Loading.tsx';
import { useStatus } from '../ui/status/useStatus.ts';
import { useApp } from './AppContext.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { useOnReconnect } from './useOnReconnect.ts';

/** What every page inside the gate works with. */
export type Work = {
  readonly account: Account;
  readonly isAdmin: boolean;
  readonly ledger: LedgerService;
  /** Whether the ledger has taken the place of one that broke down, which has been told. */
  readonly isReplaced: boolean;
};

type Props = { account: Account; isAdmin: boolean };

/** Keeps one ledger for the signed-in person while they have access, and gives it to the pages. */
export function SignedInLayout({ account, isAdmin }: Props) {
  const { services } = useApp();
  const { ledger, isReplaced } = useLedger(account);
  useOnReconnect(ledger?.isConnected, services.reconnect);
  if (ledger === null) return <Loading />;
  return (
    <>
      <ConnectionBanner isConnected={ledger.isConnected} />
      <Outlet context={{ account, isAdmin, ledger, isReplaced } satisfies Work} />
    </>
  );
}

/** For pages inside the {@link SignedInLayout}, and the layouts between. */
export function useSignedIn(): Work {
  return useOutletContext<Work>();
}

/** A ledger that breaks down again so soon is left alone until the user asks for another, in milliseconds. */
const BREAKS_AGAIN_MS = 10_000;

/** The ledger of this person. One that breaks down is replaced: what it kept of the page comes back with the next. */
function useLedger(account: Account): { ledger: LedgerService | null; isReplaced: boolean } {
  const { services } = useApp();
  const { show } = useStatus();
  const [ledger, setLedger] = useState<LedgerService | null>(null);
  const [starts, setStarts] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person needs another ledger, new claims do not.
  useEffect(() => {
    const startedAt = Date.now();
    const started = services.startLedger(account);
    setLedger(started);
    let isTold = false;
    const endWatch = started.watchBreakdown(() => {
      const isByHand = isTold;
      isTold = true;
      if (!isByHand && Date.now() - startedAt < BREAKS_AGAIN_MS && starts > 0) return;
      setStarts(starts + 1);
      show(messages.ledgerRestarted);
    });
    return () => {
      endWatch();
      started.stop();
    };
  }, [services, account.uid, account.email, starts]);
  return { ledger, isReplaced: starts > 0 };
}
