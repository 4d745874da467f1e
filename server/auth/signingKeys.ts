import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type Database from 'libsql';
import type { Store } from '../store/store.ts';

/** Seconds. The SDK refreshes 5 minutes before the end; a short life would have it refresh without pause. */
export const ID_TOKEN_LIFETIME = 3600;

export type SigningKeys = {
  /** The key that signs: the newest. */
  readonly currentKid: string;
  sign(text: string, kid: string): Buffer;
  /** False for an unknown key, too, and for one whose last tokens have expired. */
  matches(text: string, kid: string, signature: Buffer): boolean;
};

/** How long a key is good for checking once another one signs: the life of its last tokens, and a little. */
const KEPT_MS = (ID_TOKEN_LIFETIME + 300) * 1000;

type Key = { readonly kid: string; readonly secret: Buffer; readonly created_at: number };

/**
 * The persisted HMAC keys of ID tokens; the first start makes one. The newest signs, and an older one verifies for
 * as long as a token of its can be alive, so that rotating keys signs nobody out. A key that another process adds
 * (`npm run rotate-key`) is taken up at once.
 * @param now milliseconds
 */
export function loadSigningKeys(store: Store, now: () => number): SigningKeys {
  const { db } = store;
  const select = db.prepare('SELECT kid, secret, created_at FROM signing_keys ORDER BY created_at DESC, kid');
  if (select.get([]) === undefined) store.transaction(() => addKey(db, now()));
  // SQLite counts it up when another connection has committed something.
  const readVersion = db.prepare('PRAGMA data_version').raw(true);
  let version: unknown;
  let keys: readonly Key[] = [];

  const current = (): readonly Key[] => {
    const [seen] = readVersion.get([]) as unknown as [number];
    if (seen !== version) {
      keys = select.all([]) as Key[];
      version = seen;
    }
    return keys;
  };
  const find = (kid: string): Key | undefined => {
    const all = current();
    const index = all.findIndex((key) => key.kid === kid);
    const successor = all[index - 1];
    return successor === undefined || now() < successor.created_at + KEPT_MS ? all[index] : undefined;
  };
  return {
    get currentKid() {
      const [newest] = current();
      if (newest === undefined) throw new Error('there is no signing key');
      return newest.kid;
    },
    sign: (text, kid) => {
      const key = find(kid);
      if (key === undefined) throw new Error(`there is no signing key ${kid}`);
      return hmac(key, text);
    },
    matches: (text, kid, signature) => {
      const key = find(kid);
      if (key === undefined) return false;
      const expected = hmac(key, text);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    },
  };
}

function hmac({ secret }: Key, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

/**
 * Adds a key, which signs from now on, and forgets those that are of no use any more.
 * @param now milliseconds
 */
export function addKey(db: Database.Database, now: number): void {
  const kid = randomBytes(8).toString('hex');
  // A key made while the clock was ahead must not stay the newest, nor be kept for longer than the others.
  db.prepare('UPDATE signing_keys SET created_at = ? WHERE created_at >= ?').run([now - 1, now]);
  db.prepare('INSERT INTO signing_keys VALUES (?, ?, ?)').run([kid, randomBytes(32), now]);
  db.prepare(
    `DELETE FROM signing_keys AS old WHERE EXISTS (
       SELECT 1 FROM signing_keys WHERE created_at > old.created_at AND created_at < ?)`,
  ).run([now - KEPT_MS]);
}
