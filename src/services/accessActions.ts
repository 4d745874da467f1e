import { deleteApp } from 'firebase/app';
import {
  type Auth,
  createUserWithEmailAndPassword,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  type UserCredential,
} from 'firebase/auth';
import type { AdminData } from '#contract/ledger.ts';
import { type AccessEntry, type AccessMismatch, accessEntryOf } from '#model/access.ts';
import type { Application } from '#model/application.ts';
import { type AuthFailure, authFailureText } from '#model/authFailure.ts';
import type { BackendSettings } from '#model/backend.ts';
import { type Email, normaliseEmail } from '#model/email.ts';
import type { UserRecord } from '#model/user.ts';
import { authFailureOf } from './auth.ts';
import { startSecondFirebase } from './firebase.ts';
import type { ApplicationsService, UsersService } from './records.ts';
import { type ActionOutcome, runSteps } from './runSteps.ts';
import type { FirestoreDocuments } from './services.ts';

/**
 * The steps of an action, each one request to one store. Every step may be repeated without harm, resolves when the
 * server has done it, and rejects when it has not.
 */
export type AccessSteps = Pick<UsersService, 'readUser' | 'writeUser' | 'updateUser' | 'removeUser'> &
  Pick<ApplicationsService, 'removeApplication'> &
  /** The entries of `access`, by which the rules of the Realtime Database know the user documents. */
  Pick<AdminData, 'writeAccess' | 'removeAccess' | 'removeCounters'> & {
    /** With `mayBeOurAccount`, an account that exists is `created` too if the password is its own. */
    createAccount(email: Email, password: string, mayBeOurAccount: boolean): Promise<NewAccountOutcome>;
    /** Mails a link to set a new password, which proves whose the address is and ends all sessions of the account. */
    mailSetPassword(email: Email): Promise<void>;
  };

/** What an admin types for a new user. */
type NewUser = { readonly email: string; readonly name: string; readonly password: string };

export type AddUserOutcome = ActionOutcome | { readonly kind: 'existing-account' };

export type AccessActions = ReturnType<typeof createAccessActions>;

/**
 * An admin's actions about access. Each spans two stores without a common transaction, hence the order of its steps: a
 * grant is written to the user document first and to the access entry last; a withdrawal to the access entry first, and
 * once more at the end. Hence a half-finished action, or several admins at once, never give a person more rights than
 * the document does.
 */
export function createAccessActions(steps: AccessSteps) {
  const unfinished: UnfinishedAdditions = new Map();
  return {
    /** The applicant becomes a user, pinned to the account that applied. */
    approve: ({ email, name, uid }: Application) =>
      makeUser(steps, { email, name, allow: true, admin: false, uid }),
    reject: (email: Email) => runSteps(() => steps.removeApplication(email)),
    allow: (record: UserRecord) => allow(steps, record),
    /** The user and their counters go. */
    remove: (email: Email) => removeUser(steps, email),
    setAdmin: (record: UserRecord, admin: boolean) => setAdmin(steps, record, admin),
    rename: (email: Email, name: string) => runSteps(() => steps.updateUser(email, { name: name.trim() })),
    /**
     * Creates a sign-in account and its user record. A failure leaves what was done; asked again, it does the rest.
     * `existing-account`: somebody has registered with the address already, perhaps a stranger; a link to set a new password
     * is mailed to it, and access begins once the address is proven.
     */
    async addUser(form: NewUser, now: Date): Promise<AddUserOutcome> {
      const email = normaliseEmail(form.email);
      const outcome = await addUser(steps, unfinished, email, form, now);
      if (outcome.kind !== 'failed') unfinished.delete(email);
      return outcome;
    },
    /** Whether `addUser` has stopped half-way: the user may be in the list already, and adding can be asked for again. */
    isAdditionUnfinished: (email: Email) => unfinished.has(email),
    /** Makes the access entry say what the user document says. */
    repair: ({ email }: AccessMismatch) => runSteps(() => syncAccessEntry(steps, email)),
    /**
     * Gives somebody the rights of a former access entry, null for none, by the actions above. Whoever is no user any more
     * becomes one without a name, pinned to the account of that entry; whoever is one stays pinned as they are.
     */
    restore: (email: Email, entry: AccessEntry | null) =>
      entry?.allow ? restoreAccess(steps, entry) : removeUser(steps, email),
  };
}

function allow(steps: AccessSteps, { email }: UserRecord): Promise<ActionOutcome> {
  return runSteps(
    () => steps.updateUser(email, { allow: true }),
    () => syncAccessEntry(steps, email),
  );
}

