import type { OwnAccess } from '#contract/ledger.ts';
import { type Access, type Account, accessOf } from '#model/user.ts';
import type { SignedIn } from './auth.ts';
import { dropKeptLists, dropKeptWork } from './browserStorage.ts';
import type { LedgerService } from './ledger.ts';
import { createObservable, type Observable } from './observable.ts';
import type { Services } from './services.ts';

/** Who is here and what they may do, as far as it is known. */
export type SessionState =
  | { readonly kind: 'starting' }
  /** The backend does not answer, so that the rights are not known. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'no-access'; readonly account: Account }
  | { readonly kind: 'allowed'; readonly account: Account; readonly access: Exclude<Access, 'none'> };

/** The ledger of the signed-in person, and whether it has taken the place of one that broke down. */
export type RunningLedger = { readonly service: LedgerService; readonly isReplaced: boolean };

/** The session of this tab as an external store; `stop` ends its watches. */
export type Session = {
  subscribe(onChange: () => void): () => void;
  state(): SessionState;
  /** Null while nobody is signed in. For somebody without access it only waits for that. */
  readonly ledger: Observable<RunningLedger | null>;
  /** Begins anew after `unreachable`. */
  retry(): void;
  /**
   * Signs out, in every tab, and deletes the text stored of the user. A session that ends in another way, expired or
   * revoked, keeps it for when the user signs in again.
   */
  logout(): Promise<void>;
  stop(): void;
};

/**
 * Follows the signed-in account and, through its ledger worker, its own entry of `access`, which alone decides what
 * the person may do: an approval or a removal by an admin acts at once. Writes the time of the last login once per
 * sign-in of an allowed user.
 */
export function startSession({
  auth,
  records,
  startLedger,
}: Pick<Services, 'auth' | 'records' | 'startLedger'>): Session {
  const listeners = new Set<() => void>();
  let state: SessionState = { kind: 'starting' };
  let signedIn: SignedIn | null = null;
  /** The sign-in whose time was looked after, so that it is written once. */
  let notedLogin = 0;
  const ledger = createLedgerHolder(startLedger, {
    onAccess,
    onGivenUp: () => state.kind === 'starting' && setState({ kind: 'unreachable' }),
  });

  const endAccountWatch = auth.watchAccount((next) => {
    const isSamePerson = next !== null && signedIn !== null && next.account.uid === signedIn.account.uid;
    signedIn = next;
    if (next === null) signOut();
    else if (!isSamePerson) begin(next.account);
    else if (state.kind === 'allowed') setState({ ...state, account: next.account });
    else if (state.kind === 'no-access') {
      setState({ ...state, account: next.account });
      // What the rules refused may be allowed to the new token, as after the address was verified.
      ledger.begin(next.account);
    }
  });

  function setState(next: SessionState): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function begin(account: Account): void {
    setState({ kind: 'starting' });
    ledger.begin(account);
  }

  function signOut(): void {
    setState({ kind: 'signed-out' });
    ledger.end();
    deleteLists();
    // While the person types, the code that a sign-in needs is fetched; a failure is handled when it is needed.
    whenIdle(() => void records().catch(() => {}));
  }

  function onAccess(access: OwnAccess): void {
    if (signedIn === null) return;
    const { account } = signedIn;
    if (access === 'unreachable') {
      if (state.kind === 'starting') setState({ kind: 'unreachable' });
    } else if (access === 'none') {
      const hadAccess = state.kind === 'allowed';
      setState({ kind: 'no-access', account });
      // The worker that holds the list ends; another one waits for access.
      if (hadAccess) ledger.begin(account);
      deleteLists();
    } else {
      setState({ kind: 'allowed', account, access });
      void noteLogin(signedIn);
    }
  }

  async function noteLogin({ account, signedInAt }: SignedIn): Promise<void> {
    if (notedLogin === signedInAt.getTime()) return;
    notedLogin = signedInAt.getTime();
    try {
      const { users } = await records();
      const record = await users.readUser(account.email);
      if (accessOf(account, record) === 'none') return;
      const lastLogin = record?.lastLogin;
      if (lastLogin !== undefined && Date.parse(lastLogin) >= signedInAt.getTime()) return;
      await users.writeLastLogin(account.email, signedInAt);
    } catch (error) {
      console.error('The time of the last login was not written:', error);
    }
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    state: () => state,
    ledger: ledger.current,
    async logout() {
      await auth.signOut();
      await dropKeptWork().catch((error: unknown) =>
        console.error('The text of the last user is still stored here:', error),
      );
    },
    retry() {
      if (signedIn !== null) begin(signedIn.account);
    },
    stop() {
      endAccountWatch();
      ledger.end();
    },
  };
}

/** Whoever has no access has no business with the list, and nobody else with theirs. */
function deleteLists(): void {
  dropKeptLists().catch((error: unknown) =>
    console.error('The mapping list of the last user may still be stored here:', error),
  );
}

/** A ledger that breaks down again so soon is left alone until the person asks for another. Milliseconds. */
const BREAKS_AGAIN_MS = 10_000;

type LedgerListeners = {
  onAccess(access: OwnAccess): void;
  /** The ledger broke down again and is left alone. */
  onGivenUp(): void;
};

/** Holds one ledger at a time, and replaces one that breaks down: what it stored of the page comes back with the next. */
function createLedgerHolder(start: Services['startLedger'], { onAccess, onGivenUp }: LedgerListeners) {
  const current = createObservable<RunningLedger | null>(null);
  let endCurrent = () => {};

  function begin(account: Account, isReplaced = false): void {
    endCurrent();
    let isOver = false;
    endCurrent = () => {
      isOver = true;
    };
    start(account).then(
      (service) => (isOver ? service.stop() : hold(service, account, isReplaced)),
      (error: unknown) => {
        console.error('The part of the app that follows the access cannot be loaded:', error);
        if (!isOver) onGivenUp();
      },
    );
  }

  function hold(service: LedgerService, account: Account, isReplaced: boolean): void {
    const begunAt = Date.now();
    const reportAccess = () => {
      const access = service.access.get();
      if (access !== null) onAccess(access);
    };
    let isBroken = false;
    const watches = [
      service.access.subscribe(reportAccess),
      service.watchBreakdown(() => {
        const isAskedFor = isBroken;
        isBroken = true;
        if (!isAskedFor && isReplaced && Date.now() - begunAt < BREAKS_AGAIN_MS) onGivenUp();
        else begin(account, true);
      }),
    ];
    endCurrent = () => {
      for (const end of watches) end();
      service.stop();
    };
    current.set({ service, isReplaced });
    reportAccess();
  }

  function end(): void {
    endCurrent();
    endCurrent = () => {};
    current.set(null);
  }

  return { current: current as Observable<RunningLedger | null>, begin, end };
}

/** For so long the sign-in screen has the line and the processor to itself. Milliseconds. */
const SIGN_IN_SCREEN_FIRST_MS = 1_500;

/** Calls `act` when the page has nothing else to do. */
function whenIdle(act: () => void): void {
  setTimeout(() => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 10_000 });
    else act();
  }, SIGN_IN_SCREEN_FIRST_MS);
}
