import { vi } from 'vitest';
import type { Application } from '#model/application.ts';
import type { AuthFailure } from '#model/authFailure.ts';
import { normaliseEmail } from '#model/email.ts';
import type { Account, UserRecord } from '#model/user.ts';
import type { AccountCalls, AccountDescription } from '#src/services/accountCalls.ts';
import type { AuthOutcome, AuthService, MailedLink, SignedIn } from '#src/services/auth.ts';
import type { CollectionUpdate, Directory } from '#src/services/directory.ts';
import { createObservable } from '#src/services/observable.ts';
import type { ApplicationsService, UsersService } from '#src/services/records.ts';

const done: AuthOutcome = { kind: 'done' };
/** What a refused request resolves to. */
export const failed = (failure: AuthFailure): AuthOutcome => ({ kind: 'failed', failure });

export function accountOf(email: string, more: Partial<Account> = {}): Account {
  return {
    uid: `uid-of-${email}`,
    email: normaliseEmail(email),
    displayName: '',
    emailVerified: true,
    ...more,
  };
}

export function recordOf(email: string, more: Partial<UserRecord> = {}): UserRecord {
  return { email: normaliseEmail(email), name: '', allow: true, admin: false, ...more };
}

/** An identity service that does what the test says: `setAccount` sets and reports who is signed in. */
export function fakeAuth() {
  const listeners = new Set<(signedIn: SignedIn | null) => void>();
  const setAccount = (account: Account | null, signedInAt = new Date('2026-11-20T10:00:00Z')) => {
    for (const listen of listeners) listen(account && { account, signedInAt });
  };
  const auth = {
    watchAccount: (onChange: (signedIn: SignedIn | null) => void) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    signIn: vi.fn(async (): Promise<AuthOutcome> => done),
    signInWithGoogle: vi.fn(async (_onWindowClosed: () => void): Promise<AuthOutcome> => done),
    register: vi.fn(async (): Promise<AuthOutcome> => done),
    sendPasswordReset: vi.fn(async (): Promise<AuthOutcome> => done),
    sendVerification: vi.fn(async (): Promise<AuthOutcome> => done),
    refreshAccount: vi.fn(async (): Promise<AuthOutcome> => done),
    readResetLink: vi.fn(
      async (): Promise<MailedLink> => ({ kind: 'valid', email: normaliseEmail('ann@example.com') }),
    ),
    readVerificationLink: vi.fn(
      async (): Promise<MailedLink> => ({ kind: 'valid', email: normaliseEmail('ann@example.com') }),
    ),
    resetPassword: vi.fn(async (): Promise<AuthOutcome> => done),
    verifyEmail: vi.fn(async (): Promise<AuthOutcome> => done),
    changePassword: vi.fn(async (_password: string, _current?: string): Promise<AuthOutcome> => done),
    signOut: vi.fn(async () => setAccount(null)),
  } satisfies AuthService;
  return { ...auth, setAccount };
}

/** Our own requests about accounts; `accounts` are described as the test says. */
export function fakeAccountCalls() {
  const accounts = new Map<string, AccountDescription>();
  return {
    accounts,
    signOutEverywhere: vi.fn(async (): Promise<AuthOutcome> => done),
    describe: vi.fn(
      async (email: string): Promise<AccountDescription> => accounts.get(email) ?? { exists: false },
    ),
    endSessions: vi.fn(async (): Promise<AuthOutcome> => done),
    setDisabled: vi.fn(async (): Promise<AuthOutcome> => done),
    readFormerList: vi.fn(async () => new Blob()),
  } satisfies AccountCalls & { accounts: unknown };
}

/** User documents: `stored` by address. */
export function fakeUsers() {
  const stored = new Map<string, UserRecord>();
  const users = {
    readUser: vi.fn(async (email: string): Promise<UserRecord | null> => stored.get(email) ?? null),
    readUsers: vi.fn(async () => [...stored.values()]),
    writeUser: vi.fn(async (_record: UserRecord) => {}),
    updateUser: vi.fn(async () => {}),
    removeUser: vi.fn(async () => {}),
    writeLastLogin: vi.fn(async () => {}),
  } satisfies UsersService;
  return { ...users, stored };
}

/** Applications: the person's own one is pending or not, as the test says. */
export function fakeApplications() {
  return {
    isPending: vi.fn(async () => true),
    apply: vi.fn(async (): Promise<'applied' | 'already-applied'> => 'applied'),
    removeApplication: vi.fn(async () => {}),
    countWaiting: vi.fn(async () => 0),
  } satisfies ApplicationsService;
}

/** A collection of the directory; `setDocuments` sets and reports its contents. */
function fakeCollection<T>() {
  const listeners = new Set<(event: CollectionUpdate<T>) => void>();
  const emit = (event: CollectionUpdate<T>) => {
    for (const listen of listeners) listen(event);
  };
  return {
    watch: (onEvent: (event: CollectionUpdate<T>) => void) => {
      listeners.add(onEvent);
      return () => listeners.delete(onEvent);
    },
    setDocuments: (documents: readonly T[], isComplete = true) =>
      emit({ kind: 'documents', documents, isComplete }),
    fail: (message: string) => emit({ kind: 'failed', message }),
  };
}

/** All users and applications, as the test sets them. */
export function fakeDirectory() {
  const users = fakeCollection<UserRecord>();
  const applications = fakeCollection<Application>();
  const directory = {
    watchUsers: users.watch,
    watchApplications: applications.watch,
    isConnected: createObservable(true),
    isPaused: createObservable(false),
    reconnect: vi.fn(),
    watchRestart: () => () => {},
    stop: vi.fn(),
  } satisfies Directory;
  return { ...directory, users, applications };
}
