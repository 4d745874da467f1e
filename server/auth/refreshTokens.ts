import { log } from '../log.ts';
import { type Store, storeTogether } from '../store/store.ts';
import type { SignIn } from './idTokens.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** A token that was not used for this long is forgotten. Milliseconds. */
const IDLE_LIMIT = 180 * 24 * 3600 * 1000;
/**
 * So long the tabs and workers of a browser may take to find the token that one of them was given in place of theirs.
 * They look every 0.8 s, once a minute in a tab that nobody sees, at once when a sleeping one wakes. Milliseconds.
 */
const HANDOVER = 10 * 60 * 1000;

/** What a refresh token is good for. */
export type TokenUse =
  /** Who signed in with it, and how. */
  | { readonly kind: 'valid'; readonly uid: string; readonly signIn: SignIn }
  /** It gives nothing any more, and its session has another one. */
  | { readonly kind: 'replaced' }
  /** Revoked, forgotten or never issued. */
  | { readonly kind: 'unknown' };

/**
 * Refresh tokens: opaque, stored as hashes, one per sign-in. They are not rotated: the page and its worker
 * refresh with the same token within milliseconds of each other, and treating that as theft would sign people out.
 */
export type RefreshTokens = {
  issue(uid: string, signIn: SignIn): string;
  use(token: string): TokenUse;
  /** Those of the session `replaced`, which is about to get another one, count as replaced for a while. */
  revokeAll(uid: string, replaced?: SignIn): void;
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
  const selectSession = db.prepare(
    'SELECT hash FROM refresh_tokens WHERE uid = ? AND provider = ? AND auth_time = ?',
  );
  /** Until when, by the hash as text. Not worth storing: who is late after a restart signs in again. */
  const replacedUntil = new Map<string, number>();
  const noteReplaced = (uid: string, { provider, authTime }: SignIn) => {
    for (const [hash, until] of replacedUntil) if (until < now()) replacedUntil.delete(hash);
    const [own, another] = selectSession.all([uid, provider, authTime]) as { hash: Uint8Array }[];
    // Two sign-ins of the same second cannot be told apart: then neither is spared, since one of them has to end.
    if (own === undefined || another !== undefined) return;
    replacedUntil.set(Buffer.from(own.hash).toString('hex'), now() + HANDOVER);
  };
  const isReplaced = (hash: Buffer) => (replacedUntil.get(hash.toString('hex')) ?? 0) >= now();
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
      if (row === undefined) return { kind: isReplaced(hash) ? 'replaced' : 'unknown' };
      const { uid, provider, auth_time } = row as { uid: string; provider: string; auth_time: number };
      noteUse(hash, now());
      return { kind: 'valid', uid, signIn: { provider, authTime: auth_time } };
    },
    revokeAll: (uid, replaced) => {
      if (replaced !== undefined) noteReplaced(uid, replaced);
      revokeAll.run([uid]);
    },
  };
}
