import { useEffect } from 'react';
import type { Observable } from '../services/observable.ts';

/**
 * Calls `act` whenever the connection is back. There is one to each of the two stores, and only the one of the ledger
 * is looked after all the time: when it is back, the other need not wait out the pause it is in.
 */
export function useOnReconnect(
  isConnected: Observable<boolean> | undefined,
  act: (() => void) | undefined,
): void {
  useEffect(() => isConnected?.subscribe(() => isConnected.get() && act?.()), [isConnected, act]);
}
