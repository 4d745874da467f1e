import { type ReactNode, useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import { lazyPage } from '../ui/lazyPage.ts';
import { AccessGate, SignIn } from './AccessGate.tsx';
import { PageFrame } from './PageFrame.tsx';
import {
  ACCOUNTS,
  ADMIN,
  CLASSIFIER,
  DATABASE,
  HEALTH,
  HISTORY,
  MAPPINGS,
  MY_PROPOSALS,
  PROPOSALS,
  pages,
  type Section,
  UNMATCHED,
  UPLOAD,
} from './pages.ts';

const loadClassifier = () => import('./pages/Classifier.tsx');
const Classifier = lazyPage(async () => (await loadClassifier()).Classifier);
const Unmatched = lazyPage(async () => (await loadClassifier()).Unmatched);
const AdminsOnly = lazyPage(async () => (await import('./SignedInLayout.tsx')).AdminsOnly);
const loadUpload = () => import('./pages/Upload.tsx');
const Upload = lazyPage(async () => (await loadUpload()).Upload);
const DatabaseSection = lazyPage(async () => (await import('./DatabaseSection.tsx')).DatabaseSection);
const loadDatabase = () => import('./pages/Database.tsx');
const Database = lazyPage(async () => (await loadDatabase()).Database);
const Proposals = lazyPage(async () => (await import('./pages/Proposals.tsx')).Proposals);
const MyProposals = lazyPage(async () => (await import('./pages/Proposals.tsx')).MyProposals);
const Accounts = lazyPage(async () => (await import('./pages/Accounts.tsx')).Accounts);
const Health = lazyPage(async () => (await import('./pages/Health.tsx')).Health);
const loadHistory = () => import('./pages/History.tsx');
const History = lazyPage(async () => (await loadHistory()).History);
const loadAdmin = () => import('./pages/Admin.tsx');
const Admin = lazyPage(async () => (await loadAdmin()).Admin);
const MailedLink = lazyPage(async () => (await import('./pages/MailedLink.tsx')).MailedLink);

/** The code of the pages that the top bar links to, by address. */
const CODE = new Map<string, () => Promise<unknown>>([
  [CLASSIFIER.path, loadClassifier],
  [UPLOAD.path, loadUpload],
  [DATABASE.path, loadDatabase],
  [HISTORY.path, loadHistory],
  [ADMIN.path, loadAdmin],
]);

/** Fetches the code of the page at `path` before it is shown; does nothing for other addresses. */
export function preloadPage(path: string): void {
  // A failure is handled when the page is shown.
  CODE.get(path)?.().catch(() => {});
}

/** Every address of the product. Each page is a chunk of its own, fetched when first shown, or shortly before. */
export function AppRoutes() {
  const [pathname] = useLocation();
  useEffect(() => preloadAdminPages(pathname), [pathname]);
  return <PageFrame onAhead={preloadPage}>{pageAt(pathname)}</PageFrame>;
}

/**
 * Whoever opens a page of the admins goes on to another: the code of these is fetched when the browser has nothing else to
 * do. Returns the end. Without idle callbacks (Safari) the pointer on a link has to do.
 */
function preloadAdminPages(pathname: string): (() => void) | undefined {
  const adminPages = pages.filter(({ adminsOnly }) => adminsOnly);
  if (!adminPages.some(({ path }) => path === pathname) || typeof requestIdleCallback !== 'function') return;
  const idle = requestIdleCallback(() => {
    for (const { path } of adminPages) preloadPage(path);
  });
  return () => cancelIdleCallback(idle);
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
