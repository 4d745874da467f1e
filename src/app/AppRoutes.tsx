import { Navigate, Route, Routes } from 'react-router-dom';
import { lazyPage } from '../ui/lazyPage.ts';
import { AccessGate, SignIn } from './AccessGate.tsx';
import { PageFrame } from './PageFrame.tsx';
import {
  ADMIN,
  CLASSIFIER,
  databaseSections,
  HISTORY,
  MY_PROPOSALS,
  type Section,
  UNMATCHED,
  UPLOAD,
} from './pages.ts';

const SignedInPage = lazyPage(async () => (await import('./SignedInPages.tsx')).SignedInPage);
const AdminsOnly = lazyPage(async () => (await import('./SignedInLayout.tsx')).AdminsOnly);
const DatabaseSection = lazyPage(async () => (await import('./DatabaseSection.tsx')).DatabaseSection);
const MailedLink = lazyPage(async () => (await import('./pages/MailedLink.tsx')).MailedLink);

/**
 * Fetches the code of the classifier if `path` is its address, while access is still being checked: nearly every visit
 * begins there.
 */
export function preloadPage(path: string): void {
  // A failure is handled when the page is shown.
  if (path === CLASSIFIER.path) import('../features/classifier/ClassifierPage.tsx').catch(() => {});
}

/** Every address of the product. */
export function AppRoutes() {
  return (
    <PageFrame>
      <Routes>
        <Route element={<AccessGate />}>
          {[CLASSIFIER, MY_PROPOSALS, UNMATCHED].map(routeOf)}
          <Route element={<AdminsOnly />}>
            {[UPLOAD, HISTORY, ADMIN].map(routeOf)}
            <Route element={<DatabaseSection />}>{databaseSections.map(routeOf)}</Route>
          </Route>
        </Route>
        <Route path="/auth/action" element={<MailedLink signIn={<SignIn />} />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </PageFrame>
  );
}

function routeOf({ path }: Section) {
  return <Route key={path} path={path} element={<SignedInPage path={path} />} />;
}
