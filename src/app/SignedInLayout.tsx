import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { messages } from '#model/text/messages.ts';
import type { Account } from '#model/user.ts';
import { PeopleContext } from '../people/PeopleContext.ts';
import { appVersion } from '../services/appVersion.ts';
import type { LedgerService } from '../services/ledger.ts';
import type { Observable } from '../services/observable.ts';
import { Loading } from '../ui/Loading.tsx';
import { lazyComponent } from '../ui/lazyPage.ts';
import { useStatus } from '../ui/status/useStatus.ts';
import { useApp } from './AppContext.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';

/** What every page inside the gate works with. */
export type SignedIn = {
  readonly account: Account;
  readonly isAdmin: boolean;
  readonly ledger: LedgerService;
  /** Whether the ledger has taken the place of one that broke down. */
  readonly isReplaced: boolean;
};

const OwnProposalNews = lazyComponent(async () => (await import('./OwnProposalNews.tsx')).OwnProposalNews);

type Props = { account: Account; isAdmin: boolean; children: ReactNode };

const SignedInContext = createContext<SignedIn | null>(null);

/** Gives the pages the ledger of the signed-in person, and says when it was replaced. */
export function SignedInLayout({ account, isAdmin, children }: Props) {
  const { session } = useApp();
  const running = useSyncExternalStore(session.ledger.subscribe, session.ledger.get);
  const { show, dismiss } = useStatus();
  useEffect(() => {
    // The failure that the end of the former ledger caused, such as an edit not saved, comes first.
    if (running?.isReplaced) show(messages.ledgerRestarted, { yieldsToErrors: true });
  }, [running, show]);
  // What a page said means nothing once access has ended, such as that the list can no longer be read.
  useEffect(() => dismiss, [dismiss]);
  // A server that was away may have been updated.
  useOnReconnect(running?.service.isConnected, appVersion.check);
  const people = useMemo(
    () => ({ names: session.people.names, readAll: () => session.people.readAll(), canReadAll: isAdmin }),
    [session, isAdmin],
  );
  if (running === null) return <Loading />;
  const { service: ledger, isReplaced } = running;
  return (
    <>
      <ConnectionBanner isConnected={ledger.isConnected} blockedSockets={ledger.blockedSockets} />
      <SignedInContext value={{ account, isAdmin, ledger, isReplaced }}>
        <PeopleContext value={people}>
          {children}
          {!isAdmin && <OwnProposalNews uid={account.uid} ledger={ledger} />}
        </PeopleContext>
      </SignedInContext>
    </>
  );
}

/** For pages inside the {@link SignedInLayout}. */
export function useSignedIn(): SignedIn {
  const work = use(SignedInContext);
  if (work === null) throw new Error('useSignedIn needs a SignedInLayout around the component');
  return work;
}

/** Shows the pages of its routes to admins and sends everybody else to the classifier. */
export function AdminsOnly() {
  return useSignedIn().isAdmin ? <Outlet /> : <Navigate to="/" replace />;
}

/**
 * Calls `act` whenever the connection of the ledger is back, which is checked all the time: then the connection to the
 * other store need not wait out its pause between two attempts.
 */
export function useOnReconnect(
  isConnected: Observable<boolean> | undefined,
  act: (() => unknown) | undefined,
): void {
  useEffect(() => isConnected?.subscribe(() => isConnected.get() && act?.()), [isConnected, act]);
}
