import { Navigate, Route, Routes } from 'react-router-dom';
import { AccessGate } from './AccessGate.tsx';
import { AdminsOnly } from './AdminsOnly.tsx';
import { lazyPage } from './lazyPage.ts';
import { PageFrame } from './PageFrame.tsx';
import { ADMIN, CLASSIFIER, DATABASE, UPLOAD } from './pages.ts';

const loadClassifier = () => import('./pages/Classifier.tsx');
const Classifier = lazyPage(async () => (await loadClassifier()).Classifier);
const Upload = lazyPage(async () => (await import('./pages/Upload.tsx')).Upload);
const Database = lazyPage(async () => (await import('./pages/Database.tsx')).Database);
const Admin = lazyPage(async () => (await import('./pages/Admin.tsx')).Admin);
const MailedLink = lazyPage(async () => (await import('./pages/MailedLink.tsx')).MailedLink);

/** Fetches the page at `path`, if it is the one that nearly everybody begins with, while access is still asked for. */
export function preloadPage(path: string): void {
  // A failure is met when the page is shown.
  if (path === CLASSIFIER.path) loadClassifier().catch(() => {});
}

/** Every address of the product. Pages come as chunks of their own, fetched when first shown. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<PageFrame />}>
        <Route element={<AccessGate />}>
          <Route path={CLASSIFIER.path} element={<Classifier />} />
          <Route element={<AdminsOnly />}>
            <Route path={UPLOAD.path} element={<Upload />} />
            <Route path={DATABASE.path} element={<Database />} />
            <Route path={ADMIN.path} element={<Admin />} />
          </Route>
        </Route>
        <Route path="/auth/action" element={<MailedLink />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Route>
    </Routes>
  );
}
