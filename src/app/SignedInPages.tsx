import { Group } from '@mantine/core';
import type { ComponentType } from 'react';
import { NavLink, Outlet } from 'react-router-dom';
import layout from '../ui/layout.module.css';
import { lazyPage } from '../ui/lazyPage.ts';
import { databaseSections, type Path } from './pages.ts';
import { type SignedIn, useSignedIn } from './SignedInLayout.tsx';
import { withProposing } from './withProposing.tsx';

/** Each is a chunk of its own, fetched when first shown. */
const components: Readonly<Record<Path, ComponentType<SignedIn>>> = {
  '/': lazyPage(async () =>
    withProposing((await import('../features/classifier/ClassifierPage.tsx')).ClassifierPage),
  ),
  '/proposals': lazyWithChart(async () => (await import('./pages/Proposals.tsx')).MyProposalsPage),
  '/unmatched': lazyWithChart(async () =>
    withProposing((await import('../features/unmatched/UnmatchedPage.tsx')).UnmatchedPage),
  ),
  '/upload': lazyWithChart(async () => (await import('../features/upload/UploadPage.tsx')).UploadPage),
  '/database': lazyWithChart(
    async () => (await import('../features/database/DatabasePage.tsx')).DatabasePage,
  ),
  '/database/proposals': lazyWithChart(async () => (await import('./pages/Proposals.tsx')).QueuePage),
  '/database/accounts': lazyPage(
    async () => (await import('../features/accounts/AccountsPage.tsx')).AccountsPage,
  ),
  '/database/health': lazyWithChart(
    async () => (await import('../features/health/HealthPage.tsx')).HealthPage,
  ),
  '/history': lazyWithChart(async () => (await import('./pages/History.tsx')).History),
  '/admin': lazyPage(async () => (await import('./pages/Admin.tsx')).Admin),
};

/** The page with this path, for the signed-in person. */
export function SignedInPage({ path }: { path: Path }) {
  const Page = components[path];
  return <Page {...useSignedIn()} />;
}

/** A section of the Database screen, below the links to all of them. */
export function DatabaseSection() {
  return (
    <>
      {/* One line on the smallest phone. */}
      <Group
        component="nav"
        aria-label="Database"
        mb="var(--s2)"
        style={{
          gap: '0 clamp(6px, calc((100vw - 19rem) / 4), var(--s5))',
          borderBlockEnd: '1px solid var(--line)',
        }}
      >
        {databaseSections.map(({ path, label }) => (
          <NavLink key={path} to={path} end className={layout['tab'] ?? ''}>
            {label}
          </NavLink>
        ))}
      </Group>
      <Outlet />
    </>
  );
}

/** A page in which accounts have their names. Its code and that of the chart are fetched at the same time. */
function lazyWithChart(load: () => Promise<ComponentType<SignedIn>>) {
  return lazyPage(async () => {
    const [Page, { ChartProvider }] = await Promise.all([load(), import('../chart/ChartProvider.tsx')]);
    return (signedIn: SignedIn) => (
      <ChartProvider ledger={signedIn.ledger}>
        <Page {...signedIn} />
      </ChartProvider>
    );
  });
}