function removeUser(steps: AccessSteps, email: Email): Promise<ActionOutcome> {
  return runSteps(
    () => together(steps.removeAccess(email), steps.removeCounters(email)),
    // Last of the removals, so that the list still shows the user, and Remove, after a failure.
    () => steps.removeUser(email),
    () => writeAccessEntry(steps, email, null),
  );
}

function makeUser(steps: AccessSteps, record: UserRecord): Promise<ActionOutcome> {
  const { email } = record;
  return runSteps(
    () => steps.writeUser(record),
    () => steps.writeAccess(accessEntryOf(record)),
    // Last, so that the list still shows the application after a failure.
    () => together(checkAccessEntry(steps, email, record), steps.removeApplication(email)),
  );
}

/** Makes somebody a user with the rights of `entry`, whatever they are now. */
async function restoreAccess(steps: AccessSteps, entry: AccessEntry): Promise<ActionOutcome> {
  const { email, admin } = entry;
  const found: { record: UserRecord | null } = { record: null };
  const read = await runSteps(async () => {
    found.record = await steps.readUser(email);
  });
  if (read.kind === 'failed') return read;
  const record = found.record ?? { ...entry, name: '', admin: false };
  const given = await (found.record === null ? makeUser(steps, record) : allow(steps, record));
  if (given.kind === 'failed' || record.admin === admin) return given;
  return setAdmin(steps, { ...record, allow: true }, admin);
}

async function setAdmin(steps: AccessSteps, record: UserRecord, admin: boolean): Promise<ActionOutcome> {
  const { email } = record;
  const toRecord = () => steps.updateUser(email, { admin });
  const sync = () => syncAccessEntry(steps, email);
  if (admin) return runSteps(toRecord, sync);
  const outcome = await runSteps(
    () => steps.writeAccess(accessEntryOf({ ...record, admin: false })),
    toRecord,
    sync,
  );
  // Another admin may have removed the user just before: then the entry must not come back.
  if (outcome.kind === 'failed')
    await runSteps(async () => {
      if ((await steps.readUser(email)) === null) await sync();
    });
  return outcome;
}

/** Additions of this page that stopped half-way: whether an account that exists by now may have been created by them. */
type UnfinishedAdditions = Map<Email, { readonly mayBeOurs: boolean }>;

async function addUser(
  steps: AccessSteps,
  unfinished: UnfinishedAdditions,
  email: Email,
  form: NewUser,
  now: Date,
): Promise<AddUserOutcome> {
  const mayBeOurAccount = unfinished.get(email)?.mayBeOurs ?? false;
  // Begun by an addition that stopped half-way, or by another admin: the rules let nobody change when it was created.
  const stored = steps.readUser(email);
  stored.catch(() => {}); // it fails where it is awaited
  const account = await steps.createAccount(email, form.password, mayBeOurAccount);
  const mayBeOurs =
    mayBeOurAccount ||
    account.kind === 'created' ||
    (account.kind === 'failed' && account.failure === 'offline');
  unfinished.set(email, { mayBeOurs });
  if (account.kind === 'failed') {
    return { kind: 'failed', reason: authFailureText(account.failure, 'the account was refused') ?? '' };
  }
  const record: UserRecord = {
    email,
    name: form.name.trim(),
    allow: true,
    admin: false,
    // An account of somebody else's making is not pinned: whoever it is has to prove the address.
    ...(account.kind === 'created' && { uid: account.uid }),
  };
  const outcome = await runSteps(
    async () => {
      const createdAt = (await stored)?.createdAt ?? now.toISOString();
      await steps.writeUser({ ...record, createdAt });
    },
    // A record that was there before, of which the list does not know yet, may be pinned.
    () =>
      account.kind === 'created' ? writeAccessEntry(steps, email, record) : syncAccessEntry(steps, email),
  );
  // What was done stays: to take it back could fail as well, and a write that is still on its way would come after it.
  if (outcome.kind === 'failed') return { kind: 'failed', reason: `${outcome.reason}. ${FINISH_ADDING}` };
  return account.kind === 'exists' ? mailLink(steps, email) : outcome;
}

/** The account may be a stranger's: a new password, set by a mailed link, proves the address and ends its sessions. */
async function mailLink(steps: AccessSteps, email: Email): Promise<AddUserOutcome> {
  const mailed = await runSteps(() => steps.mailSetPassword(email));
  if (mailed.kind === 'done') return { kind: 'existing-account' };
  return {
    kind: 'failed',
    reason: `no link to set a password was mailed: ${mailed.reason} ${FINISH_ADDING}`,
  };
}

