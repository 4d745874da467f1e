import { Title } from '@mantine/core';
import { Navigate, type RouteObject, useSearchParams } from 'react-router-dom';
import { Loading } from '../ui/Loading.tsx';
import { AccessGate } from './AccessGate.tsx';
import { useApp } from './AppContext.ts';
import { RouteMishap } from './Mishap.tsx';
import { PageFrame } from './PageFrame.tsx';
import { CLASSIFIER } from './pages.ts';

/** Every address of the product. Pages come as chunks of their own, fetched when first shown. */
export const routes: RouteObject[] = [
  {
    Component: PageFrame,
    ErrorBoundary: RouteMishap,
    HydrateFallback: Loading,
    children: [
      {
        Component: AccessGate,
        ErrorBoundary: RouteMishap,
        children: [{ path: CLASSIFIER.path, element: <Title order={1}>Classifier</Title> }],
      },
      { path: '/auth/action', lazy: mailedLink },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
];

async function mailedLink() {
  const { MailedLinkPage } = await import('../features/sign-in/MailedLinkPage.tsx');
  return {
    Component() {
      const { services } = useApp();
      const [query] = useSearchParams();
      return <MailedLinkPage auth={services.auth} mode={query.get('mode')} code={query.get('oobCode')} />;
    },
  };
}
