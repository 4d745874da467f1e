import type { Async } from './async.ts';
import type { LedgerService, MendingApi } from './ledger.ts';
import { orFailed } from './orFailed.ts';
import { withProgress } from './withProgress.ts';

/** What the Health section does to mappings of the shared list. Admins only. */
type MendingService = Async<MendingApi>;

/** Over the connection of a ledger. A change whose answer is lost resolves as failed. */
export function mendingOf(ledger: Pick<LedgerService, 'askTable'>): MendingService {
  return {
    changeMany: (before, accounts, onProgress) =>
      orFailed(
        withProgress(onProgress, (report) =>
          ledger.askTable(async ({ editor }) => editor.changeMany(before, accounts, report)),
        ),
        { count: 0, undo: null },
      ),
  };
}
