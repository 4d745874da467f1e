import { type DocumentData, doc, type Firestore, onSnapshot, updateDoc } from 'firebase/firestore';
import { type Email, normaliseEmail } from '../model/email.ts';
import { USERS_COLLECTION } from '../model/paths.ts';
import type { UserRecord } from '../model/user.ts';

/** What is known of one user record: nothing yet, because the server is silent, or what the server said. */
export type RecordNews =
  | { readonly kind: 'record'; readonly record: UserRecord | null }
  | { readonly kind: 'unreachable' };

/** The allow-list, collection `users`. */
export type UsersService = {
  /** Watches one record; `onNews` hears of it at once and at every change. Returns the end of the watch. */
  watchUser(email: Email, onNews: (news: RecordNews) => void): () => void;
  /** Notes when the user signed in last. */
  writeLastLogin(email: Email, at: Date): Promise<void>;
};

export function createUsersService(firestore: Firestore): UsersService {
  const record = (email: Email) => doc(firestore, USERS_COLLECTION, email);
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
          console.error(`The record of ${email} can no longer be watched:`, error);
          onNews({ kind: 'unreachable' });
        },
      ),
    writeLastLogin: (email, at) => updateDoc(record(email), { lastLogin: at.toISOString() }),
  };
}

/** Reads a user document as it is stored. A field of an unexpected type counts as missing. */
export function readUserRecord(id: string, data: DocumentData): UserRecord {
  return {
    email: normaliseEmail(id),
    name: typeof data['name'] === 'string' ? data['name'] : '',
    allow: data['allow'] === true,
    admin: data['admin'] === true,
    ...readText('lastLogin', data['lastLogin']),
    ...readText('createdAt', data['createdAt']),
    ...readText('uid', data['uid']),
  };
}

function readText<Field extends string>(field: Field, value: unknown): Partial<Record<Field, string>> {
  return typeof value === 'string' ? ({ [field]: value } as Record<Field, string>) : {};
}
