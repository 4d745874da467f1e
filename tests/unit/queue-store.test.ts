import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent, RunId } from '#contract/ledger.ts';
import type { GroupId } from '#contract/unmatched.ts';
import { unmatchedMessages } from '#model/text/unmatchedMessages.ts';
import { MAX_GUESSED, QueueStore } from '#src/features/unmatched/QueueStore.ts';
import type { LedgerService } from '#src/services/ledger.ts';

const frames: (() => void)[] = [];
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('sessionStorage', { getItem: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('after a reload, groups are not asked for before the rows are classified', async () => {
  const find = vi.fn(() => new Promise(() => {}));
  const ledger = {
    readDraft: async () => ({ text: 'ACME 1\nACME 2' }),
    classify: () => ({ unmatched: { find } }),
  } as unknown as LedgerService;
  const store = new QueueStore(ledger);
  store.follow();
  await vi.waitFor(() => expect(store.rows.run).not.toBeNull());
  // What follows the text has had its turn.
  await Promise.resolve();
  for (const draw of frames.splice(0)) draw();
  expect(store.rows.progress.get().kind).toBe('running');
  expect(find).not.toHaveBeenCalled();
});

/** The store over `count` groups of one line each, as soon as they are found. */
async function setupGroups(count: number, answers: object) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const ids = Uint32Array.from({ length: count }, (_, i) => i);
  const queue = { ids, counts: new Uint32Array(count).fill(1), lines: count, groups: 0, oneOffs: count };
  const items = vi.fn(async (asked: readonly GroupId[]) => asked.map((id) => ({ id, count: 1 })));
  const unmatched = { find: async () => queue, items, ...answers };
  const ledger = {
    classify(_text: string, onEvent: (event: RunEvent) => void) {
      const [run, starts, ends] = [1 as RunId, new Uint32Array(1), new Uint32Array(1)];
      queueMicrotask(() => {
        onEvent({ kind: 'rows', run, text: null, starts, ends, edits: [], columns: null, header: null });
        onEvent({ kind: 'complete', run });
      });
      return { unmatched };
    },
  } as unknown as LedgerService;
  const store = new QueueStore(ledger);
  store.rows.classify('ACME');
  await vi.waitFor(() => {
    for (const draw of frames.splice(0)) draw();
    expect(store.rows.progress.get().kind).toBe('complete');
  });
  store.refresh();
  await vi.waitFor(() => expect(store.state.get().queue).not.toBeNull());
  return { store, items };
}

const GUESS = [{ glAccount: '6100' }];
const id = (place: number) => place as GroupId;

it('likely accounts that could not be looked for are said to be missing, and looked for again with the groups', async () => {
  const guesses = vi.fn(async (ids: readonly GroupId[]) => ids.map(() => GUESS));
  guesses.mockRejectedValueOnce(new Error('not fetched'));
  const { store } = await setupGroups(120, { guesses });
  await vi.waitFor(() => expect(store.state.get().failure).toBe(unmatchedMessages.guessesFailed));
  expect(guesses).toHaveBeenCalledTimes(1);
  store.refresh();
  await vi.waitFor(() => expect(store.state.get().guesses.size).toBe(120));
  expect(store.state.get().failure).toBeNull();
});

it('likely accounts are looked for again where the list was replaced while it was being learned', async () => {
  const guesses = vi.fn(async (ids: readonly GroupId[]): Promise<unknown> => ids.map(() => GUESS));
  guesses.mockResolvedValueOnce(undefined);
  const { store } = await setupGroups(2, { guesses });
  await vi.waitFor(() => expect(store.state.get().guesses.size).toBe(2));
});

it('so are those of a group in sight of very many, and a group that could not be loaded', async () => {
  const last = id(MAX_GUESSED);
  let isBroken = true;
  const guesses = vi.fn(async (ids: readonly GroupId[]) => {
    if (isBroken && ids.includes(last)) throw new Error('not fetched');
    return ids.map(() => GUESS);
  });
  const { store, items } = await setupGroups(MAX_GUESSED + 1, { guesses });
  store.item(last);
  await vi.waitFor(() => expect(store.state.get().failure).toBe(unmatchedMessages.guessesFailed));
  isBroken = false;
  items.mockRejectedValueOnce(new Error('no connection'));
  store.refresh();
  await vi.waitFor(() => expect(store.state.get().failure).toBeNull());
  expect(store.item(last)).toBeUndefined();
  await vi.waitFor(() => expect(store.state.get().failure).toBe(unmatchedMessages.failed));
  store.refresh();
  await vi.waitFor(() => expect(store.state.get().failure).toBeNull());
  store.item(last);
  await vi.waitFor(() => expect(store.state.get().guesses.get(last)).toEqual(GUESS));
  expect(store.item(last)).toMatchObject({ id: last });
});
