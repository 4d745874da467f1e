import type { ComponentType } from 'react';
import { lazyPage } from '../ui/lazyPage.ts';
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
import { type SignedIn, useSignedIn } from './SignedInLayout.tsx';
import { withProposing } from './withProposing.tsx';

/** By the path of the page. Each is a chunk of its own, fetched when first shown. */
const components: Readonly<Record<string, ComponentType<SignedIn>>> = {
  [CLASSIFIER.path]: lazyPage(async () =>
    withProposing((await import('../features/classifier/ClassifierPage.tsx')).ClassifierPage),
  ),
  [MY_PROPOSALS.path]: lazyWithChart(async () => (await import('./pages/Proposals.tsx')).MyProposalsPage),
  [UNMATCHED.path]: lazyWithChart(async () =>
    withProposing((await import('../features/unmatched/UnmatchedPage.tsx')).UnmatchedPage),
  ),
  [UPLOAD.path]: lazyWithChart(async () => (await import('../features/upload/UploadPage.tsx')).UploadPage),
  [MAPPINGS.path]: lazyWithChart(
    async () => (await import('../features/database/DatabasePage.tsx')).DatabasePage,
  ),
  [PROPOSALS.path]: lazyWithChart(async () => (await import('./pages/Proposals.tsx')).QueuePage),
  [ACCOUNTS.path]: lazyPage(async () => (await import('../features/accounts/AccountsPage.tsx')).AccountsPage),
  [HEALTH.path]: lazyWithChart(async () => (await import('./pages/Health.tsx')).Health),
  [HISTORY.path]: lazyWithChart(async () => (await import('./pages/History.tsx')).History),
  [ADMIN.path]: lazyPage(async () => (await import('./pages/Admin.tsx')).Admin),
};

/** The page with this path, for the signed-in person. */
export function SignedInPage({ path }: { path: string }) {
  const Page = components[path];
  const signedIn = useSignedIn();
  return Page && <Page {...signedIn} />;
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
