import { useSyncExternalStore } from 'react';
import { Outlet } from 'react-router-dom';
import { appMessages } from '#model/text/appMessages.ts';
import { messages } from '#model/text/messages.ts';
import { SignInPage } from '../features/sign-in/SignInPage.tsx';
import type { Session } from '../services/session.ts';
import { Loading } from '../ui/Loading.tsx';
import { lazyPage } from '../ui/lazyPage.ts';
import { Notice } from '../ui/Notice.tsx';
import { useApp, useSessionState } from './AppContext.ts';
import { BRAND } from './brand.ts';
import { useBlockedSockets } from './ConnectionBanner.tsx';

// Not before somebody is signed in: every page behind it has the same module.
const SignedInLayout = lazyPage(async () => (await import('./SignedInLayout.tsx')).SignedInLayout);
const NoAccess = lazyPage(async () => (await import('./pages/NoAccess.tsx')).NoAccess);

/** The sign-in screen with what it works with. */
export function SignIn() {
  const { services } = useApp();
  return <SignInPage auth={services.auth} brand={BRAND} />;
}

/** Shows the pages of its routes only to people with access; to others what stands in their place. */
export function AccessGate() {
  const { session } = useApp();
  const state = useSessionState();
  switch (state.kind) {
    case 'starting':
      return <Loading />;
    case 'unreachable':
      return <Unreachable session={session} />;
    case 'storage-blocked':
      return (
        <Notice title={appMessages.storageBlocked} onRetry={session.retry}>
          {appMessages.allowStorage}
        </Notice>
      );
    case 'signed-out':
      return <SignIn />;
    case 'no-access':
      return <NoAccess account={state.account} />;
    case 'allowed':
      return (
        <SignedInLayout account={state.account} isAdmin={state.access === 'admin'}>
          <Outlet />
        </SignedInLayout>
      );
  }
}

/** Says whether the server is away, or only its WebSockets do not get through the network. */
function Unreachable({ session }: { session: Session }) {
  const running = useSyncExternalStore(session.ledger.subscribe, session.ledger.get);
  const blocked = useBlockedSockets(running?.service.blockedSockets ?? null);
  const title = blocked === null ? messages.unreachable : appMessages.socketsBlocked;
  return (
    <Notice title={title} onRetry={session.retry}>
      {blocked === null ? messages.serverUnreachable : messages.socketsBlocked(blocked)}
    </Notice>
  );
}
