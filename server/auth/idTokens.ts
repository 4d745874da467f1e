import type { Accounts, StoredAccount } from './accounts.ts';
import type { TokenClaims, TokenVerdict, TokenVerifier } from './authContext.ts';
import { openJwt, signJwt } from './jwt.ts';
import type { Session, SessionRegistry } from './sessionRegistry.ts';
import { ID_TOKEN_LIFETIME, type SigningKeys } from './signingKeys.ts';

/** Claims of a token of ours. */
export type SessionClaims = TokenClaims & { readonly sub: string; readonly sid: string };

export type Inspection =
  | { readonly kind: 'valid'; readonly account: StoredAccount; readonly claims: SessionClaims }
  | {
      readonly kind: 'refused';
      readonly code:
        | 'TOKEN_EXPIRED'
        | 'TOKEN_REPLACED'
        | 'INVALID_ID_TOKEN'
        | 'USER_NOT_FOUND'
        | 'USER_DISABLED';
    };

export type IdTokens = TokenVerifier & {
  issue(account: StoredAccount, session: Session): string;
  /** As `verify`, with the account, and with the reason as the auth protocol words it. */
  inspect(idToken: string): Inspection;
};

type Options = {
  readonly keys: SigningKeys;
  readonly accounts: Accounts;
  readonly sessions: SessionRegistry;
  readonly projectId: string;
  /** Milliseconds. */
  readonly now: () => number;
};

/**
 * Issues and checks ID tokens with Firebase's claims (docs: "Verify ID Tokens", third-party JWT library) and one more:
 * `sid`, the session (OpenID Connect Front-Channel Logout 1.0, §3).
 *
 * The session decides. Of the times only the end is looked at: a token that begins in the future was issued before the
 * server's clock was put right, and refusing it would sign people out.
 */
export function createIdTokens({ keys, accounts, sessions, projectId, now }: Options): IdTokens {
  const issuer = `https://securetoken.google.com/${projectId}`;
  const seconds = () => Math.floor(now() / 1000);

  const issue = (account: StoredAccount, session: Session): string => {
    const iat = seconds();
    return signJwt(keys, {
      ...(account.displayName === null ? {} : { name: account.displayName }),
      ...(account.photoUrl === null ? {} : { picture: account.photoUrl }),
      iss: issuer,
      aud: projectId,
      auth_time: session.authTime,
      sid: session.id,
      user_id: account.uid,
      sub: account.uid,
      iat,
      exp: iat + ID_TOKEN_LIFETIME,
      email: account.email,
      email_verified: account.emailVerified,
      firebase: { identities: identitiesOf(accounts, account), sign_in_provider: session.provider },
    });
  };

  const inspect = (idToken: string): Inspection => {
    const claims = openJwt(keys, idToken);
    if (claims === null || claims['iss'] !== issuer || claims['aud'] !== projectId || !isComplete(claims))
      return { kind: 'refused', code: 'INVALID_ID_TOKEN' };
    const account = accounts.byUid(claims.sub);
    if (account === undefined) return { kind: 'refused', code: 'USER_NOT_FOUND' };
    if (account.disabled) return { kind: 'refused', code: 'USER_DISABLED' };
    const state = sessions.stateOf(claims.sid, claims.sub);
    // A tab that has not found the new tokens yet: signing out there would sign the whole browser out.
    if (state === 'replaced') return { kind: 'refused', code: 'TOKEN_REPLACED' };
    if (state === 'ended' || claims.exp <= seconds()) return { kind: 'refused', code: 'TOKEN_EXPIRED' };
    return { kind: 'valid', account, claims };
  };

  const verify = (idToken: string): TokenVerdict => {
    const inspection = inspect(idToken);
    if (inspection.kind === 'refused') {
      const { code } = inspection;
      const canRefresh = code === 'TOKEN_EXPIRED' || code === 'TOKEN_REPLACED';
      return { ok: false, reason: canRefresh ? 'expired' : 'invalid' };
    }
    const { account, claims } = inspection;
    return { ok: true, auth: { uid: account.uid, token: claims }, expiresAt: claims.exp };
  };

  return { issue, inspect, verify, onSessionsEnded: sessions.onEnded };
}

function identitiesOf(accounts: Accounts, account: StoredAccount): Record<string, string[]> {
  const identities: Record<string, string[]> = { email: [account.email] };
  for (const { providerId, rawId } of accounts.linksOf(account.uid)) {
    const ids = identities[providerId] ?? [];
    ids.push(rawId);
    identities[providerId] = ids;
  }
  return identities;
}

function isComplete(claims: Readonly<Record<string, unknown>>): claims is SessionClaims {
  const numbers = ['iat', 'exp', 'auth_time'].every((name) => typeof claims[name] === 'number');
  const texts = ['sub', 'sid'].every((name) => typeof claims[name] === 'string');
  return numbers && texts && typeof claims['firebase'] === 'object';
}
