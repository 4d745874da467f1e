import { type Access, type Account, accessOf, type UserRecord } from '#model/user.ts';
import type { SignedIn } from './auth.ts';
import { dropKeptLists, dropKeptWork } from './browserStorage.ts';
import type { Services } from './services.ts';
import type { RecordNews } from './users.ts';

/** A record that is another account's may become this one's: it is asked for again after this time. */
const REFUSED_RETRY_MS = 20_000;

/** Who is here and what they may do, as far as it is known. */
export type SessionState =
  | { readonly kind: 'starting' }
  /** The backend does not answer, so that nobody can say. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'no-access'; readonly account: Account }
  | { readonly kind: 'allowed'; readonly account: Account; readonly access: Exclude<Access, 'none'> };

/** The session of this tab as an external store; `stop` ends its watches. */
export type Session = {
  subscribe(onChange: () => void): () => void;
  state(): SessionState;
  /** Begins anew after `unreachable`. */
  retry(): void;
  /**
   * Signs out, in every tab, and forgets the text kept of the user. A session that ends in another way, expired or
   * revoked, keeps it for when the user signs in again.
   */
  logout(): Promise<void>;
  stop(): void;
};

/**
 * Follows the signed-in account and, live, its user record: an approval or a removal by an admin acts at once.
 * Writes the time of the last login once per sign-in of an allowed user.
 */
export function startSession({ auth, records }: Pick<Services, 'auth' | 'records'>): Session {
  const listeners = new Set<() => void>();
  let state: SessionState = { kind: 'starting' };
  let signedIn: SignedIn | null = null;
  /** Counts the watches begun, so that news of an ended one is told from news of the current. */
  let generation = 0;
  /** Sign-in whose time was sent off, lest a slow answer has it sent twice. */
  let notedLogin = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let endRecordWatch = () => {};

  const endAccountWatch = auth.watchAccount((next) => {
    const isSamePerson = next !== null && signedIn !== null && next.account.uid === signedIn.account.uid;
    const changed = JSON.stringify(next) !== JSON.stringify(signedIn);
    signedIn = next;
    if (!changed && state.kind !== 'starting') return;
    if (!isSamePerson) become(next ? { kind: 'starting' } : { kind: 'signed-out' });
    // While the person types, what comes after the sign-in is fetched; a failure is met when it is needed.
    if (next === null) whenIdle(() => void records().catch(() => {}));
    watchRecord();
  });

  function become(next: SessionState): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listen of listeners) listen();
    // After the listeners, who end the ledger: it keeps the list.
    if (next.kind === 'signed-out' || next.kind === 'no-access') forgetLists();
  }

  /** Whoever has no access, for whatever reason, has no business with the list. */
  function forgetLists(): void {
    dropKeptLists().catch((error: unknown) =>
      console.error('The mapping list of the last user may still be kept here:', error),
    );
  }

  function watchRecord(): void {
    clearTimeout(retryTimer);
    endRecordWatch();
    endRecordWatch = () => {};
    const current = ++generation;
    const person = signedIn;
    if (person === null) return;
    records().then(
      ({ users }) => {
        if (current !== generation) return;
        endRecordWatch = users.watchUser(person.account.email, (news) => {
          if (current === generation) hear(person, news);
        });
      },
      (error: unknown) => {
        console.error('The part of the app that reads user records cannot be loaded:', error);
        if (current === generation) become({ kind: 'unreachable' });
      },
    );
  }

  function hear({ account, signedInAt }: SignedIn, news: RecordNews): void {
    if (news.kind === 'unreachable') {
      // Someone at work goes on working: the pages say themselves what cannot be saved.
      if (state.kind === 'starting') become({ kind: 'unreachable' });
      return;
    }
    if (news.kind === 'refused') {
      become({ kind: 'no-access', account });
      retryTimer = setTimeout(watchRecord, REFUSED_RETRY_MS);
      return;
    }
    const access = accessOf(account, news.record);
    if (access === 'none') {
      become({ kind: 'no-access', account });
      return;
    }
    become({ kind: 'allowed', account, access });
    if (news.record !== null) noteLogin(news.record, signedInAt);
  }

  function noteLogin(record: UserRecord, signedInAt: Date): void {
    if (record.lastLogin !== undefined && Date.parse(record.lastLogin) >= signedInAt.getTime()) return;
    if (notedLogin === signedInAt.getTime()) return;
    notedLogin = signedInAt.getTime();
    records()
      .then(({ users }) => users.writeLastLogin(record.email, signedInAt))
      .catch((error: unknown) => console.error('The time of the last login was not written:', error));
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    state: () => state,
    async logout() {
      await auth.signOut();
      await dropKeptWork().catch((error: unknown) =>
        console.error('The text kept of the last user is still here:', error),
      );
    },
    retry() {
      become({ kind: 'starting' });
      watchRecord();
    },
    stop() {
      endAccountWatch();
      endRecordWatch();
      clearTimeout(retryTimer);
      generation++;
    },
  };
}

/** So long the sign-in screen has the line and the processor to itself. Milliseconds. */
const SIGN_IN_SCREEN_FIRST_MS = 1_500;

/** When the page has nothing else to do. */
function whenIdle(act: () => void): void {
  setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 10_000 });
    else act();
  }, SIGN_IN_SCREEN_FIRST_MS);
}
