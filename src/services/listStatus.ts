import type { ListStatus } from '#contract/ledger.ts';

/** Whether the stored list cannot be had for now; there may be one of an earlier visit to classify with. */
export function isOutOfReach(list: ListStatus): boolean {
  return list.kind === 'failed' || (list.kind === 'kept' && list.isUnreachable);
}
