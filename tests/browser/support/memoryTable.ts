import { wrap } from 'comlink';
import { beforeEach } from 'vitest';
import { normaliseEmail } from '#model/email.ts';
import { deleteDrafts } from '#src/services/browserStorage.ts';
import { connectLedger } from '#src/services/ledger.ts';
import type { MemoryLedger } from '../../support/memoryLedger.worker.ts';

/** Else effects would be counted over the text of the test before. */
beforeEach(deleteDrafts);

export const account = {
  uid: 'u1',
  email: normaliseEmail('ann@example.com'),
  displayName: 'Ann',
  emailVerified: true,
};
const backend = { kind: 'embedded', origin: 'http://127.0.0.1:1', projectId: 'test' } as const;

/** The real ledger worker over a database in memory with two mappings, and access to that database. */
export function startMemoryLedger() {
  const worker = new Worker(new URL('../../support/memoryLedger.worker.ts', import.meta.url), {
    type: 'module',
  });
  return {
    // What the browser keeps of one test's text is not for the next.
    ledger: connectLedger(worker, { backend, account, tab: { id: crypto.randomUUID(), isNew: false } }),
    memory: wrap<MemoryLedger>(worker),
  };
}
