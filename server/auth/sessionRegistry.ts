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

/** A live sign-in of one browser. */
export type Session = SignIn & {
  /** Unique among all sessions. */
  readonly id: string;
};

/** A session whose refresh token was not used for this long has ended. Milliseconds. */
const IDLE_LIMIT = 180 * 24 * 3600 * 1000;
/**
 * How long the other tabs and workers of a browser may take to find the session that replaced theirs. They look every
 * 0.8 s, once a minute in a hidden tab, at once when a sleeping one wakes. Milliseconds.
 */
const HANDOVER_MS = 10 * 60 * 1000;

/** A program that signs in again and again must not fill the memory. */
const MAX_SESSIONS_PER_ACCOUNT = 100;

/**
 * `replaced`: ended a moment ago by its own browser, which has another session after a change of password, or signed out.
 * Its other tabs and workers find that out by themselves. None of them may get the answer for `ended`: the SDK would then
 * remove whatever session the browser has stored by then.
 */
export type SessionState = 'live' | 'replaced' | 'ended';

/** What a refresh token is good for. */
export type TokenUse =
  /** The account and its session. */
  | { readonly kind: 'live'; readonly uid: string; readonly session: Session }
  | { readonly kind: 'replaced' }
  /** Ended, or never issued by this server. */
  | { readonly kind: 'ended' };

/**
 * All live sessions: a token is good only while its session is registered here. A session has one refresh token, stored
 * as its hash, and is named by a part of that hash. Refresh tokens are not rotated: the page and its workers refresh
 * with the same one within milliseconds of each other, and treating that as theft would sign people out.
 *
 * Sessions are held in memory and in the table `refresh_tokens`. A change takes effect when its transaction is committed.
 */
export type SessionRegistry = {
  begin(uid: string, signIn: SignIn): { readonly token: string; readonly session: Session };
  /** Looks a refresh token up and stores the time of this use. */
  use(token: string): TokenUse;
  /** The state of an account's session; another account's session is `ended`. */
  stateOf(id: string, uid: string): SessionState;
  /** @param replaced the one of these sessions that another one replaces in the same browser */
  endAll(uid: string, replaced?: Session): void;
  /** Ends the session of a refresh token, at the wish of the browser that has it. */
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
  /** Until when, by session. Not stored: a tab that is late after a restart has to sign in again. */
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
  /** The sessions that end when the account begins one more: idle ones, and the longest unused beyond the limit. */
  const surplusOf = (uid: string) => {
    const byUse = entriesOf(uid).sort((a, b) => b.usedAt - a.usedAt);
    return byUse.filter((entry, rank) => rank >= MAX_SESSIONS_PER_ACCOUNT - 1 || isIdle(entry));
  };

  const notify = (ended: ReadonlySet<string>) => {
    for (const listener of [...listeners]) {
      try {
        listener(ended);
      } catch (error) {
        // The other listeners must stop all the same.
        log.error('A listener failed at the end of a session', { error });
      }
    }
  };
  const end = (ended: readonly Entry[]) => {
    for (const entry of ended) forget(entry);
    if (ended.length > 0) notify(new Set(ended.map(({ session }) => session.id)));
  };
  const markReplaced = (id: string) => {
    for (const [session, until] of replacedUntil) if (until < now()) replacedUntil.delete(session);
    replacedUntil.set(id, now() + HANDOVER_MS);
  };
  const endedOrReplaced = (id: string) => ((replacedUntil.get(id) ?? 0) >= now() ? 'replaced' : 'ended');
  /** Stored in the background: on a full disk people must still get in, although the time of use cannot be stored. */
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
        const surplus = surplusOf(uid);
        for (const { hash: surplusHash } of surplus) remove.run([surplusHash]);
        insert.run([hash, uid, signIn.provider, signIn.authTime, entry.usedAt]);
        store.afterCommit(() => {
          add(entry);
          // A sign-in may share its transaction with writes of these sessions: those are answered first.
          queueMicrotask(() => end(surplus));
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
          if (replaced !== undefined) markReplaced(replaced.id);
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
          markReplaced(entry.session.id);
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

/** A part of the hash of the session's refresh token, from which nobody can derive the token. */
function sessionIdOf(hash: Buffer): string {
  return hash.toString('base64url', 0, 12);
}
