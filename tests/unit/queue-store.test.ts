import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueueStore } from '#src/features/unmatched/QueueStore.ts';
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
