import type { Email } from '#model/email.ts';
import type { Access } from '#model/user.ts';
import type { Store } from '../store/store.ts';
import type { Accounts, StoredAccount } from './accounts.ts';
import type { ActionCodes } from './actionCodes.ts';
import type { IdentityProvider } from './identity/identityProvider.ts';
import type { KnownBrowser, KnownBrowsers } from './knownBrowsers.ts';
import type { Limits } from './limits.ts';
import type { BackgroundMailer } from './mail.ts';
import type { Passwords } from './passwords.ts';
import { type Answer, type Caller, type Fields, refuse } from './protocol.ts';
import type { SessionRegistry, SignIn, SignInSession } from './sessionRegistry.ts';
import { ID_TOKEN_LIFETIME, type IdTokens } from './tokens.ts';

/** What the identity service is told. */
export type AuthSettings = {
  readonly store: Store;
  readonly projectId: string;
  readonly identities: IdentityProvider;
  /** Name of the product, for mails. */
  readonly brand: string;
  /** Milliseconds. */
  readonly now: () => number;
  readonly logError: (what: string, error: unknown) => void;
  /** The address that people use; null: the one that a request came to. Links in mails begin with it. */
  readonly publicOrigin: string | null;
  /** What an account may do, read from the stored access entries as the rules read them. */
  readonly accessOf: (account: StoredAccount) => Access;
  readonly audit: AuditAccounts;
};

/** Everything that an operation works on. */
export type AuthState = AuthSettings & {
  readonly accounts: Accounts;
  readonly idTokens: IdTokens;
  readonly sessions: SessionRegistry;
  readonly passwords: Passwords;
  readonly actionCodes: ActionCodes;
  readonly mailer: BackgroundMailer;
  readonly browsers: KnownBrowsers;
  readonly limits: Limits;
};

/** One request of the protocol, e.g. `accounts:lookup`. */
export type Operation = (state: AuthState, fields: Fields, caller: Caller) => Answer | Promise<Answer>;

/** Writes a line about what somebody has done to an account. */
export type AuditAccounts = (by: Email, event: AccountEvent, account: Email) => void;

export type AccountEvent = 'sessions-ended' | 'account-disabled' | 'account-enabled';

/** Whether somebody who may use the product has signed in in this browser before. */
export function isGrantedBrowser({ accounts, accessOf }: AuthState, browser: KnownBrowser | null): boolean {
  return (browser?.uids ?? []).some((uid) => {
    const account = accounts.byUid(uid);
    return account !== undefined && !account.disabled && accessOf(account) !== 'none';
  });
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
  state.limits.clearResetMails(saved);
  return saved;
}

type SignedIn = { readonly account: StoredAccount; readonly session: SignInSession };

/** The account that an ID token belongs to. @throws Refusal */
export function signedInAccount(state: AuthState, idToken = ''): SignedIn {
  if (idToken === '') refuse('MISSING_ID_TOKEN');
  const inspection = state.idTokens.inspect(idToken);
  if (inspection.kind === 'refused') return refuse(inspection.code);
  const { account, claims } = inspection;
  return {
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
export function recentlySignedInAccount(state: AuthState, idToken?: string): SignedIn {
  const found = signedInAccount(state, idToken);
  // A sign-in from the future was made while the clock was ahead: its age is unknown, so it does not count as recent.
  const age = Math.abs(Math.floor(state.now() / 1000) - found.session.authTime);
  return age > RECENT_LOGIN ? refuse('CREDENTIAL_TOO_OLD_LOGIN_AGAIN') : found;
}
