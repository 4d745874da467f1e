import { log } from '../log.ts';
import { type Store, storeTogether } from '../store/store.ts';
import type { Session, SignIn } from './idTokens.ts';
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
  /** Whose session it is. */
  | { readonly kind: 'valid'; readonly uid: string; readonly session: Session }
  /** It gives nothing any more, and its session has another one. */
  | { readonly kind: 'replaced' }
  /** Revoked, forgotten or never issued. */
  | { readonly kind: 'unknown' };

/**
 * Refresh tokens: opaque, stored as hashes, one per sign-in. They are not rotated: the page and its worker
 * refresh with the same token within milliseconds of each other, and treating that as theft would sign people out.
 */
export type RefreshTokens = {
  issue(uid: string, signIn: SignIn): { readonly token: string; readonly session: Session };
  use(token: string): TokenUse;
  /** That of the session `replaced`, which is about to get another one, counts as replaced for a while. */
  revokeAll(uid: string, replaced?: Session): void;
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
  /** Until when, by the session. Not worth storing: who is late after a restart signs in again. */
  const replacedUntil = new Map<string, number>();
  const noteReplaced = ({ id }: Session) => {
    for (const [session, until] of replacedUntil) if (until < now()) replacedUntil.delete(session);
    replacedUntil.set(id, now() + HANDOVER);
  };
  const isReplaced = (session: string) => (replacedUntil.get(session) ?? 0) >= now();
  /** Nobody waits for it, and a full disk must not end everybody's session: when a token was used last is not worth it. */
  const noteUse = (hash: Buffer, usedAt: number) => {
    storeTogether(store, () => touch.run([usedAt, hash])).catch((error: unknown) => {
      log.warn('The use of a session could not be noted', { error });
    });
  };
  return {
    issue: (uid, signIn) => {
      const token = newSecret();
      const hash = hashSecret(token);
      store.transaction(() => {
        forgetIdle.run([uid, now() - IDLE_LIMIT]);
        insert.run([hash, uid, signIn.provider, signIn.authTime, now()]);
      });
      return { token, session: { ...signIn, id: sessionOf(hash) } };
    },
    use: (token) => {
      const hash = hashSecret(token);
      const row = select.get([hash, now() - IDLE_LIMIT]);
      if (row === undefined) return { kind: isReplaced(sessionOf(hash)) ? 'replaced' : 'unknown' };
      const { uid, provider, auth_time } = row as { uid: string; provider: string; auth_time: number };
      noteUse(hash, now());
      return { kind: 'valid', uid, session: { provider, authTime: auth_time, id: sessionOf(hash) } };
    },
    revokeAll: (uid, replaced) => {
      if (replaced !== undefined) noteReplaced(replaced);
      revokeAll.run([uid]);
    },
  };
}

/** A session is named after its refresh token, by a part of the hash: nobody gets from there to the token. */
function sessionOf(hash: Buffer): string {
  return hash.toString('base64url', 0, 12);
}
