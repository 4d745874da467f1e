import { Navigate, Route, Routes } from 'react-router-dom';
import { lazyPage } from '../ui/lazyPage.ts';
import { AccessGate, SignIn } from './AccessGate.tsx';
import { useApp } from './AppContext.ts';
import { PageFrame } from './PageFrame.tsx';
import { databaseSections, type Page, type Path, pages } from './pages.ts';

const SignedInPage = lazyPage(async () => (await import('./SignedInPages.tsx')).SignedInPage);
const AdminsOnly = lazyPage(async () => (await import('./SignedInLayout.tsx')).AdminsOnly);
const DatabaseSection = lazyPage(async () => (await import('./SignedInPages.tsx')).DatabaseSection);
const MailedLink = lazyPage(
  async () => (await import('../features/sign-in/MailedLinkPage.tsx')).MailedLinkPage,
);

/**
 * Fetches the code of the classifier if `path` is its address, while access is still being checked: nearly every visit
 * begins there.
 */
export function preloadPage(path: string): void {
  // A failure is handled when the page is shown.
  if (path === '/') import('../features/classifier/ClassifierPage.tsx').catch(() => {});
}

/** Every address of the product. */
export function AppRoutes() {
  const { services } = useApp();
  return (
    <PageFrame>
      <Routes>
        <Route element={<AccessGate />}>
          {pages.filter((page) => !isForAdmins(page)).map(routeOf)}
          <Route element={<AdminsOnly />}>
            {pages.filter((page) => isForAdmins(page) && page.path !== '/database').map(routeOf)}
            <Route element={<DatabaseSection />}>{databaseSections.map(routeOf)}</Route>
          </Route>
        </Route>
        <Route path="/auth/action" element={<MailedLink auth={services.auth} signIn={<SignIn />} />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </PageFrame>
  );
}

const isForAdmins = ({ adminsOnly = false }: Page) => adminsOnly;

function routeOf({ path }: { path: Path }) {
  return <Route key={path} path={path} element={<SignedInPage path={path} />} />;
}
