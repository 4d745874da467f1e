import { Navigate, Route, Routes } from 'react-router-dom';
import { lazyPage } from '../ui/lazyPage.ts';
import { AccessGate, SignIn } from './AccessGate.tsx';
import { PageFrame } from './PageFrame.tsx';
import {
  ACCOUNTS,
  ADMIN,
  CLASSIFIER,
  HEALTH,
  HISTORY,
  MAPPINGS,
  MY_PROPOSALS,
  PROPOSALS,
  UNMATCHED,
  UPLOAD,
} from './pages.ts';

const loadClassifier = () => import('./pages/Classifier.tsx');
const Classifier = lazyPage(async () => (await loadClassifier()).Classifier);
const Unmatched = lazyPage(async () => (await loadClassifier()).Unmatched);
const AdminsOnly = lazyPage(async () => (await import('./SignedInLayout.tsx')).AdminsOnly);
const Upload = lazyPage(async () => (await import('./pages/Upload.tsx')).Upload);
const DatabaseSection = lazyPage(async () => (await import('./DatabaseSection.tsx')).DatabaseSection);
const Database = lazyPage(async () => (await import('./pages/Database.tsx')).Database);
const Proposals = lazyPage(async () => (await import('./pages/Proposals.tsx')).Proposals);
const MyProposals = lazyPage(async () => (await import('./pages/Proposals.tsx')).MyProposals);
const Accounts = lazyPage(async () => (await import('./pages/Accounts.tsx')).Accounts);
const Health = lazyPage(async () => (await import('./pages/Health.tsx')).Health);
const History = lazyPage(async () => (await import('./pages/History.tsx')).History);
const Admin = lazyPage(async () => (await import('./pages/Admin.tsx')).Admin);
const MailedLink = lazyPage(async () => (await import('./pages/MailedLink.tsx')).MailedLink);

/**
 * Fetches the code of the classifier if `path` is its address, while access is still being checked: nearly every visit
 * begins there.
 */
export function preloadPage(path: string): void {
  // A failure is handled when the page is shown.
  if (path === CLASSIFIER.path) loadClassifier().catch(() => {});
}

/** Every address of the product. Each page is a chunk of its own, fetched when first shown. */
export function AppRoutes() {
  return (
    <PageFrame>
      <Routes>
        <Route element={<AccessGate />}>
          <Route path={CLASSIFIER.path} element={<Classifier />} />
          <Route path={MY_PROPOSALS.path} element={<MyProposals />} />
          <Route path={UNMATCHED.path} element={<Unmatched />} />
          <Route element={<AdminsOnly />}>
            <Route path={UPLOAD.path} element={<Upload />} />
            <Route element={<DatabaseSection />}>
              <Route path={MAPPINGS.path} element={<Database />} />
              <Route path={PROPOSALS.path} element={<Proposals />} />
              <Route path={ACCOUNTS.path} element={<Accounts />} />
              <Route path={HEALTH.path} element={<Health />} />
            </Route>
            <Route path={HISTORY.path} element={<History />} />
            <Route path={ADMIN.path} element={<Admin />} />
          </Route>
        </Route>
        <Route path="/auth/action" element={<MailedLink signIn={<SignIn />} />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </PageFrame>
  );
}
