import type { ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';
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
  type Section,
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
  const [pathname] = useLocation();
  return <PageFrame>{pageAt(pathname)}</PageFrame>;
}

/** Pages for people with access, by address. */
const GATED = new Map<string, ReactNode>([
  [CLASSIFIER.path, <Classifier key={CLASSIFIER.path} />],
  [MY_PROPOSALS.path, <MyProposals key={MY_PROPOSALS.path} />],
  [UNMATCHED.path, <Unmatched key={UNMATCHED.path} />],
  [UPLOAD.path, <AdminsOnly key={UPLOAD.path} page={<Upload />} />],
  databaseSection(MAPPINGS, <Database />),
  databaseSection(PROPOSALS, <Proposals />),
  databaseSection(ACCOUNTS, <Accounts />),
  databaseSection(HEALTH, <Health />),
  [HISTORY.path, <AdminsOnly key={HISTORY.path} page={<History />} />],
  [ADMIN.path, <AdminsOnly key={ADMIN.path} page={<Admin />} />],
]);

/** A section of the Database screen, by its address. */
function databaseSection({ path }: Section, page: ReactNode): [string, ReactNode] {
  return [path, <AdminsOnly key={path} page={<DatabaseSection>{page}</DatabaseSection>} />];
}

function pageAt(pathname: string) {
  const page = GATED.get(pathname);
  if (page !== undefined) return <AccessGate>{page}</AccessGate>;
  return pathname === '/auth/action' ? <MailedLink signIn={<SignIn />} /> : <Redirect to="/" />;
}
