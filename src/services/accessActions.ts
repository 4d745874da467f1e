import { deleteApp } from 'firebase/app';
import { createUserWithEmailAndPassword, deleteUser, sendPasswordResetEmail } from 'firebase/auth';
import type { AdminData } from '#contract/ledger.ts';
import { type AccessEntry, type AccessMismatch, accessEntryOf } from '#model/access.ts';
import type { Application } from '#model/application.ts';
import { type AuthFailure, authFailureText } from '#model/authFailure.ts';
import type { BackendSettings } from '#model/backend.ts';
import { type Email, normaliseEmail } from '#model/email.ts';
import type { UserRecord } from '#model/user.ts';
import { authFailureOf } from './auth.ts';
import { type Firebase, startSecondFirebase } from './firebase.ts';
import { type ActionOutcome, runSteps } from './runSteps.ts';
import type { Records } from './services.ts';

/**
 * The steps of an action, each one request to one store. Every step may be repeated without harm, resolves when the
 * server has done it, and rejects when it has not.
 */
export type AccessSteps = {
  /** The user document as the server has it now; null: there is none. */
  readRecord(email: Email): Promise<UserRecord | null>;
  writeRecord(record: UserRecord): Promise<void>;
  updateRecord(email: Email, change: Partial<Pick<UserRecord, 'allow' | 'admin' | 'name'>>): Promise<void>;
  removeRecord(email: Email): Promise<void>;
  removeApplication(email: Email): Promise<void>;
  /** The entry of `access`, by which the rules of the Realtime Database know the user document. */
  writeEntry(entry: AccessEntry): Promise<void>;
  removeEntry(email: Email): Promise<void>;
  removeCounters(email: Email): Promise<void>;
  createAccount(email: Email, password: string): Promise<NewAccountOutcome>;
  /** Mails a link to set a new password, which proves whose the address is and ends all sessions of the account. */
  mailSetPassword(email: Email): Promise<void>;
};

export type AddUserOutcome = ActionOutcome | { readonly kind: 'existing-account' };

/** An admin's actions about access. Each spans two stores without a common transaction, hence the order of its steps. */
export type AccessActions = {
  /** The applicant becomes a user, pinned to the account that applied. */
  approve(application: Application): Promise<ActionOutcome>;
  reject(email: Email): Promise<ActionOutcome>;
  allow(record: UserRecord): Promise<ActionOutcome>;
  /** The user and their counters go. */
  remove(email: Email): Promise<ActionOutcome>;
  setAdmin(record: UserRecord, admin: boolean): Promise<ActionOutcome>;
  rename(email: Email, name: string): Promise<ActionOutcome>;
  /**
   * Creates a sign-in account and its user record. `existing-account`: somebody has registered with the address already,
   * perhaps a stranger; a link to set a new password is mailed to it, and access begins when that is used.
   */
  addUser(form: { email: string; name: string; password: string }, now: Date): Promise<AddUserOutcome>;
  /** Makes the access entry say what the user document says. */
  repair(mismatch: AccessMismatch): Promise<ActionOutcome>;
};

/**
 * A grant is written to the user document first and to the access entry last; a withdrawal to the access entry first,
 * and once more at the end. Hence a half-finished action, or several admins at once, never give a person more rights
 * than the document does.
 */
