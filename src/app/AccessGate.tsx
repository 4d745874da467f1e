import { Button } from '@mantine/core';
import { Outlet } from 'react-router-dom';
import { SignInPage } from '../features/sign-in/SignInPage.tsx';
import { Loading } from '../ui/Loading.tsx';
import { lazyPage } from '../ui/lazyPage.ts';
import { Notice } from '../ui/Notice.tsx';
import { useApp, useSessionState } from './AppContext.ts';
import { BRAND } from './brand.ts';

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
      return (
        <Notice title="The server cannot be reached" action={<Button onClick={session.retry}>Retry</Button>}>
          Check your connection. The page goes on by itself as soon as the server answers.
        </Notice>
      );
    case 'storage-blocked':
      return (
        <Notice
          title="This browser blocks the storage of this website"
          action={<Button onClick={session.retry}>Retry</Button>}
        >
          The app needs it (IndexedDB) to load the mappings. Allow cookies and site data for this website in
          the browser’s settings, or use a window that is not private. Then press Retry.
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
