import { randomInt } from 'node:crypto';
import type { Email } from '#model/email.ts';
import { migrate } from '../store/migrations.ts';
import type { Store } from '../store/store.ts';

/** An account as stored. Times are in milliseconds unless stated otherwise; null means none. */
export type StoredAccount = {
  readonly uid: string;
  readonly email: Email;
  readonly emailVerified: boolean;
  /** The result of `Passwords.hash`; null where the person only signs in with a provider. */
  readonly passwordHash: string | null;
  readonly displayName: string | null;
  readonly photoUrl: string | null;
  readonly disabled: boolean;
  readonly createdAt: number;
  readonly lastLoginAt: number | null;
  /** When sessions were ended last, or the account was made. Clients see it; nothing depends on it. Unix seconds. */
  readonly validSince: number;
};

/** An identity of a sign-in provider that leads to an account. */
export type ProviderLink = {
  readonly providerId: string;
  /** The person's id at the provider (`sub`). */
  readonly rawId: string;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly photoUrl: string | null;
};

/** An account with the identities that lead to it. */
export type AccountWithLinks = { readonly account: StoredAccount; readonly links: readonly ProviderLink[] };

const UID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const UID_LENGTH = 28;

/** An account that nobody has signed in to yet, under a new id in Firebase's form: 28 letters and digits. */
export function newAccount(email: Email, now: number): StoredAccount {
  return {
    uid: Array.from({ length: UID_LENGTH }, () => UID_LETTERS[randomInt(UID_LETTERS.length)]).join(''),
    email,
    emailVerified: false,
    passwordHash: null,
    displayName: null,
    photoUrl: null,
    disabled: false,
    createdAt: now,
    lastLoginAt: null,
    validSince: Math.floor(now / 1000),
  };
}

/** Columns by the names of the fields that they are. */
const SELECT_ACCOUNTS = `
  SELECT uid, email, email_verified AS emailVerified, password_hash AS passwordHash, display_name AS displayName,
    photo_url AS photoUrl, disabled, created_at AS createdAt, last_login_at AS lastLoginAt, valid_since AS validSince
  FROM accounts`;
const SELECT_LINKS = `
  SELECT provider_id AS providerId, raw_id AS rawId, email, display_name AS displayName, photo_url AS photoUrl
  FROM provider_links WHERE uid = ?`;

export type Accounts = ReturnType<typeof createAccounts>;

/** The accounts of a store; creates or upgrades the tables of the whole identity service. */
export function createAccounts(store: Store) {
  migrate(store, 'auth', AUTH_TABLES);
  const { db } = store;
  const byUid = db.prepare(`${SELECT_ACCOUNTS} WHERE uid = ?`);
  const byEmail = db.prepare(`${SELECT_ACCOUNTS} WHERE email = ?`);
  const byProvider = db.prepare(
    `${SELECT_ACCOUNTS} WHERE uid = (SELECT uid FROM provider_links WHERE provider_id = ? AND raw_id = ?)`,
  );
  const save = db.prepare(
    `INSERT INTO accounts VALUES (:uid, :email, :emailVerified, :passwordHash, :displayName, :photoUrl, :disabled,
       :createdAt, :lastLoginAt, :validSince)
     ON CONFLICT (uid) DO UPDATE SET email = excluded.email, email_verified = excluded.email_verified,
       password_hash = excluded.password_hash, display_name = excluded.display_name,
       photo_url = excluded.photo_url, disabled = excluded.disabled, created_at = excluded.created_at,
       last_login_at = excluded.last_login_at, valid_since = excluded.valid_since`,
  );
  const remove = db.prepare('DELETE FROM accounts WHERE uid = ?');
  const linksOf = db.prepare(`${SELECT_LINKS} ORDER BY provider_id, raw_id`);
  const saveLink = db.prepare(
    'INSERT OR REPLACE INTO provider_links VALUES (:providerId, :rawId, :uid, :email, :displayName, :photoUrl)',
  );
  const unlinkAll = db.prepare('DELETE FROM provider_links WHERE uid = ?');
  return {
    byUid: (uid: string) => readAccount(byUid.get([uid])),
    byEmail: (email: Email) => readAccount(byEmail.get([email])),
    byProvider: (providerId: string, rawId: string) => readAccount(byProvider.get([providerId, rawId])),
    /** Inserts, or replaces the account of the same uid. Throws when another account has the address. */
    save(account: StoredAccount): void {
      const { emailVerified, disabled } = account;
      save.run({ ...account, emailVerified: Number(emailVerified), disabled: Number(disabled) });
    },
    /** Removes the account with its links, refresh tokens and codes. */
    remove(uid: string): void {
      remove.run([uid]);
    },
    linksOf: (uid: string) => linksOf.all([uid]) as ProviderLink[],
    link(uid: string, link: ProviderLink): void {
      saveLink.run({ ...link, uid });
    },
    unlinkAll(uid: string): void {
      unlinkAll.run([uid]);
    },
  };
}

/** All accounts of an open database, as they were made one after another. */
export function readAccounts(db: Store['db']): readonly AccountWithLinks[] {
  const links = db.prepare(`${SELECT_LINKS} ORDER BY rowid`);
  const rows = db.prepare(`${SELECT_ACCOUNTS} ORDER BY created_at, uid`).all([]) as AccountRow[];
  return rows.map((row) => ({ account: accountOf(row), links: links.all([row.uid]) as ProviderLink[] }));
}

type AccountRow = Omit<StoredAccount, 'emailVerified' | 'disabled'> & {
  readonly emailVerified: number;
  readonly disabled: number;
};

function readAccount(found: unknown): StoredAccount | undefined {
  return found === undefined ? undefined : accountOf(found as AccountRow);
}

function accountOf(row: AccountRow): StoredAccount {
  return { ...row, emailVerified: row.emailVerified === 1, disabled: row.disabled === 1 };
}

/** Tables of the identity service, as migration steps (see `migrate`): add at the end, never edit a released one. */
const AUTH_TABLES: readonly string[] = [
  `CREATE TABLE accounts (
     uid TEXT PRIMARY KEY,
     email TEXT NOT NULL UNIQUE,
     email_verified INTEGER NOT NULL,
     password_hash TEXT,
     display_name TEXT,
     photo_url TEXT,
     disabled INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     last_login_at INTEGER,
     valid_since INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE provider_links (
     provider_id TEXT NOT NULL,
     raw_id TEXT NOT NULL,
     uid TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
     email TEXT,
     display_name TEXT,
     photo_url TEXT,
     PRIMARY KEY (provider_id, raw_id)
   ) STRICT;
   CREATE INDEX provider_links_by_account ON provider_links (uid);
   CREATE TABLE refresh_tokens (
     hash BLOB PRIMARY KEY,
     uid TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
     provider TEXT NOT NULL,
     auth_time INTEGER NOT NULL,
     used_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX refresh_tokens_by_account ON refresh_tokens (uid);
   CREATE TABLE action_codes (
     hash BLOB PRIMARY KEY,
     kind TEXT NOT NULL,
     uid TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
     email TEXT NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE signing_keys (
     kid TEXT PRIMARY KEY,
     secret BLOB NOT NULL,
     created_at INTEGER NOT NULL
   ) STRICT;`,
];
