import { disableNetwork, enableNetwork, type Firestore } from 'firebase/firestore';

const lastReconnects = new WeakMap<Firestore, Promise<void>>();

/**
 * Has Firestore connect anew at once. Left alone it notices a line that has gone silent after a minute only, and
 * pauses for as long between its attempts; the network taken from it and given back ends that. What is watched is
 * asked for again, from where it was; writes that wait are sent. A read that is under way is rejected, though.
 */
export function reconnect(firestore: Firestore): Promise<void> {
  const reconnected = disableNetwork(firestore).then(() => enableNetwork(firestore));
  lastReconnects.set(firestore, reconnected);
  return reconnected;
}

/** The last {@link reconnect}, which may be under way; undefined when there was none. */
export function lastReconnect(firestore: Firestore): Promise<void> | undefined {
  return lastReconnects.get(firestore);
}
