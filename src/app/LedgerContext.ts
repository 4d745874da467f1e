import { createContext, use } from 'react';
import type { LedgerService } from '../services/ledger-client.ts';

/** The ledger of the signed-in, allowed person. */
export const LedgerContext = createContext<LedgerService | null>(null);

export function useLedger(): LedgerService {
  const ledger = use(LedgerContext);
  if (ledger === null) throw new Error('useLedger needs a LedgerProvider around the component');
  return ledger;
}
