import { useEffect } from 'react';
import { messages } from '../../model/messages.ts';
import type { LedgerService } from '../../services/ledgerClient.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

/** Ledgers whose list has been announced as it is now: another visit to the page says nothing new. */
const announced = new WeakMap<LedgerService, 'ready' | 'failed'>();

/** Says when the mapping list is there or cannot be had, and when counting failed. */
export function useLedgerMessages(ledger: LedgerService): void {
  const { show } = useStatus();

  useEffect(() => {
    const announce = () => {
      const { kind } = ledger.list.get();
      if (kind === 'loading') announced.delete(ledger);
      // A list of an earlier visit is told of beside the heading; what is announced is the stored one.
      if (kind === 'loading' || kind === 'kept' || announced.get(ledger) === kind) return;
      announced.set(ledger, kind);
      if (kind === 'ready') show(messages.classifierReady);
      else show(messages.customMappingsFailed, { action: { label: 'Retry', run: () => ledger.retry() } });
    };
    announce();
    return ledger.list.subscribe(announce);
  }, [ledger, show]);

  useEffect(
    () =>
      ledger.watchUsageFailures((detail) => {
        console.error('The description counts could not be read or written:', detail);
        show(messages.usageFailed);
      }),
    [ledger, show],
  );
}
