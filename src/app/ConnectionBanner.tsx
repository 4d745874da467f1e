import { type ReactNode, useSyncExternalStore } from 'react';
import { messages } from '#model/text/messages.ts';
import type { Observable } from '../services/observable.ts';
import layout from '../ui/layout.module.css';

const STUCK: object = {
  position: 'var(--stuck)',
  insetBlockStart: 'var(--bar)',
  zIndex: 99,
  marginBlockEnd: 'var(--s2)',
};

type Props = {
  isConnected: Observable<boolean>;
  /** See `LedgerService`; null where the connection is no WebSocket. */
  blockedSockets: Observable<string | null> | null;
};

/** While the server cannot be reached. */
export function ConnectionBanner({ isConnected, blockedSockets }: Props) {
  const isThere = useSyncExternalStore(isConnected.subscribe, isConnected.get);
  const blocked = useBlockedSockets(blockedSockets);
  const text = blocked === null ? messages.connectionLost : messages.socketsBlocked(blocked);
  return <Banner tone="attention">{!isThere && text}</Banner>;
}

/** A line below the top bar, whatever one scrolls; no line for `false`. */
export function Banner({ tone, children }: { tone: string; children: ReactNode }) {
  // Always there: a live region that appears together with its text is not announced.
  return (
    <div role="status">
      {children !== false && (
        <p className={layout['quote']} style={STUCK} data-tone={tone}>
          {children}
        </p>
      )}
    </div>
  );
}

/** The address whose WebSockets the network does not let through; null where nothing is known to be. */
export function useBlockedSockets(blockedSockets: Observable<string | null> | null): string | null {
  const { subscribe, get } = blockedSockets ?? NOTHING_BLOCKED;
  return useSyncExternalStore(subscribe, get);
}

const NOTHING_BLOCKED: Observable<null> = { get: () => null, subscribe: () => () => {} };
