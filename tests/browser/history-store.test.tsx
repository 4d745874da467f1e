import { expect, it } from 'vitest';
import type { HistoryPage } from '#contract/history.ts';
import { NO_FILTERS, queryOf } from '#src/features/history/historyAddress.ts';
import { HistoryStore } from '#src/list-history/HistoryStore.ts';

const QUERY = queryOf(NO_FILTERS);

/** A history that changes when the test says so. */
function setup() {
  const listeners = new Set<(revision: number) => void>();
  let revision = 1;
  let requests = 0;
  const answers: (() => void)[] = [];
  let isHeld = false;
  const history = {
    page: async () => {
      requests += 1;
      const page = { revision, rows: [], from: 0, found: 0 } as unknown as HistoryPage;
      if (isHeld) await new Promise<void>((resolve) => answers.push(resolve));
      return page;
    },
    watchRevision(onRevision: (revision: number) => void) {
      listeners.add(onRevision);
      return () => listeners.delete(onRevision);
    },
  };
  return {
    history,
    change() {
      revision += 1;
      for (const notify of listeners) notify(revision);
    },
    /** Answers wait until `answer`. */
    hold() {
      isHeld = true;
    },
    answer() {
      isHeld = false;
      for (const resolve of answers.splice(0)) resolve();
    },
    listeners: () => listeners.size,
    requests: () => requests,
  };
}

async function visit({ history }: ReturnType<typeof setup>) {
  const store = new HistoryStore(history, QUERY);
  const end = store.follow();
  await expect.poll(() => store.state.get().page).not.toBeNull();
  return { store, end };
}

it('a history that is opened and left ten times leaves nobody behind who is told of changes', async () => {
  const fixture = setup();
  for (let i = 0; i < 10; i++) (await visit(fixture)).end();
  expect(fixture.listeners()).toBe(0);
  const { store } = await visit(fixture);
  const before = fixture.requests();
  fixture.change();
  await expect.poll(() => store.state.get().page?.revision).toBe(2);
  expect(fixture.requests()).toBe(before + 1);
});

it('a change while a page is on its way is read after that page is shown', async () => {
  const fixture = setup();
  const { store } = await visit(fixture);
  fixture.hold();
  store.renew();
  await expect.poll(fixture.requests).toBe(2);
  fixture.change();
  const shown: (number | undefined)[] = [];
  store.state.subscribe(() => shown.push(store.state.get().page?.revision));
  fixture.answer();
  await expect.poll(() => shown).toEqual([1, 2]);
  expect(fixture.requests()).toBe(3);
});
