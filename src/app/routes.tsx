import { Navigate, type RouteObject } from 'react-router-dom';
import { Loading } from '../ui/Loading.tsx';
import { AccessGate } from './AccessGate.tsx';
import { AdminsOnly } from './AdminsOnly.tsx';
import { RouteMishap } from './Mishap.tsx';
import { PageFrame } from './PageFrame.tsx';
import { ADMIN, CLASSIFIER, DATABASE, UPLOAD } from './pages.ts';

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
        children: [
          {
            path: CLASSIFIER.path,
            lazy: async () => ({ Component: (await import('./pages/Classifier.tsx')).Classifier }),
          },
          {
            Component: AdminsOnly,
            children: [
              {
                path: UPLOAD.path,
                lazy: async () => ({ Component: (await import('./pages/Upload.tsx')).Upload }),
              },
              {
                path: DATABASE.path,
                lazy: async () => ({ Component: (await import('./pages/Database.tsx')).Database }),
              },
              {
                path: ADMIN.path,
                lazy: async () => ({ Component: (await import('./pages/Admin.tsx')).Admin }),
              },
            ],
          },
        ],
      },
      {
        path: '/auth/action',
        lazy: async () => ({ Component: (await import('./pages/MailedLink.tsx')).MailedLink }),
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
];
