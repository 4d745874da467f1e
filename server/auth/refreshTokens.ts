import { log } from '../log.ts';
import { type Store, storeTogether } from '../store/store.ts';
import type { SignIn } from './idTokens.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** A token that was not used for this long is forgotten. Milliseconds. */
const IDLE_LIMIT = 180 * 24 * 3600 * 1000;

/**
 * Refresh tokens: opaque, stored as hashes, one per sign-in. They are not rotated: the page and its worker
 * refresh with the same token within milliseconds of each other, and treating that as theft would sign people out.
 */
export type RefreshTokens = {
  issue(uid: string, signIn: SignIn): string;
  /** Who signed in with this token, and how; undefined once it is revoked or forgotten. */
  use(token: string): { readonly uid: string; readonly signIn: SignIn } | undefined;
  revokeAll(uid: string): void;
};

export function createRefreshTokens(store: Store, now: () => number): RefreshTokens {
  const { db } = store;
  const insert = db.prepare('INSERT INTO refresh_tokens VALUES (?, ?, ?, ?, ?)');
  const forgetIdle = db.prepare('DELETE FROM refresh_tokens WHERE uid = ? AND used_at < ?');
  const select = db.prepare(
    'SELECT uid, provider, auth_time FROM refresh_tokens WHERE hash = ? AND used_at >= ?',
  );
  const touch = db.prepare('UPDATE refresh_tokens SET used_at = ? WHERE hash = ?');
  const revokeAll = db.prepare('DELETE FROM refresh_tokens WHERE uid = ?');
  /** Nobody waits for it, and a full disk must not end everybody's session: when a token was used last is not worth it. */
  const noteUse = (hash: Buffer, usedAt: number) => {
    storeTogether(store, () => touch.run([usedAt, hash])).catch((error: unknown) => {
      log.warn('The use of a session could not be noted', { error });
    });
  };
  return {
    issue: (uid, signIn) => {
      const token = newSecret();
      store.transaction(() => {
        forgetIdle.run([uid, now() - IDLE_LIMIT]);
        insert.run([hashSecret(token), uid, signIn.provider, signIn.authTime, now()]);
      });
      return token;
    },
    use: (token) => {
      const hash = hashSecret(token);
      const row = select.get([hash, now() - IDLE_LIMIT]);
      if (row === undefined) return undefined;
      const { uid, provider, auth_time } = row as { uid: string; provider: string; auth_time: number };
      noteUse(hash, now());
      return { uid, signIn: { provider, authTime: auth_time } };
    },
    revokeAll: (uid) => {
      revokeAll.run([uid]);
    },
  };
}