const FINISH_ADDING = 'Create User again finishes what was begun.';

/** How often in a row the user document may change while the access entry is written. */
const MAX_TRIES = 5;

/**
 * Makes the access entry say what the user document says. Another admin may change the same document meanwhile, so it
 * is read once more after the entry is written, until both agree. Everything that changes a document syncs the entry
 * afterwards; hence whoever writes the entry last has read the last document.
 */
async function syncAccessEntry(steps: AccessSteps, email: Email): Promise<void> {
  await writeAccessEntry(steps, email, await steps.readUser(email));
}

/** As {@link syncAccessEntry}, when the user document has just been read or written. */
async function writeAccessEntry(
  steps: AccessSteps,
  email: Email,
  record: UserRecord | null,
  tries = MAX_TRIES,
): Promise<void> {
  await (record?.allow ? steps.writeAccess(accessEntryOf(record)) : steps.removeAccess(email));
  await checkAccessEntry(steps, email, record, tries);
}

/** As {@link syncAccessEntry}, when the access entry of `record` has just been written. */
async function checkAccessEntry(
  steps: AccessSteps,
  email: Email,
  record: UserRecord | null,
  tries = MAX_TRIES,
): Promise<void> {
  const latest = await steps.readUser(email);
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

type NewAccountOutcome =
  /** Created now, or by an earlier attempt whose answer was lost. */
  | { readonly kind: 'created'; readonly uid: string }
  /** Somebody can sign in with this address already, under another password. */
  | { readonly kind: 'exists' }
  | { readonly kind: 'failed'; readonly failure: AuthFailure };

/**
 * Creates a sign-in account on a second instance of the SDK: creating an account signs in to it, and the admin must
 * stay signed in on the first.
 */
export function createAccount(
  backend: BackendSettings,
  email: Email,
  password: string,
  mayBeOurAccount: boolean,
): Promise<NewAccountOutcome> {
  return onSecondInstance(backend, 'new-account', async (auth) => {
    const created = await uidOf(createUserWithEmailAndPassword(auth, email, password));
    if (created.kind === 'created' || created.failure !== 'email-in-use') return created;
    // A stranger may have registered with the address and guessed the usual first password.
    return mayBeOurAccount ? findAccount(auth, email, password) : { kind: 'exists' };
  });
}

let started = 0;

async function onSecondInstance<T>(
  backend: BackendSettings,
  name: string,
  act: (auth: Auth) => Promise<T>,
): Promise<T> {
  const { app, auth } = startSecondFirebase(backend, `${name}-${++started}`);
  try {
    return await act(auth);
  } finally {
    await deleteApp(app);
  }
}

/** The account of this address if the password is its own: then the attempt whose answer was lost has created it. */
async function findAccount(auth: Auth, email: Email, password: string): Promise<NewAccountOutcome> {
  const found = await uidOf(signInWithEmailAndPassword(auth, email, password));
  const isUnknown = found.kind === 'failed' && ['offline', 'too-many-attempts'].includes(found.failure);
  return found.kind === 'created' || isUnknown ? found : { kind: 'exists' };
}

async function uidOf(
  signingIn: Promise<UserCredential>,
): Promise<Exclude<NewAccountOutcome, { kind: 'exists' }>> {
  try {
    return { kind: 'created', uid: (await signingIn).user.uid };
  } catch (error) {
    return { kind: 'failed', failure: authFailureOf(error) };
  }
}

async function mailSetPassword(auth: Auth, email: Email): Promise<void> {
  try {
    await sendPasswordResetEmail(auth, email);
  } catch (error) {
    const reason = authFailureText(authFailureOf(error), 'the mail was refused.');
    throw new Error(reason ?? '', { cause: error });
  }
}

/** The admin's actions on the real stores. */
export function startAccessActions(
  backend: BackendSettings,
  { users, applications }: FirestoreDocuments,
  { writeAccess, removeAccess, removeCounters }: AdminData,
): AccessActions {
  return createAccessActions({
    ...users,
    ...applications,
    writeAccess,
    removeAccess,
    removeCounters,
    createAccount: (...account) => createAccount(backend, ...account),
    mailSetPassword: (email) =>
      onSecondInstance(backend, 'set-password', (auth) => mailSetPassword(auth, email)),
  });
}
