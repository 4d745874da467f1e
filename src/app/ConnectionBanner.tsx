import { useSyncExternalStore } from 'react';
import { messages } from '../model/messages.ts';
import type { LedgerService } from '../services/ledgerClient.ts';
import styles from './ConnectionBanner.module.css';

type Props = { ledger: LedgerService };

/** On every page, while the server cannot be reached. */
export function ConnectionBanner({ ledger: { isConnected } }: Props) {
  const isThere = useSyncExternalStore(isConnected.subscribe, isConnected.get);
  // Always there: a live region that appears together with its text is not announced.
  return <div role="status">{!isThere && <p className={styles['banner']}>{messages.connectionLost}</p>}</div>;
}
