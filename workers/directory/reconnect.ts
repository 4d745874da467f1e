import { disableNetwork, enableNetwork, type Firestore } from 'firebase/firestore';

/**
 * Has Firestore connect anew at once. Left alone it notices a line that has gone silent after a minute only, and
 * pauses for as long between its attempts; the network taken from it and given back ends that. What is watched is
 * asked for again, from where it was; writes that wait are sent.
 */
export async function reconnect(firestore: Firestore): Promise<void> {
  await disableNetwork(firestore);
  await enableNetwork(firestore);
}
