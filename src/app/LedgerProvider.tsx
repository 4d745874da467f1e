import { type ReactNode, useEffect, useState } from 'react';
import type { BackendSettings } from '../model/backend.ts';
import type { Account } from '../model/user.ts';
import { startLedger } from '../services/ledger.ts';
import type { LedgerService } from '../services/ledger-client.ts';
import { LedgerContext } from './LedgerContext.ts';

type Props = { backend: BackendSettings; account: Account; children: ReactNode };

/** Starts the ledger worker for one person, and ends it at sign-out. Give it the uid as its key. */
export function LedgerProvider({ backend, account, children }: Props) {
  const [ledger, setLedger] = useState<LedgerService | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ledger belongs to the uid, which is the key
  useEffect(() => {
    const started = startLedger({ backend, account });
    setLedger(started);
    return () => started.stop();
  }, []);
  return ledger && <LedgerContext value={ledger}>{children}</LedgerContext>;
}
