import { proxy } from 'comlink';
import type { Async } from './async.ts';
import type { LedgerService, MendingApi } from './ledger.ts';
import { orFailed } from './orFailed.ts';

/** What the Health section does to mappings of the shared list. Admins only. */
type MendingService = Async<MendingApi>;

/** Over the connection of a ledger. A change whose answer is lost resolves as failed. */
export function mendingOf(ledger: Pick<LedgerService, 'askTable'>): MendingService {
  return {
    changeMany: (before, accounts, onProgress) =>
      orFailed(
        ledger.askTable(async ({ editor }) => editor.changeMany(before, accounts, proxy(onProgress))),
        { count: 0, undo: null },
      ),
  };
}
