import {
  collection,
  deleteDoc,
  doc,
  type Firestore,
  onSnapshot,
  setDoc,
  updateDoc,
} from 'firebase/firestore';
import type { Email } from '#model/email.ts';
import { USERS_COLLECTION } from '#model/paths.ts';
import { readUserRecord, type UserRecord } from '#model/user.ts';
import { readFromServer } from './readFromServer.ts';

/**
 * What the server said of one user record. `refused`: it is another account's, and this watch has ended.
 * `unreachable`: nothing yet.
 */
export type RecordNews =
  | { readonly kind: 'record'; readonly record: UserRecord | null }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable' };

/** The allow-list, collection `users`. Writes resolve when the server has taken them, and reject when it refuses. */
export type UsersService = {
  /** Watches one record; `onNews` hears of it at once and at every change. Returns the end of the watch. */
  watchUser(email: Email, onNews: (news: RecordNews) => void): () => void;
  /** The record as the server has it now; null: there is none. Rejects when the server refuses. */
  readUser(email: Email): Promise<UserRecord | null>;
  /** Creates the record, or merges these fields into the one that is there. */
  writeUser(record: UserRecord): Promise<void>;
  updateUser(email: Email, change: Partial<Pick<UserRecord, 'allow' | 'admin' | 'name'>>): Promise<void>;
  removeUser(email: Email): Promise<void>;
  /** Notes when the user signed in last. */
  writeLastLogin(email: Email, at: Date): Promise<void>;
};

export function createUsersService(firestore: Firestore): UsersService {
  const users = collection(firestore, USERS_COLLECTION);
  const record = (email: Email) => doc(users, email);
  return {
    watchUser: (email, onNews) =>
      onSnapshot(
        record(email),
        { includeMetadataChanges: true },
        (snapshot) => {
          const data = snapshot.data();
          // Without an answer the SDK reports a document it has never seen as missing, "from the cache".
          if (data === undefined && snapshot.metadata.fromCache) onNews({ kind: 'unreachable' });
          else onNews({ kind: 'record', record: data ? readUserRecord(snapshot.id, data) : null });
        },
        (error) => {
          console.warn(`The record of ${email} can no longer be watched:`, error.message);
          // By its code: the error need not be an instance of the class that the SDK exports.
          onNews({ kind: error.code === 'permission-denied' ? 'refused' : 'unreachable' });
        },
      ),
    async readUser(email) {
      const found = await readFromServer(record(email));
      const data = found.data();
      return data ? readUserRecord(found.id, data) : null;
    },
    writeUser: (user) => setDoc(record(user.email), user, { merge: true }),
    updateUser: (email, change) => updateDoc(record(email), change),
    removeUser: (email) => deleteDoc(record(email)),
    writeLastLogin: (email, at) => updateDoc(record(email), { lastLogin: at.toISOString() }),
  };
}
