import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Loading } from '../ui/Loading.tsx';
import { lazyComponent } from '../ui/lazyPage.ts';
import { useShortcut } from '../ui/shortcuts/useShortcuts.ts';
import { useApp, useSessionState } from './AppContext.ts';
import { BRAND } from './brand.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import styles from './PageFrame.module.css';
import { isFor, isWithin, type Page, pages } from './pages.ts';
import { TopBar } from './TopBar.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';

const AccountDialog = lazyComponent(async () => (await import('./AccountDialog.tsx')).AccountDialog);
const WaitingAt = lazyComponent(async () => (await import('./Waiting.tsx')).WaitingAt);

/** The top bar, and below it the page. */
export function PageFrame({ children }: { children: ReactNode }) {
  const {
    services: { accountCalls, auth, records },
    session: { logout, ledger, people },
  } = useApp();
  const running = useSyncExternalStore(ledger.subscribe, ledger.get);
  const session = useSessionState();
  const { pathname } = useLocation();
  const isAllowed = session.kind === 'allowed';
  const page = isAllowed ? pages.find(({ path }) => isWithin(path, pathname)) : undefined;
  useDocumentTitle(page ? `${page.label} · ${BRAND}` : BRAND);
  const account = 'account' in session ? session.account : null;
  const names = useSyncExternalStore(people.names.subscribe, people.names.get);
  const [isAccountOpen, setAccountOpen] = useState(false);
  const access = isAllowed ? session.access : 'none';
  const isAdmin = access === 'admin';
  return (
    <>
      <a className={styles['skip']} href="#main">
        Skip to content
      </a>
      <TopBar
        brand={BRAND}
        pages={pages}
        access={access}
        waiting={(page, id) =>
          isAdmin && <WaitingAt page={page} id={id} ledger={running?.service} records={records} />
        }
        account={
          account
            ? {
                name: names.get(account.email) ?? account.email,
                email: account.email,
                open: () => setAccountOpen(true),
              }
            : undefined
        }
        onLogout={isSignedIn(session.kind) ? logout : undefined}
      />
      {pages.map((one) => (
        <PageShortcut key={one.path} page={one} isOffered={isAllowed && isFor(one, access)} />
      ))}
      <UpdateNotice />
      <main id="main" className={styles['main']} tabIndex={-1}>
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      {isAccountOpen && account && (
        <AccountDialog
          email={account.email}
          calls={accountCalls}
          sendResetLink={() => auth.sendPasswordReset(account.email)}
          onSignedOut={logout}
          onClose={() => setAccountOpen(false)}
        />
      )}
    </>
  );
}

function isSignedIn(kind: ReturnType<typeof useSessionState>['kind']): boolean {
  return kind !== 'starting' && kind !== 'signed-out';
}

function PageShortcut({ page: { path, label, keys }, isOffered }: { page: Page; isOffered: boolean }) {
  const navigate = useNavigate();
  const id = `go-${path === '/' ? 'classifier' : path.slice(1)}`;
  useShortcut({ id, keys, label: `Go to ${label}` }, () => navigate(path), isOffered);
  return null;
}
