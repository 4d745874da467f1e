import { log } from '../log.ts';
import { type Store, storeTogether } from '../store/store.ts';
import type { SessionsEndedListener } from './authContext.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** How and when the person signed in; survives refreshing. */
export type SignIn = {
  readonly provider: string;
  /** Unix seconds. */
  readonly authTime: number;
};

/** A sign-in that goes on. */
export type Session = SignIn & {
  /** Tells it from the account's others. */
  readonly id: string;
};

/** A session whose refresh token was not used for this long has ended. Milliseconds. */
const IDLE_LIMIT = 180 * 24 * 3600 * 1000;
/**
 * How long the other tabs and workers of a browser may take to find out what took the place of their session.
 * They look every 0.8 s, once a minute in a hidden tab, at once when a sleeping one wakes. Milliseconds.
 */
const HANDOVER = 10 * 60 * 1000;

/** Browsers that one person is signed in with. A program that signs in again and again must not fill the memory. */
const MAX_SESSIONS_PER_ACCOUNT = 100;

/**
 * `replaced`: ended by its own browser a moment ago, which changed the password and has another session, or signed out.
 * Its tabs and workers find out by themselves. The SDK must not be told `ended` in any of them: it would remove whatever
 * session the browser keeps by then.
 */
export type SessionState = 'live' | 'replaced' | 'ended';

/** What a refresh token is good for. */
export type TokenUse =
  /** Whose session it is. */
  | { readonly kind: 'live'; readonly uid: string; readonly session: Session }
  | { readonly kind: 'replaced' }
  /** Nothing, or no token of ours. */
  | { readonly kind: 'ended' };

/**
 * Every session that lives: a token is good only while its session stands here. A session has one refresh token, stored
 * as its hash, and is named by a part of that hash. Refresh tokens are not rotated: the page and its workers refresh
 * with the same one within milliseconds of each other, and treating that as theft would sign people out.
 *
 * Kept in memory and in the table `refresh_tokens`. What a transaction changes here is seen once it is committed.
 */
export type SessionRegistry = {
  begin(uid: string, signIn: SignIn): { readonly token: string; readonly session: Session };
  /** Looks a refresh token up, and notes that it was used. */
  use(token: string): TokenUse;
  /** The state of an account's session; another account's session is `ended`. */
  stateOf(id: string, uid: string): SessionState;
  /** @param replaced the one of these sessions that is about to get a successor in the same browser */
  endAll(uid: string, replaced?: Session): void;
  /** Ends the session of a refresh token for the browser that has it. */
  endOwn(token: string): void;
  onEnded(listener: SessionsEndedListener): () => void;
};

type Entry = {
  readonly uid: string;
  readonly session: Session;
  readonly hash: Buffer;
  usedAt: number;
};

