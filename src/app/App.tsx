// First, so that the style sheets of components can differ from it.
import '../ui/layout.module.css';
import './trustedTypes.ts';
import { MantineProvider } from '@mantine/core';
import { useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { BackendSettings } from '#model/backend.ts';
import { STATUS_CLEAR_MS } from '#model/limits.ts';
import { appMessages } from '#model/text/appMessages.ts';
import { isErrorMessage, messages } from '#model/text/messages.ts';
import { appVersion } from '../services/appVersion.ts';
import type { BackendUnknown } from '../services/backend.ts';
import { type Services, startServices } from '../services/services.ts';
import { Session } from '../services/session.ts';
import { keepPresses } from '../ui/keepPress.ts';
import { Loading } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ShortcutProvider } from '../ui/shortcuts/ShortcutProvider.tsx';
import { StatusProvider } from '../ui/status/StatusProvider.tsx';
import { AppContext } from './AppContext.ts';
import { AppRoutes, preloadPage } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { themeProps } from './theme.ts';
import { useBackend } from './useBackend.ts';

/** The whole product: theme, error boundary, status messages, services and pages. */
export function App() {
  useEffect(keepPresses, []);
  return (
    <MantineProvider {...themeProps}>
      <ErrorBoundary>
        <StatusProvider isError={isErrorMessage} onError={appVersion.check} clearAfter={STATUS_CLEAR_MS}>
          <ShortcutProvider>
            <Connected />
          </ShortcutProvider>
        </StatusProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}

/** The product, once the settings of the backend are loaded. */
function Connected() {
  const search = useBackend();
  switch (search.kind) {
    case 'searching':
      return <Loading />;
    case 'unknown':
      return <NoBackend reason={search.reason} />;
    case 'found':
      return <Product backend={search.backend} />;
  }
}

/** In place of the app when the page cannot find out which backend is its own. */
function NoBackend({ reason: { kind, message } }: { reason: BackendUnknown }) {
  return (
    <main>
      <Notice
        title={kind === 'unreachable' ? messages.unreachable : appMessages.notSetUp}
        onRetry={() => window.location.reload()}
      >
        {message}
      </Notice>
    </main>
  );
}

function Product({ backend }: { backend: BackendSettings }) {
  const [started] = useState(() => start(backend));
  return (
    <AppContext value={started}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </AppContext>
  );
}

function start(backend: BackendSettings): { services: Services; session: Session } {
  const services = startServices(backend);
  services.auth.watchAccount((signedIn) => signedIn && preloadPage(window.location.pathname));
  return { services, session: new Session(services) };
}
