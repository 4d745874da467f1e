import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { Loading } from '../ui/Loading.tsx';
import { useApp, useSessionState } from './AppContext.ts';
import { BRAND } from './brand.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import styles from './PageFrame.module.css';
import { pages } from './pages.ts';
import { TopBar } from './TopBar.tsx';
import { usePageShortcuts } from './usePageShortcuts.ts';

/** The top bar, and below it the page. */
export function PageFrame({ children }: { children: ReactNode }) {
  const {
    session: { logout },
  } = useApp();
  const session = useSessionState();
  const [pathname] = useLocation();
  const page = session.kind === 'allowed' ? pages.find(({ path }) => path === pathname) : undefined;
  useDocumentTitle(page ? `${page.label} · ${BRAND}` : BRAND);
  const isAdmin = session.kind === 'allowed' && session.access === 'admin';
  usePageShortcuts({ isAllowed: session.kind === 'allowed', isAdmin });
  return (
    <>
      <a className={styles['skip']} href="#main">
        Skip to content
      </a>
      <TopBar
        brand={BRAND}
        pages={pages}
        isAdmin={isAdmin}
        onLogout={isSignedIn(session.kind) ? logout : undefined}
      />
      <main id="main" className={styles['main']} tabIndex={-1}>
        <ErrorBoundary place={pathname}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
    </>
  );
}

function isSignedIn(kind: ReturnType<typeof useSessionState>['kind']): boolean {
  return kind !== 'starting' && kind !== 'signed-out';
}
