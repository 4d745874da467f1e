import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { STATUS_CLEAR_MS } from '../model/limits.ts';
import { isErrorMessage } from '../model/messages.ts';
import { readBackend } from '../services/backend.ts';
import { type Services, startServices } from '../services/services.ts';
import { type Session, startSession } from '../services/session.ts';
import { ShortcutProvider } from '../ui/shortcuts/ShortcutProvider.tsx';
import { StatusProvider } from '../ui/status/StatusProvider.tsx';
import { AppContext } from './AppContext.ts';
import { AppRoutes, preloadPage } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { cssVariables, theme } from './theme.ts';

/** The whole product: theme, error boundary, status messages, services and pages. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <StatusProvider isError={isErrorMessage} clearAfter={STATUS_CLEAR_MS}>
          <ShortcutProvider>
            <Product />
          </ShortcutProvider>
        </StatusProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}

function Product() {
  const [started] = useState(start);
  return (
    <AppContext value={started}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </AppContext>
  );
}

function start(): { services: Services; session: Session } {
  const services = startServices(readBackend(import.meta.env, window.location.origin));
  services.auth.watchAccount((signedIn) => signedIn && preloadPage(window.location.pathname));
  return { services, session: startSession(services) };
}
