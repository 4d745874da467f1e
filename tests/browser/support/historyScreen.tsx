import type { HistoryLoss } from '#contract/ledger.ts';
import { normaliseEmail } from '#model/email.ts';
import { HistoryPage } from '#src/features/history/HistoryPage.tsx';
import type { AccessActions } from '#src/services/accessActions.ts';
import type { HistoryService } from '#src/services/ledger.ts';
import { createObservable } from '#src/services/observable.ts';
import type { HistoryFixture } from '../../support/historyFixture.ts';
import { renderInApp } from './renderInApp.tsx';
import { Address, TestRouter } from './TestRouter.tsx';

/** The history of a fixture as the page calls it: every answer is a promise. */
export function historyServiceOf({ api, watchRevision }: HistoryFixture): HistoryService {
  return {
    beginning: api.beginning,
    page: api.page,
    changeSet: api.changeSet,
    export: api.export,
    preview: api.preview,
    previewLines: async (...args) => api.previewLines(...args),
    previewRows: async (...args) => api.previewRows(...args),
    restore: api.restore,
    stopped: api.stopped,
    continueStopped: api.continueStopped,
    leaveStopped: api.leaveStopped,
    watchRevision,
  };
}

/** All histories of a fixture. */
export function historiesOf(fixture: HistoryFixture) {
  const { accessApi, chartApi, watchRevision } = fixture;
  return {
    history: historyServiceOf(fixture),
    editor: {
      undo: async () => ({ kind: 'undone', count: 1, skipped: [] }) as const,
      acknowledgeBehind: async () => ({ kind: 'saved' }) as const,
    },
    loss: createObservable<HistoryLoss | null>(null),
    table: { setAside: async () => 0 },
    accessHistory: { ...accessApi, watchRevision },
    chartHistory: { ...chartApi, watchRevision },
  };
}

/** The History screen over a fixture, and the address below it. */
export function openHistory(
  fixture: HistoryFixture,
  {
    start = '/history',
    scheme = 'light' as 'light' | 'dark',
    history = historyServiceOf(fixture),
    loadActions = noActions,
    loadFormerList = null as (() => Promise<Blob>) | null,
    loss = createObservable<HistoryLoss | null>(null),
  } = {},
) {
  return renderInApp(
    <TestRouter start={start}>
      <HistoryPage
        ledger={{ ...historiesOf(fixture), history, loss }}
        account={{ uid: 'ann', email: normaliseEmail('ann@example.com') }}
        loadActions={loadActions}
        loadFormerList={loadFormerList}
      />
      <Address />
    </TestRouter>,
    scheme,
  );
}

/** For a screen that restores no access. */
export const noActions = (): Promise<AccessActions> => Promise.reject(new Error('no actions here'));
