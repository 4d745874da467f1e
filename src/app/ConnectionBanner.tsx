import { useSyncExternalStore } from 'react';
import { messages } from '#model/text/messages.ts';
import type { Observable } from '../services/observable.ts';
import styles from './ConnectionBanner.module.css';

type Props = { isConnected: Observable<boolean> };

/** While the server cannot be reached. */
export function ConnectionBanner({ isConnected }: Props) {
  const isThere = useSyncExternalStore(isConnected.subscribe, isConnected.get);
  // Always there: a live region that appears together with its text is not announced.
  return <div role="status">{!isThere && <p className={styles['banner']}>{messages.connectionLost}</p>}</div>;
}
