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

export type Accounts = {
  byUid(uid: string): StoredAccount | undefined;
  byEmail(email: Email): StoredAccount | undefined;
  byProvider(providerId: string, rawId: string): StoredAccount | undefined;
  /** Inserts, or replaces the account of the same uid. Throws when another account has the address. */
  save(account: StoredAccount): void;
  /** Removes the account with its links, refresh tokens and codes. */
  remove(uid: string): void;
  linksOf(uid: string): ProviderLink[];
  link(uid: string, link: ProviderLink): void;
  unlinkAll(uid: string): void;
};

/** The accounts of a store; creates or upgrades the tables of the whole identity service. */
export function createAccounts(store: Store): Accounts {
  migrate(store, 'auth', AUTH_TABLES);
  const { db } = store;
  const byUid = db.prepare('SELECT * FROM accounts WHERE uid = ?');
  const byEmail = db.prepare('SELECT * FROM accounts WHERE email = ?');
  const byProvider = db.prepare(
    `SELECT accounts.* FROM accounts JOIN provider_links USING (uid)
     WHERE provider_id = ? AND raw_id = ?`,
  );
  const save = db.prepare(
    `INSERT INTO accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (uid) DO UPDATE SET email = excluded.email, email_verified = excluded.email_verified,
       password_hash = excluded.password_hash, display_name = excluded.display_name,
       photo_url = excluded.photo_url, disabled = excluded.disabled, created_at = excluded.created_at,
       last_login_at = excluded.last_login_at, valid_since = excluded.valid_since`,
  );
  const remove = db.prepare('DELETE FROM accounts WHERE uid = ?');
  const linksOf = db.prepare('SELECT * FROM provider_links WHERE uid = ? ORDER BY provider_id, raw_id');
  const link = db.prepare('INSERT OR REPLACE INTO provider_links VALUES (?, ?, ?, ?, ?, ?)');
  const unlinkAll = db.prepare('DELETE FROM provider_links WHERE uid = ?');
  return {
    byUid: (uid) => readAccount(byUid.get([uid])),
    byEmail: (email) => readAccount(byEmail.get([email])),
    byProvider: (providerId, rawId) => readAccount(byProvider.get([providerId, rawId])),
    save: (account) => {
      save.run(columnsOf(account));
    },
    remove: (uid) => {
      remove.run([uid]);
    },
    linksOf: (uid) => linksOf.all([uid]).map(readLink),
    link: (uid, { providerId, rawId, email, displayName, photoUrl }) => {
      link.run([providerId, rawId, uid, email, displayName, photoUrl]);
    },
    unlinkAll: (uid) => {
      unlinkAll.run([uid]);
    },
  };
}

/** All accounts of an open database, as they were made one after another. */
export function readAccounts(db: Store['db']): readonly AccountWithLinks[] {
  const links = new Map<string, LinkRow[]>();
  for (const link of db.prepare('SELECT * FROM provider_links').all([]) as LinkRow[])
    links.set(link.uid, [...(links.get(link.uid) ?? []), link]);
  const rows = db.prepare('SELECT * FROM accounts ORDER BY created_at, uid').all([]) as AccountRow[];
  return rows.map((row) => ({ account: accountOf(row), links: (links.get(row.uid) ?? []).map(readLink) }));
}

type AccountRow = {
  uid: string;
  email: Email;
  email_verified: number;
  password_hash: string | null;
  display_name: string | null;
  photo_url: string | null;
  disabled: number;
  created_at: number;
  last_login_at: number | null;
  valid_since: number;
};

function readAccount(found: unknown): StoredAccount | undefined {
  return found === undefined ? undefined : accountOf(found as AccountRow);
}

function accountOf(row: AccountRow): StoredAccount {
  return {
    uid: row.uid,
    email: row.email,
    emailVerified: row.email_verified === 1,
    passwordHash: row.password_hash,
    displayName: row.display_name,
    photoUrl: row.photo_url,
    disabled: row.disabled === 1,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
    validSince: row.valid_since,
  };
}

/** In the order of the table's columns. */
function columnsOf(account: StoredAccount): unknown[] {
  return [
    account.uid,
    account.email,
    account.emailVerified ? 1 : 0,
    account.passwordHash,
    account.displayName,
    account.photoUrl,
    account.disabled ? 1 : 0,
    account.createdAt,
    account.lastLoginAt,
    account.validSince,
  ];
}

type LinkRow = {
  uid: string;
  provider_id: string;
  raw_id: string;
  email: string | null;
  display_name: string | null;
  photo_url: string | null;
};

function readLink(found: unknown): ProviderLink {
  const row = found as LinkRow;
  return {
    providerId: row.provider_id,
    rawId: row.raw_id,
    email: row.email,
    displayName: row.display_name,
    photoUrl: row.photo_url,
  };
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
