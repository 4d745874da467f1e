import { expect, it } from 'vitest';
import type { HistoryPage } from '#contract/history.ts';
import { HistoryStore } from '#src/features/history/HistoryStore.ts';
import { filtersIn, queryOf } from '#src/features/history/historyAddress.ts';
import { historyOf } from '#src/services/history.ts';
import type { LedgerService } from '#src/services/ledger.ts';

const QUERY = queryOf(filtersIn(new URLSearchParams()));

/** A ledger whose history changes when the test says so. */
function setup() {
  const waiting: (() => void)[] = [];
  let revision = 1;
  let requests = 0;
  const history = {
    page: async () => {
      requests += 1;
      return { revision, rows: [], from: 0, found: 0 } as unknown as HistoryPage;
    },
    changed: () => new Promise<void>((resolve) => waiting.push(resolve)),
  };
  const askHistory = (question: (asked: typeof history) => unknown) => question(history);
  const ledger = { askHistory } as unknown as LedgerService;
  return {
    ledger,
    change() {
      revision += 1;
      for (const resolve of waiting.splice(0)) resolve();
    },
    waiting: () => waiting.length,
    requests: () => requests,
  };
}

async function visit(ledger: LedgerService) {
  const store = new HistoryStore(historyOf(ledger), QUERY);
  const end = store.follow();
  await expect.poll(() => store.state.get().page).not.toBeNull();
  return { store, end };
}

it('a history that is opened and left ten times leaves one question behind, and nobody who waits for its answer', async () => {
  const { ledger, waiting, change, requests } = setup();
  for (let i = 0; i < 10; i++) (await visit(ledger)).end();
  expect(waiting()).toBe(1);
  const { store } = await visit(ledger);
  expect(waiting()).toBe(1);
  const before = requests();
  change();
  await expect.poll(() => store.state.get().page?.revision).toBe(2);
  expect(requests()).toBe(before + 1);
  expect(waiting()).toBe(1);
});
