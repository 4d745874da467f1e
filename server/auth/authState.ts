import type { Store } from '../store/store.ts';
import { createThrottle, type Throttle } from '../throttle.ts';
import type { Accounts, StoredAccount } from './accounts.ts';
import type { ActionCodes } from './actionCodes.ts';
import type { IdentityProvider } from './identity/identityProvider.ts';
import type { BackgroundMailer } from './mail.ts';
import type { Passwords } from './passwords.ts';
import { type Answer, type Caller, type Fields, type Refusal, refuse } from './protocol.ts';
import type { SessionRegistry, SignIn, SignInSession } from './sessionRegistry.ts';
import { ID_TOKEN_LIFETIME, type IdTokens } from './tokens.ts';

/** Everything that an operation works on. */
export type AuthState = {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly idTokens: IdTokens;
  readonly sessions: SessionRegistry;
  readonly passwords: Passwords;
  readonly actionCodes: ActionCodes;
  readonly mailer: BackgroundMailer;
  readonly identities: IdentityProvider;
  readonly limits: Limits;
  readonly projectId: string;
  /** Name of the product, for mails. */
  readonly brand: string;
  /** Milliseconds. */
  readonly now: () => number;
  readonly logError: (what: string, error: unknown) => void;
};

/** One request of the protocol, e.g. `accounts:lookup`. */
export type Operation = (state: AuthState, fields: Fields, caller: Caller) => Answer | Promise<Answer>;

/** Limits of what can be tried by guessing, or costs others something. */
type Limits = {
  readonly signInPerAccount: Throttle;
  readonly signInPerAddress: Throttle;
  readonly signUpPerAddress: Throttle;
  readonly mailPerAccount: Throttle;
  readonly mailPerAddress: Throttle;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Limits are held in memory: a restart empties them, and an attacker cannot cause one. */
export function createLimits(now: () => number): Limits {
  return {
    signInPerAccount: createThrottle({ burst: 10, refill: 30 * SECOND }, now),
    signInPerAddress: createThrottle({ burst: 100, refill: 6 * SECOND }, now),
    signUpPerAddress: createThrottle({ burst: 100, refill: 30 * SECOND }, now),
    mailPerAccount: createThrottle({ burst: 5, refill: 10 * MINUTE }, now),
    mailPerAddress: createThrottle({ burst: 50, refill: MINUTE }, now),
  };
}

/** Tokens as the protocol hands them out. */
type SessionTokens = {
  readonly idToken: string;
  readonly refreshToken: string;
  /** Seconds, as text. */
  readonly expiresIn: string;
};

/** Starts a session of an account whose owner has just signed in, and stores the time of the sign-in. */
export function signIn(state: AuthState, account: StoredAccount, provider: string): SessionTokens {
  const now = state.now();
  return state.store.transaction(() => {
    const signedIn = { ...account, lastLoginAt: now };
    state.accounts.save(signedIn);
    return tokensFor(state, signedIn, { provider, authTime: Math.floor(now / 1000) });
  });
}

/** Starts a session under an existing sign-in; returns its tokens. */
export function tokensFor(state: AuthState, account: StoredAccount, signedIn: SignIn): SessionTokens {
  const { token, session } = state.sessions.begin(account.uid, signedIn);
  return {
    idToken: state.idTokens.issue(account, session),
    refreshToken: token,
    expiresIn: String(ID_TOKEN_LIFETIME),
  };
}

/**
 * Saves an account whose way to sign in has changed, and returns it as saved. All its sessions end, and the links for a
 * new password that were mailed before are void.
 * @param replaced the session that gets new tokens in place of its old ones
 */
export function endSessions(
  state: AuthState,
  account: StoredAccount,
  replaced?: SignInSession,
): StoredAccount {
  const saved = { ...account, validSince: Math.floor(state.now() / 1000) };
  state.store.transaction(() => {
    state.accounts.save(saved);
    state.actionCodes.discard(account.uid, 'PASSWORD_RESET');
    state.sessions.endAll(account.uid, replaced);
  });
  return saved;
}

type SignedIn = {
  readonly kind: 'signed-in';
  readonly account: StoredAccount;
  readonly session: SignInSession;
};

/** The account that an ID token belongs to. */
export function signedInAccount(state: AuthState, idToken = ''): SignedIn | Refusal {
  if (idToken === '') return refuse('MISSING_ID_TOKEN');
  const inspection = state.idTokens.inspect(idToken);
  if (inspection.kind === 'refused') return refuse(inspection.code);
  const { account, claims } = inspection;
  return {
    kind: 'signed-in',
    account,
    session: {
      provider: claims.firebase.sign_in_provider,
      authTime: claims.auth_time,
      id: claims.sid,
    },
  };
}

/** Sensitive changes need a sign-in that is at most this old. Seconds. */
const RECENT_LOGIN = 300;

/** As {@link signedInAccount}, for changes that must not be possible on a screen that was left unlocked. */
export function recentlySignedInAccount(state: AuthState, idToken?: string): SignedIn | Refusal {
  const found = signedInAccount(state, idToken);
  if (found.kind === 'refused') return found;
  // A sign-in from the future was made while the clock was ahead: its age is unknown, so it does not count as recent.
  const age = Math.abs(Math.floor(state.now() / 1000) - found.session.authTime);
  return age > RECENT_LOGIN ? refuse('CREDENTIAL_TOO_OLD_LOGIN_AGAIN') : found;
}
