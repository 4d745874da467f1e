import { proxy } from 'comlink';
import type { Async } from './async.ts';
import type { LedgerService, MendingApi } from './ledger.ts';

/** What the Health section does to mappings of the shared list. Admins only. */
type MendingService = Async<MendingApi>;

/** Over the connection of a ledger. A change whose answer is lost resolves as failed. */
export function mendingOf(ledger: Pick<LedgerService, 'askTable'>): MendingService {
  return {
    changeMany: (before, accounts, onProgress) =>
      ledger
        .askTable(async ({ editor }) => editor.changeMany(before, accounts, proxy(onProgress)))
        .catch((error: unknown) => ({
          kind: 'failed' as const,
          detail: error instanceof Error ? error.message : String(error),
          count: 0,
          undo: null,
        })),
  };
}
