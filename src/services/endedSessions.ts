import type { User } from 'firebase/auth';

const STORAGE_KEY = 'ended-session';

/**
 * Notes that the person has ended `user`'s session, for all tabs of this browser. The SDK alone forgets it again: a
 * tab or a worker that is just starting has read the kept session, asks the server for the account, and then keeps
 * both anew, although another tab has signed out meanwhile.
 */
export function noteEndedSession(user: User): void {
  try {
    localStorage.setItem(STORAGE_KEY, nameOf(user));
  } catch (error) {
    console.warn('A tab that is just starting may miss the sign-out:', error);
  }
}

/** Whether the session of `user` is the last one that was ended in this browser. */
export function isEndedSession(user: User): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === nameOf(user);
  } catch {
    return false;
  }
}

/** Calls `onEnd` when a session is ended in another tab. Returns the end of the watch. */
export function watchEndedSessions(onEnd: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY) onEnd();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** The name of a session: its account and 32 bits (FNV-1a) of its refresh token, which do not reveal the token. */
function nameOf({ uid, refreshToken }: User): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < refreshToken.length; at++)
    hash = Math.imul(hash ^ refreshToken.charCodeAt(at), 0x01000193);
  return `${uid} ${hash >>> 0}`;
}
