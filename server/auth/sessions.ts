import type { StoredAccount } from './accounts.ts';
import { type Refusal, refuse } from './answer.ts';
import { type Fields, textOf } from './request.ts';
import type { Session, SignIn } from './sessionRegistry.ts';
import { ID_TOKEN_LIFETIME } from './signingKeys.ts';
import type { AuthState } from './state.ts';

/** Sensitive changes need a sign-in that is at most this old. Seconds. */
const RECENT_LOGIN = 300;

/** Tokens as the protocol hands them out. */
export type SessionTokens = {
  readonly idToken: string;
  readonly refreshToken: string;
  /** Seconds, as text. */
  readonly expiresIn: string;
};

/** Starts a session of an account that has just proven itself; notes the time of the sign-in. */
export function signIn(state: AuthState, account: StoredAccount, provider: string): SessionTokens {
  const now = state.now();
  return state.store.transaction(() => {
    const signedIn = { ...account, lastLoginAt: now };
    state.accounts.save(signedIn);
    return tokensFor(state, signedIn, { provider, authTime: Math.floor(now / 1000) });
  });
}

/** New tokens under an existing sign-in. */
export function tokensFor(state: AuthState, account: StoredAccount, signedIn: SignIn): SessionTokens {
  const { token, session } = state.sessions.begin(account.uid, signedIn);
  return {
    idToken: state.idTokens.issue(account, session),
    refreshToken: token,
    expiresIn: String(ID_TOKEN_LIFETIME),
  };
}

/**
 * Saves an account that is signed in to in another way from now on; returns it as it is then. All its sessions end, and
 * the links for a new password that were mailed before are void.
 * @param goesOn the session that gets new tokens in place of its old ones
 */
export function endSessions(state: AuthState, account: StoredAccount, goesOn?: Session): StoredAccount {
  const saved = { ...account, validSince: Math.floor(state.now() / 1000) };
  state.store.transaction(() => {
    state.accounts.save(saved);
    state.actionCodes.discard(account.uid, 'PASSWORD_RESET');
    state.sessions.endAll(account.uid, goesOn);
  });
  return saved;
}

export type SignedIn = {
  readonly kind: 'signed-in';
  readonly account: StoredAccount;
  readonly session: Session;
};

/** The account of the field `idToken`. */
export function signedInAccount(state: AuthState, fields: Fields): SignedIn | Refusal {
  const idToken = textOf(fields, 'idToken');
  if (idToken === undefined) return refuse('MISSING_ID_TOKEN');
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

/** As {@link signedInAccount}, for changes that a found, unlocked screen must not allow. */
export function recentlySignedInAccount(state: AuthState, fields: Fields): SignedIn | Refusal {
  const found = signedInAccount(state, fields);
  if (found.kind === 'refused') return found;
  // From the future is not recent: then the clock was ahead, and how long ago it was is not known.
  const age = Math.abs(Math.floor(state.now() / 1000) - found.session.authTime);
  return age > RECENT_LOGIN ? refuse('CREDENTIAL_TOO_OLD_LOGIN_AGAIN') : found;
}