/** @param now milliseconds */
export function createSessionRegistry(store: Store, now: () => number): SessionRegistry {
  const { db } = store;
  const insert = db.prepare('INSERT INTO refresh_tokens VALUES (?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM refresh_tokens WHERE hash = ?');
  const removeAll = db.prepare('DELETE FROM refresh_tokens WHERE uid = ?');
  const touch = db.prepare('UPDATE refresh_tokens SET used_at = ? WHERE hash = ?');
  const entries = new Map<string, Entry>();
  const idsByAccount = new Map<string, Set<string>>();
  /** Until when, by session. Not worth storing: who is late after a restart signs in again. */
  const replacedUntil = new Map<string, number>();
  const listeners = new Set<SessionsEndedListener>();

  const add = (entry: Entry) => {
    const { uid, session } = entry;
    entries.set(session.id, entry);
    idsByAccount.set(uid, (idsByAccount.get(uid) ?? new Set()).add(session.id));
  };
  const forget = ({ uid, session }: Entry) => {
    entries.delete(session.id);
    const ids = idsByAccount.get(uid);
    ids?.delete(session.id);
    if (ids?.size === 0) idsByAccount.delete(uid);
  };
  const entriesOf = (uid: string) =>
    [...(idsByAccount.get(uid) ?? [])].flatMap((id) => entries.get(id) ?? []);
  const entryOf = (token: string) => {
    const hash = hashSecret(token);
    const entry = entries.get(sessionIdOf(hash));
    return entry?.hash.equals(hash) ? entry : undefined;
  };
  const isIdle = ({ usedAt }: Entry) => usedAt < now() - IDLE_LIMIT;
  /** Those that end when the account begins one more: idle ones, and the longest unused of too many. */
  const makingRoom = (uid: string) => {
    const byUse = entriesOf(uid).sort((a, b) => b.usedAt - a.usedAt);
    return byUse.filter((entry, rank) => rank >= MAX_SESSIONS_PER_ACCOUNT - 1 || isIdle(entry));
  };

  const tell = (ended: ReadonlySet<string>) => {
    for (const listener of [...listeners]) {
      try {
        listener(ended);
      } catch (error) {
        // The others must stop all the same.
        log.error('The end of a session could not be told', { error });
      }
    }
  };
  const end = (ended: readonly Entry[]) => {
    for (const entry of ended) forget(entry);
    if (ended.length > 0) tell(new Set(ended.map(({ session }) => session.id)));
  };
  const noteReplaced = (id: string) => {
    for (const [session, until] of replacedUntil) if (until < now()) replacedUntil.delete(session);
    replacedUntil.set(id, now() + HANDOVER);
  };
  const endedOrReplaced = (id: string) => ((replacedUntil.get(id) ?? 0) >= now() ? 'replaced' : 'ended');
  /** In the background: a full disk must not keep people out, just because the time of use cannot be stored. */
  const noteUse = (entry: Entry) => {
    entry.usedAt = now();
    storeTogether(store, () => touch.run([entry.usedAt, entry.hash])).catch((error: unknown) => {
      log.warn('The use of a session could not be noted', { error });
    });
  };

  for (const row of db.prepare('SELECT * FROM refresh_tokens').all([])) add(readEntry(row as SessionRow));
  return {
    begin: (uid, signIn) => {
      const token = newSecret();
      const hash = hashSecret(token);
      const session = { ...signIn, id: sessionIdOf(hash) };
      const entry = { uid, session, hash, usedAt: now() };
      store.transaction(() => {
        const leaving = makingRoom(uid);
        for (const { hash: gone } of leaving) remove.run([gone]);
        insert.run([hash, uid, signIn.provider, signIn.authTime, entry.usedAt]);
        store.afterCommit(() => {
          add(entry);
          // A sign-in shares its transaction with writes of these sessions, which have to be answered first.
          queueMicrotask(() => end(leaving));
        });
      });
      return { token, session };
    },
    use: (token) => {
      const entry = entryOf(token);
      if (entry === undefined || isIdle(entry))
        return { kind: endedOrReplaced(sessionIdOf(hashSecret(token))) };
      noteUse(entry);
      return { kind: 'live', uid: entry.uid, session: entry.session };
    },
    stateOf: (id, uid) => (entries.get(id)?.uid === uid ? 'live' : endedOrReplaced(id)),
    endAll: (uid, replaced) => {
      store.transaction(() => {
        removeAll.run([uid]);
        store.afterCommit(() => {
          if (replaced !== undefined) noteReplaced(replaced.id);
          end(entriesOf(uid));
        });
      });
    },
    endOwn: (token) => {
      const entry = entryOf(token);
      if (entry === undefined) return;
      store.transaction(() => {
        remove.run([entry.hash]);
        store.afterCommit(() => {
          noteReplaced(entry.session.id);
          end([entry]);
        });
      });
    },
    onEnded: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type SessionRow = { hash: Uint8Array; uid: string; provider: string; auth_time: number; used_at: number };

function readEntry({ uid, provider, auth_time, used_at, ...row }: SessionRow): Entry {
  const hash = Buffer.from(row.hash);
  const session = { provider, authTime: auth_time, id: sessionIdOf(hash) };
  return { uid, session, hash, usedAt: used_at };
}

/** A part of the hash of its refresh token: it leads nobody to the token. */
function sessionIdOf(hash: Buffer): string {
  return hash.toString('base64url', 0, 12);
}
