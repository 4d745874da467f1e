import { useLocation } from 'wouter';
import { HistoryPage } from '#src/features/history/HistoryPage.tsx';
import type { Async } from '#src/services/async.ts';
import type { HistoryService } from '#src/services/history.ts';
import { useQuery } from '#src/ui/router.tsx';
import type { HistoryFixture } from '../../support/historyFixture.ts';
import { renderInApp } from './renderInApp.tsx';
import { TestRouter } from './TestRouter.tsx';

/** The history of a fixture as the page calls it: every answer is a promise. */
export function historyServiceOf({ api }: HistoryFixture): HistoryService {
  const methods = Object.entries(api).map(([name, method]) => [
    name,
    async (...args: unknown[]) => (method as (...args: unknown[]) => unknown)(...args),
  ]);
  return Object.fromEntries(methods) as Async<HistoryFixture['api']>;
}

/** The History screen over a fixture, and the address below it. */
export function openHistory(
  fixture: HistoryFixture,
  { start = '/history', scheme = 'light' as 'light' | 'dark', history = historyServiceOf(fixture) } = {},
) {
  return renderInApp(
    <TestRouter start={start}>
      <HistoryPage history={history} />
      <Address />
    </TestRouter>,
    scheme,
  );
}

function Address() {
  const [path] = useLocation();
  const query = useQuery();
  return <output aria-label="Address">{`${path}?${query}`}</output>;
}
