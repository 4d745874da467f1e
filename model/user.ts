import { type Email, normaliseEmail } from './email.ts';
import { withoutHidden } from './hiddenCharacters.ts';

/** A record of the allow-list: collection `users`, keyed by email. Times are ISO. */
export type UserRecord = {
  readonly email: Email;
  readonly name: string;
  readonly allow: boolean;
  readonly admin: boolean;
  readonly lastLogin?: string;
  readonly createdAt?: string;
  /** The account this record is pinned to; without one, a verified email is the proof (docs/rules.md). */
  readonly uid?: string;
};

/** The signed-in account as the identity service knows it. */
export type Account = {
  readonly uid: string;
  readonly email: Email;
  readonly displayName: string;
  readonly emailVerified: boolean;
};

/** What a person may do; derived from the account and its user record. */
export type Access = 'none' | 'user' | 'admin';

/**
 * What `account` may do under `record` (docs/rules.md): a right needs `allow`, and proof that the person is
 * the one meant: the pinned uid, or, where none is pinned, a verified email.
 */
export function accessOf(
  account: Pick<Account, 'uid' | 'emailVerified'>,
  record: Pick<UserRecord, 'allow' | 'admin' | 'uid'> | null,
): Access {
  if (!record?.allow) return 'none';
  const proven = record.uid === undefined ? account.emailVerified : record.uid === account.uid;
  if (!proven) return 'none';
  return record.admin ? 'admin' : 'user';
}

/**
 * Reads a user document as it is stored. A missing field is missing; a time that is no text reads as it is. The name is
 * read as that of an application, which it may come from.
 */
export function readUserRecord(id: string, data: Readonly<Record<string, unknown>>): UserRecord {
  return {
    email: normaliseEmail(id),
    name: typeof data['name'] === 'string' ? withoutHidden(data['name']) : '',
    allow: data['allow'] === true,
    admin: data['admin'] === true,
    ...readText('lastLogin', data['lastLogin']),
    ...readText('createdAt', data['createdAt']),
    ...readText('uid', data['uid']),
  };
}

function readText<Field extends string>(field: Field, value: unknown): Partial<Record<Field, string>> {
  if (value === undefined || value === null) return {};
  return { [field]: String(value) } as Record<Field, string>;
}
