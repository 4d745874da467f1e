import {
  collection,
  deleteDoc,
  doc,
  type Firestore,
  onSnapshot,
  serverTimestamp,
  setDoc,
} from 'firebase/firestore';
import type { Email } from '#model/email.ts';
import { APPLICATIONS_COLLECTION } from '#model/paths.ts';
import type { Account } from '#model/user.ts';
import { readFromServer } from './readFromServer.ts';

/** Requests for access, collection `applications`. */
export type ApplicationsService = {
  /** Watches whether the person's own application is pending. Returns the end of the watch. */
  watchOwn(email: Email, onChange: (isPending: boolean) => void): () => void;
  /** Applies for access unless that has been done. Rejects when the server cannot be reached or refuses. */
  apply(account: Account): Promise<'applied' | 'already-applied'>;
  removeApplication(email: Email): Promise<void>;
};

export function createApplicationsService(firestore: Firestore): ApplicationsService {
  const applications = collection(firestore, APPLICATIONS_COLLECTION);
  const application = (email: Email) => doc(applications, email);
  return {
    watchOwn: (email, onChange) =>
      onSnapshot(
        application(email),
        { includeMetadataChanges: true },
        (snapshot) => {
          // What the server has said counts, not what this page has only sent.
          if (snapshot.metadata.fromCache || snapshot.metadata.hasPendingWrites) return;
          onChange(snapshot.exists());
        },
        (error) => console.warn(`The application of ${email} can no longer be watched:`, error.message),
      ),
    async apply({ email, displayName, uid, emailVerified }) {
      const existing = await readFromServer(application(email));
      if (existing.exists()) return 'already-applied';
      await setDoc(application(email), {
        email,
        name: displayName,
        appliedAt: serverTimestamp(),
        uid,
        emailVerified,
      });
      return 'applied';
    },
    removeApplication: (email) => deleteDoc(application(email)),
  };
}