export function createAccessActions(steps: AccessSteps): AccessActions {
  const sync = (email: Email) => () => syncAccessEntry(steps, email);
  return {
    approve: ({ email, name, uid }) => {
      const record: UserRecord = { email, name, allow: true, admin: false, uid };
      return runSteps(
        () => steps.writeRecord(record),
        () => steps.writeEntry(accessEntryOf(record)),
        // Last, so that the list still shows the application after a failure.
        () => together(checkAccessEntry(steps, email, record), steps.removeApplication(email)),
      );
    },
    reject: (email) => runSteps(() => steps.removeApplication(email)),
    allow: ({ email }) => runSteps(() => steps.updateRecord(email, { allow: true }), sync(email)),
    remove: (email) =>
      runSteps(
        () => together(steps.removeEntry(email), steps.removeCounters(email)),
        // Last of the removals, so that the list still shows the user, and Remove, after a failure.
        () => steps.removeRecord(email),
        () => writeAccessEntry(steps, email, null),
      ),
    setAdmin: (record, admin) => {
      const { email } = record;
      const toRecord = () => steps.updateRecord(email, { admin });
      return admin ? runSteps(toRecord, sync(email)) : revokeAdmin(steps, record, toRecord);
    },
    rename: (email, name) => runSteps(() => steps.updateRecord(email, { name: name.trim() })),
    addUser: (form, now) => addUser(steps, form, now),
    repair: ({ email }) => runSteps(sync(email)),
  };
}

async function revokeAdmin(
  steps: AccessSteps,
  record: UserRecord,
  toRecord: () => Promise<void>,
): Promise<ActionOutcome> {
  const { email } = record;
  const outcome = await runSteps(
    () => steps.writeEntry(accessEntryOf({ ...record, admin: false })),
    toRecord,
    () => syncAccessEntry(steps, email),
  );
  // Another admin may have removed the user just before: then the entry must not come back.
  if (outcome.kind === 'failed')
    await runSteps(async () => {
      if ((await steps.readRecord(email)) === null) await syncAccessEntry(steps, email);
    });
  return outcome;
}

async function addUser(
  steps: AccessSteps,
  form: { email: string; name: string; password: string },
  now: Date,
): Promise<AddUserOutcome> {
  const email = normaliseEmail(form.email);
  const account = await steps.createAccount(email, form.password);
  if (account.kind === 'failed') {
    return { kind: 'failed', reason: authFailureText(account.failure, 'the account was refused') ?? '' };
  }
  const record: UserRecord = {
    email,
    name: form.name.trim(),
    allow: true,
    admin: false,
    createdAt: now.toISOString(),
    // An account that was there before is not pinned: whoever it is has to prove the address.
    ...(account.kind === 'created' && { uid: account.uid }),
  };
  const outcome = await runSteps(
    () => steps.writeRecord(record),
    // A record that was there before, of which the list does not know yet, may be pinned.
    () =>
      account.kind === 'created' ? writeAccessEntry(steps, email, record) : syncAccessEntry(steps, email),
  );
  if (account.kind === 'exists') {
    const mailed = outcome.kind === 'done' ? await runSteps(() => steps.mailSetPassword(email)) : outcome;
    return mailed.kind === 'done' ? { kind: 'existing-account' } : mailed;
  }
  const end =
    outcome.kind === 'done' ? outcome : await takeBack(steps, email, account.discard, outcome.reason);
  await account.close();
  return end;
}

/**
 * Removes the record and the account of a user who could not be added, so that adding can be tried again. The removals
 * run independently: the account must go even when a store does not answer.
 */
async function takeBack(
  steps: AccessSteps,
  email: Email,
  discard: () => Promise<void>,
  reason: string,
): Promise<ActionOutcome> {
  const [account, record, entry] = await Promise.all([
    runSteps(discard),
    runSteps(() => steps.removeRecord(email)),
    runSteps(() => steps.removeEntry(email)),
  ]);
  const left = (what: string, { reason: why }: { reason: string }): ActionOutcome => ({
    kind: 'failed',
    reason: `${reason} (and ${what} is still there: ${why})`,
  });
  if (account.kind === 'failed') return left('the new account', account);
  if (record.kind === 'failed') return left('their entry', record);
  if (entry.kind === 'failed') return left('a part of their entry', entry);
  return { kind: 'failed', reason };
}

/** How often in a row the user document may change while the access entry is written. */
const MAX_TRIES = 5;

/**
 * Makes the access entry say what the user document says. Another admin may change the same document meanwhile, so it
 * is read once more after the entry is written, until both agree. Everything that changes a document syncs the entry
 * afterwards; hence whoever writes the entry last has read the last document.
 */
