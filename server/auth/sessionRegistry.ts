import { log } from '../log.ts';
import { type Store, storeTogether } from '../store/store.ts';
import type { SessionsEndedListener } from './authContext.ts';
import { ExpiringMap } from './ExpiringMap.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** How and when the person signed in; survives refreshing. */
export type SignIn = {
  readonly provider: string;
  /** Unix seconds. */
  readonly authTime: number;
};

/** A live sign-in of one browser. */
export type SignInSession = SignIn & {
  /** Unique among all sessions. */
  readonly id: string;
};

/** A session whose refresh token was not used for this long has ended. Milliseconds. */
const IDLE_LIMIT_MS = 180 * 24 * 3600 * 1000;
/**
 * How long the other tabs and workers of a browser may take to find the session that replaced theirs. They look every
 * 0.8 s, once a minute in a hidden tab, at once when a sleeping one wakes. Milliseconds.
 */
const HANDOVER_MS = 10 * 60 * 1000;

/** A program that signs in again and again must not fill the memory. */
const MAX_SESSIONS_PER_ACCOUNT = 100;

/** How long the account of an ended session is known, for the reason in the answer: a browser refreshes every hour. */
const ENDED_KNOWN_MS = 2 * 3600 * 1000;

/**
 * `replaced`: ended a moment ago by its own browser, which has another session after a change of password, or signed out.
 * Its other tabs and workers find that out by themselves. None of them may get the answer for `ended`: the SDK would then
 * remove whatever session the browser has stored by then.
 */
type SessionState = 'live' | 'replaced' | 'ended';

/** What a refresh token is good for. */
type TokenUse =
  /** The account and its session. */
  | { readonly kind: 'live'; readonly uid: string; readonly session: SignInSession }
  | { readonly kind: 'replaced' }
  /** Ended, or never issued by this server. The account is known for a while after the end. */
  | { readonly kind: 'ended'; readonly uid: string | undefined };

/**
 * All live sessions: a token is good only while its session is registered here. A session has one refresh token, stored
 * as its hash, and is named by a part of that hash. Refresh tokens are not rotated: the page and its workers refresh
 * with the same one within milliseconds of each other, and treating that as theft would sign people out.
 *
 * Sessions are held in memory and in the table `refresh_tokens`. A change takes effect when its transaction is committed.
 */
export class SessionRegistry {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #table: ReturnType<typeof sessionTable>;
  readonly #live: LiveSessions;
  readonly #ended: EndedSessions;

  /** @param now milliseconds */
  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#table = sessionTable(store);
    this.#live = new LiveSessions(now);
    this.#ended = new EndedSessions(now);
    for (const row of this.#table.all.all([])) this.#live.add(readEntry(row as SessionRow));
  }

  begin(uid: string, signIn: SignIn): { readonly token: string; readonly session: SignInSession } {
    const { token, entry } = newEntry(uid, signIn, this.#now());
    this.#store.transaction(() => {
      const surplus = this.#live.surplusOf(uid);
      for (const { hash } of surplus) this.#table.remove.run([hash]);
      this.#table.insert.run([entry.hash, uid, signIn.provider, signIn.authTime, entry.usedAt]);
      this.#store.afterCommit(() => {
        this.#live.add(entry);
        // A sign-in may share its transaction with writes of these sessions: those are answered first.
        queueMicrotask(() => this.#end(surplus));
      });
    });
    return { token, session: entry.session };
  }

  /** Looks a refresh token up and stores the time of this use. */
  use(token: string): TokenUse {
    const entry = this.#live.byToken(token);
    if (entry === undefined || this.#live.isIdle(entry)) {
      const id = sessionIdOf(hashSecret(token));
      const kind = this.#ended.stateOf(id);
      return kind === 'replaced' ? { kind } : { kind, uid: this.#ended.accountOf(id) };
    }
    entry.usedAt = this.#now();
    storeInBackground(this.#store, () => this.#table.touch.run([entry.usedAt, entry.hash]));
    return { kind: 'live', uid: entry.uid, session: entry.session };
  }

  /** The state of an account's session; another account's session is `ended`. */
  stateOf(id: string, uid: string): SessionState {
    return this.#live.byId(id)?.uid === uid ? 'live' : this.#ended.stateOf(id);
  }

  /** How many live sessions an account has. */
  countOf(uid: string): number {
    return this.#live.ofAccount(uid).filter((entry) => !this.#live.isIdle(entry)).length;
  }

  /** @param replaced the one of these sessions that another one replaces in the same browser */
  endAll(uid: string, replaced?: SignInSession): void {
    this.#store.transaction(() => {
      this.#table.removeAll.run([uid]);
      this.#store.afterCommit(() => {
        if (replaced !== undefined) this.#ended.markReplaced(replaced.id);
        this.#end(this.#live.ofAccount(uid));
      });
    });
  }

  /** Ends the session of a refresh token, at the wish of the browser that has it. */
  endOwn(token: string): void {
    const entry = this.#live.byToken(token);
    if (entry === undefined) return;
    this.#store.transaction(() => {
      this.#table.remove.run([entry.hash]);
      this.#store.afterCommit(() => {
        this.#ended.markReplaced(entry.session.id);
        this.#end([entry]);
      });
    });
  }

  /** Calls `listener` with the ids of ended sessions; returns the function that removes it. */
  onEnded(listener: SessionsEndedListener): () => void {
    return this.#ended.listen(listener);
  }

  #end(entries: readonly Entry[]): void {
    for (const entry of entries) this.#live.remove(entry);
    for (const { session, uid } of entries) this.#ended.note(session.id, uid);
    if (entries.length > 0) this.#ended.notify(entries.map(({ session }) => session.id));
  }
}

