import { useLocation } from 'react-router-dom';
import { HistoryPage } from '#src/features/history/HistoryPage.tsx';
import { type HistoryService, historyOf } from '#src/services/history.ts';
import type { LedgerService } from '#src/services/ledger.ts';
import type { HistoryFixture } from '../../support/historyFixture.ts';
import { renderInApp } from './renderInApp.tsx';
import { TestRouter } from './TestRouter.tsx';

/** The history of a fixture as the page calls it: every answer is a promise. */
export function historyServiceOf({ api }: HistoryFixture): HistoryService {
  const askHistory = async (question: (history: unknown) => Promise<unknown>) => question(api);
  return historyOf({ askHistory } as Pick<LedgerService, 'askHistory'>);
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
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{`${pathname}${search}`}</output>;
}
