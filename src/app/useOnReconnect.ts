import { useEffect } from 'react';
import type { Observable } from '../services/observable.ts';

/**
 * Calls `act` whenever the connection of the ledger is back, which is checked all the time: then the connection to the
 * other store need not wait out its pause between two attempts.
 */
export function useOnReconnect(
  isConnected: Observable<boolean> | undefined,
  act: (() => unknown) | undefined,
): void {
  useEffect(() => isConnected?.subscribe(() => isConnected.get() && act?.()), [isConnected, act]);
}