async function syncAccessEntry(steps: AccessSteps, email: Email, tries = MAX_TRIES): Promise<void> {
  await writeAccessEntry(steps, email, await steps.readRecord(email), tries);
}

/** As {@link syncAccessEntry}, when the user document has just been read or written. */
async function writeAccessEntry(
  steps: AccessSteps,
  email: Email,
  record: UserRecord | null,
  tries = MAX_TRIES,
): Promise<void> {
  await (record?.allow ? steps.writeEntry(accessEntryOf(record)) : steps.removeEntry(email));
  await checkAccessEntry(steps, email, record, tries);
}

/** As {@link syncAccessEntry}, when the access entry of `record` has just been written. */
async function checkAccessEntry(
  steps: AccessSteps,
  email: Email,
  record: UserRecord | null,
  tries = MAX_TRIES,
): Promise<void> {
  const latest = await steps.readRecord(email);
  if (entryTextOf(latest) === entryTextOf(record)) return;
  if (tries === 1) throw new Error('others change this user at the same time');
  await writeAccessEntry(steps, email, latest, tries - 1);
}

function entryTextOf(record: UserRecord | null): string {
  return record?.allow ? JSON.stringify(accessEntryOf(record)) : 'none';
}

/** Steps that do not wait for each other; rejects, when all have ended, with the first that failed. */
async function together(...steps: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(steps);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** An account just made for somebody else. `discard` removes it again; `close` ends its instance of the SDK. */
type NewAccount = {
  readonly kind: 'created';
  readonly uid: string;
  discard(): Promise<void>;
  close(): Promise<void>;
};

export type NewAccountOutcome =
  | NewAccount
  /** Somebody can sign in with this address already. */
  | { readonly kind: 'exists' }
  | { readonly kind: 'failed'; readonly failure: AuthFailure };

let started = 0;

/**
 * Creates a sign-in account on a second instance of the SDK: creating an account signs in to it, and the admin must
 * stay signed in on the first.
 */
async function createAccount(
  backend: BackendSettings,
  email: Email,
  password: string,
): Promise<NewAccountOutcome> {
  const second = startSecondFirebase(backend, `new-account-${++started}`);
  try {
    return await signUp(second, email, password);
  } catch (error) {
    await deleteApp(second.app);
    const failure = authFailureOf(error);
    return failure === 'email-in-use' ? { kind: 'exists' } : { kind: 'failed', failure };
  }
}

async function signUp({ app, auth }: Firebase, email: Email, password: string): Promise<NewAccount> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  return {
    kind: 'created',
    uid: user.uid,
    discard: () => deleteUser(user),
    close: () => deleteApp(app),
  };
}

async function mailSetPassword(backend: BackendSettings, email: Email): Promise<void> {
  const { app, auth } = startSecondFirebase(backend, `set-password-${++started}`);
  try {
    await sendPasswordResetEmail(auth, email);
  } catch (error) {
    const reason = authFailureText(authFailureOf(error), 'the mail was refused');
    throw new Error(
      `the user was added, but no link to set a password was mailed. Send one under Edit. ${reason}`,
      {
        cause: error,
      },
    );
  } finally {
    await deleteApp(app);
  }
}

/** The admin's actions on the real stores. */
export function startAccessActions(
  backend: BackendSettings,
  { users, applications }: Records,
  adminData: AdminData,
): AccessActions {
  return createAccessActions({
    readRecord: users.readUser,
    writeRecord: users.writeUser,
    updateRecord: users.updateUser,
    removeRecord: users.removeUser,
    removeApplication: applications.removeApplication,
    writeEntry: adminData.writeAccess,
    removeEntry: adminData.removeAccess,
    removeCounters: adminData.removeCounters,
    createAccount: (email, password) => createAccount(backend, email, password),
    mailSetPassword: (email) => mailSetPassword(backend, email),
  });
}
