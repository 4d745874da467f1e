import type { LedgerStart } from '../../workers/ledger/entry.ts';
import { connectLedger, type LedgerService } from './ledgerClient.ts';

/**
 * Starts the ledger worker for the signed-in, allowed `account`: the mapping list, classification and usage
 * counters of this tab. Call `stop` at sign-out; it ends the worker and with it the database connection.
 */
export function startLedger(start: LedgerStart): LedgerService {
  const worker = new Worker(new URL('../../workers/ledger.worker.ts', import.meta.url), {
    type: 'module',
    name: 'ledger',
  });
  return connectLedger(worker, start);
}
