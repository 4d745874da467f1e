import {
  collection,
  type DocumentReference,
  deleteDoc,
  doc,
  type Firestore,
  getDoc,
  getDocs,
  getFirestore,
  initializeFirestore,
  limit,
  query,
  serverTimestamp,
  setDoc,
  updateDoc,
} from 'firebase/firestore/lite';
import { firestoreAddress } from '#model/backend.ts';
import type { Email } from '#model/email.ts';
import { withoutHidden } from '#model/hiddenCharacters.ts';
import { APPLICATIONS_COLLECTION, USERS_COLLECTION } from '#model/paths.ts';
import { type Account, readUserRecord, type UserRecord } from '#model/user.ts';
import type { Firebase } from './firebase.ts';
import { isUnanswered, STEP_TIMEOUT_MS, withTimeout } from './runSteps.ts';

export type UsersService = ReturnType<typeof createUsersService>;
export type ApplicationsService = ReturnType<typeof createApplicationsService>;

/**
 * Firestore of the page: single calls, no stream. A browser allows six connections per host, and one long-lived
 * request per tab would use them up.
 */
export function openRecords(firebase: Firebase) {
  const address = firestoreAddress(firebase.backend);
  const firestore =
    address === null ? getFirestore(firebase.app) : initializeFirestore(firebase.app, address);
  const calls = createCalls(async () => firebase.auth.currentUser?.getIdToken(true));
  return {
    users: createUsersService(firestore, calls),
    applications: createApplicationsService(firestore, calls),
  };
}

/**
 * The user documents, collection `users`. Every call is one request: it resolves when the server has done it, and
 * rejects when the server refuses, cannot be reached or does not answer in time.
 */
function createUsersService(firestore: Firestore, { read, write }: Calls) {
  const user = (email: Email) => doc(collection(firestore, USERS_COLLECTION), email);
  return {
    /** The document as the server has it now; null: there is none. */
    async readUser(email: Email): Promise<UserRecord | null> {
      const found = await read(() => getDoc(user(email)));
      const data = found.data();
      return data ? readUserRecord(found.id, data) : null;
    },
    /** All documents as they are now; for admins. */
    async readUsers(): Promise<readonly UserRecord[]> {
      const { docs } = await read(() => getDocs(collection(firestore, USERS_COLLECTION)));
      return docs.map((found) => readUserRecord(found.id, found.data()));
    },
    /** Creates the document, or merges these fields into the one that is there. */
    writeUser: (record: UserRecord) => write(() => setDoc(user(record.email), record, { merge: true })),
    updateUser: (email: Email, change: Partial<Pick<UserRecord, 'allow' | 'admin' | 'name'>>) =>
      write(() => updateDoc(user(email), change)),
    removeUser: (email: Email) => write(() => deleteDoc(user(email))),
    /** Notes when the user signed in last. */
    writeLastLogin: (email: Email, at: Date) =>
      write(() => updateDoc(user(email), { lastLogin: at.toISOString() })),
  };
}

/** Requests for access, collection `applications`; calls as those of {@link createUsersService}. */
function createApplicationsService(firestore: Firestore, { read, write }: Calls) {
  const application = (email: Email) => doc(collection(firestore, APPLICATIONS_COLLECTION), email);
  const exists = async (place: DocumentReference) => (await read(() => getDoc(place))).exists();
  return {
    /** Whether the person's own application waits for a decision. */
    isPending: (email: Email) => exists(application(email)),
    /** Applies for access unless that has been done. */
    async apply(account: Account): Promise<'applied' | 'already-applied'> {
      const { email, displayName, uid, emailVerified } = account;
      const place = application(email);
      if (await exists(place)) return 'already-applied';
      const name = withoutHidden(displayName);
      const written = { email, name, appliedAt: serverTimestamp(), uid, emailVerified };
      try {
        await write(() => setDoc(place, written));
      } catch (error) {
        // The rules refuse a second one: an attempt whose answer was lost may have stored the first.
        if (!(await exists(place))) throw error;
      }
      return 'applied';
    },
    removeApplication: (email: Email) => write(() => deleteDoc(application(email))),
    /** How many wait for a decision, `most` at most; for admins. */
    async countWaiting(most: number): Promise<number> {
      const waiting = query(collection(firestore, APPLICATIONS_COLLECTION), limit(most));
      return (await read(() => getDocs(waiting))).size;
    },
  };
}

/** Sends a request until the server answers it. */
type Call = <T>(send: () => Promise<T>) => Promise<T>;
type Calls = { readonly read: Call; readonly write: Call };

/** A pause between two attempts. Milliseconds. */
const RETRY_MS = 1_000;
/** A read that is not answered by then is followed by another, which gets twice as long. Milliseconds. */
const READ_ATTEMPT_MS = 2_500;
/** No attempt is planned for later. Less than {@link withTimeout} waits, so that a call says why the last one failed. */
const LAST_ATTEMPT_MS = 8_000;

/**
 * Repeats requests, which must do no harm when they arrive twice, until the server answers or the time is up. What the
 * server refuses is not repeated, except once with a new token when the server does not take the old one, which the
 * SDK does not renew by itself. A write without an answer yet is not repeated either: the first one could arrive
 * last, after a later change. A call rejects with the server's refusal, or because the server cannot be reached or does
 * not answer.
 */
function createCalls(renewToken: () => Promise<unknown>): Calls {
  async function repeat<T>(send: () => Promise<T>, firstAttempt: number): Promise<T> {
    const begun = Date.now();
    let milliseconds = firstAttempt;
    let isRenewed = false;
    for (;;) {
      try {
        return await withTimeout(send(), milliseconds);
      } catch (error) {
        if (mayFollow(error, begun)) milliseconds *= 2;
        else if (isUnauthenticated(error) && !isRenewed) {
          isRenewed = true;
          await renewToken();
        } else await pauseAfter(error, begun);
      }
    }
  }
  return {
    read: (send) => withTimeout(repeat(send, READ_ATTEMPT_MS)),
    write: (send) => withTimeout(repeat(send, STEP_TIMEOUT_MS)),
  };
}

/** Whether another attempt may follow one without an answer. */
const mayFollow = (error: unknown, begun: number) =>
  isUnanswered(error) && Date.now() - begun <= LAST_ATTEMPT_MS;

/** Throws when no attempt may follow the one that failed, else pauses. */
async function pauseAfter(error: unknown, begun: number): Promise<void> {
  if (!isUnreachable(error)) throw error;
  if (Date.now() - begun + RETRY_MS > LAST_ATTEMPT_MS)
    throw new Error('the server cannot be reached', { cause: error });
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}

const isUnauthenticated = (error: unknown) => codeOf(error) === 'unauthenticated';
/** The SDK reports `unknown` for a request that the network lost. */
const isUnreachable = (error: unknown) => ['unknown', 'unavailable'].includes(codeOf(error));

/** By its name: the error need not be an instance of the class that the SDK exports. */
function codeOf(error: unknown): string {
  return error instanceof Error && error.name === 'FirebaseError' && 'code' in error
    ? String(error.code)
    : '';
}
