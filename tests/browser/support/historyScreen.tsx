import { useLocation } from 'react-router-dom';
import { HistoryPage } from '#src/features/history/HistoryPage.tsx';
import type { HistoryService } from '#src/services/ledger.ts';
import type { HistoryFixture } from '../../support/historyFixture.ts';
import { renderInApp } from './renderInApp.tsx';
import { TestRouter } from './TestRouter.tsx';

/** The history of a fixture as the page calls it: every answer is a promise. */
export function historyServiceOf({ api, watchRevision }: HistoryFixture): HistoryService {
  return {
    seal: api.seal,
    page: api.page,
    changeSet: api.changeSet,
    export: api.export,
    preview: api.preview,
    previewLines: async (...args) => api.previewLines(...args),
    effect: async (...args) => api.effect(...args),
    restore: api.restore,
    stopped: api.stopped,
    continueStopped: api.continueStopped,
    leaveStopped: api.leaveStopped,
    accessHistory: api.accessHistory,
    watchRevision,
  };
}

/** The History screen over a fixture, and the address below it. */
export function openHistory(
  fixture: HistoryFixture,
  { start = '/history', scheme = 'light' as 'light' | 'dark', history = historyServiceOf(fixture) } = {},
) {
  return renderInApp(
    <TestRouter start={start}>
      <HistoryPage history={history} uid="ann" />
      <Address />
    </TestRouter>,
    scheme,
  );
}

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{`${pathname}${search}`}</output>;
}
