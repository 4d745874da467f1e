import { wrap } from 'comlink';
import { beforeEach, onTestFinished } from 'vitest';
import { deleteCachedLists, deleteDrafts } from '#src/services/browserStorage.ts';
import { LedgerClient } from '#src/services/ledger.ts';
import type { MemoryLedger } from '../../support/memoryLedger.worker.ts';
import { accountOf } from './fakeServices.ts';

/** Else effects would be counted over the text of the test before, and its list would be missed. */
beforeEach(async () => {
  await deleteDrafts();
  await deleteCachedLists();
});

const backend = { kind: 'embedded', origin: 'http://127.0.0.1:1', projectId: 'test' } as const;

export const account = accountOf('ann@example.com', { uid: 'u1', displayName: 'Ann' });

type Options = Partial<Pick<ConstructorParameters<typeof LedgerClient>[1], 'account' | 'tab'>> & {
  /** The stored list does not arrive before `memory.letListArrive()`. */
  readonly isListHeld?: boolean;
};

/**
 * The real ledger worker over a database in memory with PREMIER INN 6200 and TESCO STORES 6100, and the other end of that
 * database: somebody else's changes, refusals, lost connections. It ends with the test.
 */
export function startMemoryLedger({
  account: person = account,
  // What the browser keeps of one test's text is not for the next.
  tab = { id: crypto.randomUUID(), isNew: false },
  isListHeld = false,
}: Options = {}) {
  const worker = new Worker(new URL('../../support/memoryLedger.worker.ts', import.meta.url), {
    type: 'module',
  });
  const memory = wrap<MemoryLedger>(worker);
  // The worker takes its messages in their order.
  if (isListHeld) void memory.holdList();
  const ledger = new LedgerClient(worker, { backend, account: person, tab });
  onTestFinished(() => ledger.stop());
  return { ledger, memory };
}
