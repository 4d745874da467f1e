import type { LedgerStart } from '#contract/ledger.ts';
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
  return attendedWhileVisible(connectLedger(worker, start));
}

/** The ledger, told whether the page is seen, and when the network has come or gone. */
function attendedWhileVisible(ledger: LedgerService): LedgerService {
  const watch = new AbortController();
  const setVisible = () => ledger.setVisible(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', setVisible, { signal: watch.signal });
  for (const news of ['online', 'offline', 'pageshow'])
    window.addEventListener(news, setVisible, { signal: watch.signal });
  if (document.visibilityState !== 'visible') setVisible();
  return {
    ...ledger,
    stop() {
      watch.abort();
      ledger.stop();
    },
  };
}
