import { useEffect } from 'react';
import { messages } from '#model/messages.ts';
import type { LedgerService } from '../../services/ledger.ts';
import { useStatus } from '../../ui/status/useStatus.ts';

/** Ledgers whose list has been announced as it is now: another visit to the page says nothing new. */
const announced = new WeakMap<LedgerService, 'ready' | 'failed'>();

/**
 * Says when the mapping list is there or cannot be had, and when counting failed. That the list of a ledger that
 * `isReplaced` is there goes without saying, lest it take the place of the message about the replacement.
 */
export function useLedgerMessages(ledger: LedgerService, isReplaced: boolean): void {
  const { show } = useStatus();

  useEffect(() => {
    const announce = () => {
      const { kind } = ledger.list.get();
      if (kind === 'loading') announced.delete(ledger);
      // A list of an earlier visit is told of beside the heading; what is announced is the stored one.
      if (kind === 'loading' || kind === 'cached' || announced.get(ledger) === kind) return;
      announced.set(ledger, kind);
      if (kind === 'ready' && !isReplaced) show(messages.classifierReady);
      if (kind === 'failed')
        show(messages.customMappingsFailed, { action: { label: 'Retry', run: () => ledger.retry() } });
    };
    announce();
    return ledger.list.subscribe(announce);
  }, [ledger, isReplaced, show]);

  useEffect(
    () =>
      ledger.watchUsageFailures((detail) => {
        console.error('The description counts could not be read or written:', detail);
        show(messages.usageFailed);
      }),
    [ledger, show],
  );
}
