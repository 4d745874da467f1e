import {
  collection,
  disableNetwork,
  enableNetwork,
  type Firestore,
  getFirestore,
  initializeFirestore,
} from 'firebase/firestore';
import type { CollectionEvent, DirectoryApi, DirectoryEvent, DirectoryStart } from '#contract/directory.ts';
import { readApplication } from '#model/application.ts';
import { firestoreAddress } from '#model/backend.ts';
import { APPLICATIONS_COLLECTION, USERS_COLLECTION } from '#model/paths.ts';
import { readUserRecord } from '#model/user.ts';
import { createEmit } from '../exposeWorker.ts';
import { openSession } from '../openSession.ts';
import { watchCollection } from './pagedWatch.ts';
import { createStreamSlot, thisBrowser } from './streamSlot.ts';

type Watch = { use(): void; release(): void; reconnect(): Promise<void> };

/**
 * Watches all users and applications for the Admin Panel: the only Firestore streams of the product. In a worker, since
 * on the main thread the SDK blocks drawing for up to 0.2 s at a time, 1.5 s in all, while 5,000 users arrive. Its owner
 * ends the worker.
 */
export function createDirectoryApi(): DirectoryApi {
  let watch: Watch | null = null;
  return {
    begin(start) {
      watch = begin(start);
    },
    setInUse(isInUse) {
      if (isInUse) watch?.use();
      else watch?.release();
    },
    reconnect: async () => watch?.reconnect(),
  };
}

function begin({ backend, uid }: DirectoryStart): Watch {
  const { app, signedIn } = openSession(backend, uid);
  const place = firestoreAddress(backend);
  const firestore = place === null ? getFirestore(app) : initializeFirestore(app, place);
  const post = createEmit<DirectoryEvent>();
  let isBegun = false;
  let isOpen = false;
  const slot = createStreamSlot(
    {
      async open() {
        await signedIn;
        isOpen = true;
        post({ kind: 'stream', isReleased: false });
        // What is watched goes on from where it was.
        if (isBegun) await enableNetwork(firestore);
        else watchAll(firestore, post);
        isBegun = true;
      },
      async close() {
        isOpen = false;
        post({ kind: 'stream', isReleased: true });
        await disableNetwork(firestore);
      },
    },
    thisBrowser(),
  );
  return {
    ...slot,
    /** Left alone the SDK notices a silent line only after a minute, and pauses for as long between its attempts. */
    async reconnect() {
      if (!isOpen) return;
      await disableNetwork(firestore);
      if (isOpen) await enableNetwork(firestore);
    },
  };
}

function watchAll(firestore: Firestore, report: (event: CollectionEvent) => void): void {
  watchCollection(collection(firestore, USERS_COLLECTION), readUserRecord, (event) =>
    report({ kind: 'collection', collection: 'users', event }),
  );
  watchCollection(collection(firestore, APPLICATIONS_COLLECTION), readApplication, (event) =>
    report({ kind: 'collection', collection: 'applications', event }),
  );
}
