import { initializeApp } from 'firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
} from 'firebase/auth';
import {
  collection,
  disableNetwork,
  enableNetwork,
  type Firestore,
  getFirestore,
  initializeFirestore,
} from 'firebase/firestore';
import type { DirectoryEvent, DirectoryOrder, DirectoryStart } from '#contract/directory.ts';
import { readApplication } from '#model/application.ts';
import { authAddress, firebaseOptions, firestoreAddress } from '#model/backend.ts';
import { APPLICATIONS_COLLECTION, USERS_COLLECTION } from '#model/paths.ts';
import { readUserRecord } from '#model/user.ts';
import { watchCollection } from './directory/pagedWatch.ts';
import { holdLivenessLock } from './livenessLock.ts';

let firestore: Firestore | null = null;

/**
 * Watches all users and applications for the Admin Panel. Off the main thread, which the SDK would keep from
 * drawing for up to 0.2 s at a time, 1.5 s in all, while 5,000 users arrive. Ended by its owner.
 */
self.onmessage = async ({ data: order }: MessageEvent<DirectoryOrder>) => {
  if (order !== 'reconnect') await begin(order);
  else if (firestore !== null) await reconnect(firestore);
};
holdLivenessLock();

/**
 * Has Firestore connect anew at once. Left alone it notices a silent line only after a minute, and pauses for as long
 * between its attempts. What is watched goes on from where it was.
 */
async function reconnect(firestore: Firestore): Promise<void> {
  await disableNetwork(firestore);
  await enableNetwork(firestore);
}

async function begin({ backend, uid }: DirectoryStart): Promise<void> {
  const app = initializeApp(firebaseOptions(backend));
  const auth = initializeAuth(app, { persistence: indexedDBLocalPersistence });
  const address = authAddress(backend);
  if (address !== null) connectAuthEmulator(auth, address, { disableWarnings: true });
  const place = firestoreAddress(backend);
  firestore = place === null ? getFirestore(app) : initializeFirestore(app, place);
  await signedIn(auth, uid);
  watchCollection(collection(firestore, USERS_COLLECTION), readUserRecord, (news) =>
    tell({ collection: 'users', news }),
  );
  watchCollection(collection(firestore, APPLICATIONS_COLLECTION), readApplication, (news) =>
    tell({ collection: 'applications', news }),
  );
}

function tell(news: DirectoryEvent): void {
  self.postMessage(news);
}

/** A listen that begins under nobody's name is refused for good. */
function signedIn(auth: Auth, uid: string): Promise<void> {
  return new Promise((resolve) => {
    onAuthStateChanged(auth, (user) => {
      if (user?.uid === uid) resolve();
    });
  });
}
