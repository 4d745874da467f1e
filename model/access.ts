import { accessKey, type Email, normaliseEmail } from './email.ts';
import { fieldsOf } from './log/entry.ts';
import type { UserRecord } from './user.ts';

/**
 * The access entry of a user record: node `access/{ekey}` of the Realtime Database, whose rules cannot read Firestore.
 */
export type AccessEntry = {
  readonly email: Email;
  readonly allow: boolean;
  readonly admin: boolean;
  readonly uid?: string;
};

/** The access entry that `record` must have. */
export function accessEntryOf({ email, allow, admin, uid }: UserRecord): AccessEntry {
  return { email, allow, admin, ...(uid !== undefined && { uid }) };
}

/** Reads one entry of `access` as it is stored; null when it is none. */
export function readAccessEntry(key: string, stored: unknown): AccessEntry | null {
  const { email, allow, admin, uid } = fieldsOf(stored);
  if (typeof email !== 'string' || accessKey(normaliseEmail(email)) !== key) return null;
  return {
    email: normaliseEmail(email),
    allow: allow === true,
    admin: admin === true,
    ...(typeof uid === 'string' && { uid }),
  };
}

/** Whether two access entries say the same; null for none. */
export function isSameAccess(a: AccessEntry | null, b: AccessEntry | null): boolean {
  return a?.email === b?.email && a?.allow === b?.allow && a?.admin === b?.admin && a?.uid === b?.uid;
}

/** A person whose user record and access entry differ. The record decides; `record` is null when there is none. */
export type AccessMismatch = { readonly email: Email; readonly record: UserRecord | null };

/**
 * Finds the people whose access entry is missing, different or left over. A record without `allow` needs no entry, and
 * an entry without `allow` gives no right: these two agree.
 */
export function compareAccess(
  records: readonly UserRecord[],
  stored: readonly AccessEntry[],
): readonly AccessMismatch[] {
  const entries = new Map(stored.map((entry) => [entry.email, entry]));
  const known = new Set(records.map(({ email }) => email));
  const differing = records.filter((record) => !agrees(record, entries.get(record.email)));
  const surplus = stored.filter(({ email, allow }) => allow && !known.has(email));
  return [
    ...differing.map((record) => ({ email: record.email, record })),
    ...surplus.map(({ email }) => ({ email, record: null })),
  ];
}

function agrees(record: UserRecord, entry: AccessEntry | undefined): boolean {
  if (!record.allow) return entry?.allow !== true;
  return entry?.allow === true && entry.admin === record.admin && entry.uid === record.uid;
}

/** An account, as far as a grant from outside of the product needs to know it. */
export type KnownAccount = { readonly uid: string; readonly emailVerified: boolean };

/**
 * Which account gets the rights that the owner of the product gives to an address: the one that has verified it, or
 * the one that an admin has pinned before. Any other may be a stranger's, who registered the address first: no pin
 * then, so that the rights wait for whoever verifies the address.
 * @param formerPin the `uid` of the record so far
 */
export function pinForGrant(account: KnownAccount | null, formerPin: string | undefined): string | undefined {
  if (account === null) return undefined;
  return account.emailVerified || account.uid === formerPin ? account.uid : undefined;
}
