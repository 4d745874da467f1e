import type { AuthContext } from '#server/auth/authContext.ts';

/** A role of the permission matrix: an account, and what the stores say of its email address. */
export type Person = {
  readonly email: string;
  readonly uid: string;
  readonly verified: boolean;
  /** The user document under this email address, but for the address; undefined: there is none. */
  readonly record?: Grant;
  /** The uid of the account that applied under this address. */
  readonly appliedAs?: string;
};

type Grant = { readonly allow: boolean; readonly admin: boolean; readonly uid?: string };

/** Everyone in the matrix. Some have the address of somebody whose record is not theirs. */
export const people = {
  unverified: { email: 'una.new@example.test', uid: 'uid-una', verified: false },
  /** Registered the address of `pinned` before that person could. */
  squatterOfPinned: { email: 'pia.pinned@example.test', uid: 'uid-squatter-1', verified: false },
  /** Registered the address of `byEmail`, where no uid is pinned. */
  squatterOfUnpinned: { email: 'emil.mail@example.test', uid: 'uid-squatter-2', verified: false },
  /** Has the mailbox of `pinned` now, but another account. */
  successor: { email: 'pia.pinned@example.test', uid: 'uid-successor', verified: true },
  stranger: { email: 'stig.none@example.test', uid: 'uid-stig', verified: true },
  applicant: {
    email: 'ada.applies@example.test',
    uid: 'uid-ada',
    verified: true,
    appliedAs: 'uid-ada',
  },
  /** Registered the address of `applicant` with another account. */
  squatterOfApplicant: {
    email: 'ada.applies@example.test',
    uid: 'uid-squatter-3',
    verified: false,
    appliedAs: 'uid-ada',
  },
  removed: {
    email: 'rob.gone@example.test',
    uid: 'uid-rob',
    verified: true,
    record: { allow: false, admin: false, uid: 'uid-rob' },
  },
  pinned: {
    email: 'pia.pinned@example.test',
    uid: 'uid-pia',
    verified: false,
    record: { allow: true, admin: false, uid: 'uid-pia' },
  },
  byEmail: {
    email: 'emil.mail@example.test',
    uid: 'uid-emil',
    verified: true,
    record: { allow: true, admin: false },
  },
  admin: {
    email: 'ari.admin@example.test',
    uid: 'uid-ari',
    verified: false,
    record: { allow: true, admin: true, uid: 'uid-ari' },
  },
  /** Registered the address of `admin` with another account. */
  squatterOfAdmin: { email: 'ari.admin@example.test', uid: 'uid-squatter-4', verified: false },
  adminByEmail: {
    email: 'amy.mail@example.test',
    uid: 'uid-amy',
    verified: true,
    record: { allow: true, admin: true },
  },
  /** Was an admin when the token was issued. */
  demoted: {
    email: 'dee.demoted@example.test',
    uid: 'uid-dee',
    verified: true,
    record: { allow: true, admin: false, uid: 'uid-dee' },
  },
  /** Was admin, and is not even allowed: the record contradicts itself. */
  adminWithoutAllow: {
    email: 'olga.odd@example.test',
    uid: 'uid-olga',
    verified: true,
    record: { allow: false, admin: true, uid: 'uid-olga' },
  },
  /** Differs from `admin` only in characters that a key with underscores would merge. */
  sameUsageKey: { email: 'ari_admin@example.test', uid: 'uid-same-key', verified: true },
} as const satisfies Record<string, Person>;

export type Role = keyof typeof people | 'signedOut';

export const roles = ['signedOut', ...(Object.keys(people) as (keyof typeof people)[])] as const;

/** Someone with every kind of data, whose data the others try to read and write. */
export const other: Person = {
  email: 'otto.other@example.test',
  uid: 'uid-otto',
  verified: true,
  record: { allow: true, admin: false, uid: 'uid-otto' },
  appliedAs: 'uid-otto',
};

/** Has applied, and waits. */
export const newcomer: Person = {
  email: 'nia.new@example.test',
  uid: 'uid-nia',
  verified: true,
  appliedAs: 'uid-nia',
};

/** Whoever acts; a visitor who is signed out has no address, and tries that of an allowed person. */
export function personOf(role: Role): Person {
  return role === 'signedOut' ? { email: 'emil.mail@example.test', uid: '', verified: false } : people[role];
}

export function authOf(role: Role): AuthContext {
  if (role === 'signedOut') return null;
  const { uid, email, verified } = personOf(role);
  return authContext(uid, { email, email_verified: verified });
}

/** A signed-in account with the given claims beside the usual ones. */
export function authContext(uid: string, claims: Record<string, unknown>): NonNullable<AuthContext> {
  const firebase = { sign_in_provider: 'password', identities: {} };
  return { uid, token: { auth_time: 0, iat: 0, exp: 3600, firebase, ...claims } };
}
