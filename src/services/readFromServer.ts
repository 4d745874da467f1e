import { type DocumentReference, type DocumentSnapshot, getDocFromServer } from 'firebase/firestore';
import { lastReconnect } from './reconnect.ts';

/**
 * The document as the server has it now. Rejects when the server refuses or is known to be out of reach; not because
 * the connection was made anew meanwhile, which ends the SDK's own reads: then it asks again.
 */
export async function readFromServer(place: DocumentReference): Promise<DocumentSnapshot> {
  const before = lastReconnect(place.firestore);
  // While the network is taken away, the SDK would answer at once that it is offline.
  await before;
  try {
    return await getDocFromServer(place);
  } catch (error) {
    if (lastReconnect(place.firestore) === before) throw error;
    return readFromServer(place);
  }
}
