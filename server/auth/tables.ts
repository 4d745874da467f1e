/** Tables of the auth service, as migration steps (see `migrate`): add at the end, never edit a released one. */
export const AUTH_TABLES: readonly string[] = [
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
