import { type AccessEntry, type AccessMismatch, accessEntryOf } from '../model/access.ts';
import type { Application } from '../model/application.ts';
import { authFailureText } from '../model/auth-failure.ts';
import { type Email, normaliseEmail } from '../model/email.ts';
import type { UserRecord } from '../model/user.ts';
import type { NewAccountOutcome } from './new-account.ts';

/**
 * What an action is made of, each step in one store. Every step may be repeated without harm, resolves when the
 * server has done it, and rejects when it has not.
 */
export type AccessSteps = {
  writeRecord(record: UserRecord): Promise<void>;
  updateRecord(email: Email, change: Partial<Pick<UserRecord, 'allow' | 'admin' | 'name'>>): Promise<void>;
  removeRecord(email: Email): Promise<void>;
  removeApplication(email: Email): Promise<void>;
  /** The mirror of the records that the Realtime Database's rules can see. */
  writeMirror(entry: AccessEntry): Promise<void>;
  removeMirror(email: Email): Promise<void>;
  removeCounters(email: Email): Promise<void>;
  createAccount(email: Email, password: string): Promise<NewAccountOutcome>;
};

export type ActionOutcome =
  | { readonly kind: 'done' }
  /** The action stopped half-way at worst; running it again completes it. */
  | { readonly kind: 'failed'; readonly reason: string };

export type AddUserOutcome = ActionOutcome | { readonly kind: 'existing-account' };

/** What an admin does about access. An action spans two stores without a common transaction, see each order. */
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
   * Creates a sign-in account and its user record. `existing-account`: somebody signs in with the address
   * already; that account got access, under its own password and once its address is verified.
   */
  addUser(form: { email: string; name: string; password: string }, now: Date): Promise<AddUserOutcome>;
  /** Makes the mirror say what the record says. */
  repair(mismatch: AccessMismatch): Promise<ActionOutcome>;
};

const DONE = { kind: 'done' } as const;

/** Grants reach the record first and the mirror last; withdrawals the mirror first: half-way, nobody has more. */
export function createAccessActions(steps: AccessSteps): AccessActions {
  return {
    approve: ({ email, name, uid }) => {
      const record: UserRecord = { email, name, allow: true, admin: false, uid };
      return inOrder(
        () => steps.writeRecord(record),
        () => steps.writeMirror(accessEntryOf(record)),
        // Last, so that an approval that failed is still there to be repeated.
        () => steps.removeApplication(email),
      );
    },
    reject: (email) => inOrder(() => steps.removeApplication(email)),
    allow: (record) =>
      inOrder(
        () => steps.updateRecord(record.email, { allow: true }),
        () => steps.writeMirror(accessEntryOf({ ...record, allow: true })),
      ),
    remove: (email) =>
      inOrder(
        () => steps.removeMirror(email),
        () => steps.removeCounters(email),
        // Last, so that a removal that failed is still in the list to be repeated.
        () => steps.removeRecord(email),
      ),
    setAdmin: (record, admin) => {
      const toRecord = () => steps.updateRecord(record.email, { admin });
      const toMirror = () => steps.writeMirror(accessEntryOf({ ...record, admin }));
      return admin ? inOrder(toRecord, toMirror) : inOrder(toMirror, toRecord);
    },
    rename: (email, name) => inOrder(() => steps.updateRecord(email, { name: name.trim() })),
    addUser: (form, now) => addUser(steps, form, now),
    repair: ({ email, record }) =>
      inOrder(() => (record?.allow ? steps.writeMirror(accessEntryOf(record)) : steps.removeMirror(email))),
  };
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
  const outcome = await inOrder(
    () => steps.writeRecord(record),
    () => steps.writeMirror(accessEntryOf(record)),
  );
  if (account.kind === 'exists') return outcome.kind === 'done' ? { kind: 'existing-account' } : outcome;
  const end =
    outcome.kind === 'done' ? outcome : await takeBack(steps, email, account.discard, outcome.reason);
  await account.close();
  return end;
}

/** Removes the record and the account of a user who could not be added, so that adding can be tried again. */
async function takeBack(
  steps: AccessSteps,
  email: Email,
  discard: () => Promise<void>,
  reason: string,
): Promise<ActionOutcome> {
  const undone = await inOrder(
    () => steps.removeMirror(email),
    () => steps.removeRecord(email),
    discard,
  );
  if (undone.kind === 'done') return { kind: 'failed', reason };
  return { kind: 'failed', reason: `${reason} (and the new account is still there: ${undone.reason})` };
}

/** Runs the steps one after the other, up to the first that fails. */
async function inOrder(...steps: (() => Promise<void>)[]): Promise<ActionOutcome> {
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      console.error(error);
      return { kind: 'failed', reason: reasonOf(error) };
    }
  }
  return DONE;
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/permission|insufficient/i.test(message)) return 'you do not have the right to do this';
  return message;
}