function sessionTable({ db }: Store) {
  return {
    all: db.prepare('SELECT * FROM refresh_tokens'),
    insert: db.prepare('INSERT INTO refresh_tokens VALUES (?, ?, ?, ?, ?)'),
    remove: db.prepare('DELETE FROM refresh_tokens WHERE hash = ?'),
    removeAll: db.prepare('DELETE FROM refresh_tokens WHERE uid = ?'),
    touch: db.prepare('UPDATE refresh_tokens SET used_at = ? WHERE hash = ?'),
  };
}

type Entry = {
  readonly uid: string;
  readonly session: SignInSession;
  readonly hash: Buffer;
  usedAt: number;
};

/** The live sessions in memory, by id. */
class LiveSessions {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(entry: Entry): void {
    this.#entries.set(entry.session.id, entry);
  }

  remove({ session }: Entry): void {
    this.#entries.delete(session.id);
  }

  byId(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  byToken(token: string): Entry | undefined {
    const hash = hashSecret(token);
    const entry = this.#entries.get(sessionIdOf(hash));
    return entry?.hash.equals(hash) ? entry : undefined;
  }

  ofAccount(uid: string): Entry[] {
    return [...this.#entries.values()].filter((entry) => entry.uid === uid);
  }

  isIdle({ usedAt }: Entry): boolean {
    return usedAt < this.#now() - IDLE_LIMIT_MS;
  }

  /** The sessions that end when the account begins one more: idle ones, and the longest unused beyond the limit. */
  surplusOf(uid: string): Entry[] {
    const byUse = this.ofAccount(uid).sort((a, b) => b.usedAt - a.usedAt);
    return byUse.filter((entry, rank) => rank >= MAX_SESSIONS_PER_ACCOUNT - 1 || this.isIdle(entry));
  }
}

/** Which sessions ended a moment ago, and who is notified of an end. */
class EndedSessions {
  readonly #accounts: ExpiringMap<string>;
  /** Not stored: a tab that is late after a restart has to sign in again. */
  readonly #replaced: ExpiringMap<true>;
  readonly #listeners = new Set<SessionsEndedListener>();

  constructor(now: () => number) {
    this.#accounts = new ExpiringMap(ENDED_KNOWN_MS, now);
    this.#replaced = new ExpiringMap(HANDOVER_MS, now);
  }

  markReplaced(id: string): void {
    this.#replaced.set(id, true);
  }

  note(id: string, uid: string): void {
    this.#accounts.set(id, uid);
  }

  /** Whose session it was that ended a moment ago. */
  accountOf(id: string): string | undefined {
    return this.#accounts.get(id);
  }

  stateOf(id: string): 'replaced' | 'ended' {
    return this.#replaced.get(id) === undefined ? 'ended' : 'replaced';
  }

  listen(listener: SessionsEndedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(ids: readonly string[]): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(new Set(ids));
      } catch (error) {
        // The other listeners must stop all the same.
        log.error('A listener failed at the end of a session', { error });
      }
    }
  }
}

/** For the time of use: on a full disk people must still get in, although that cannot be stored. */
function storeInBackground(store: Store, work: () => unknown): void {
  storeTogether(store, work).catch((error: unknown) => {
    log.warn('The use of a session could not be stored', { error });
  });
}

function newEntry(uid: string, signIn: SignIn, usedAt: number): { token: string; entry: Entry } {
  const token = newSecret();
  const hash = hashSecret(token);
  return { token, entry: { uid, session: { ...signIn, id: sessionIdOf(hash) }, hash, usedAt } };
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
