/** Claims of a verified ID token, as Security Rules see them at `request.auth.token` / `auth.token`. */
export type TokenClaims = {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly auth_time: number;
  /** The session; absent from tokens of earlier versions. */
  readonly sid?: string;
  readonly iat: number;
  readonly exp: number;
  readonly firebase: {
    readonly sign_in_provider: string;
    readonly identities: Readonly<Record<string, readonly string[]>>;
  };
  readonly [claim: string]: unknown;
};

/** Who asks; null when signed out. */
export type AuthContext = { readonly uid: string; readonly token: TokenClaims } | null;

export type TokenVerdict =
  | {
      readonly ok: true;
      readonly auth: NonNullable<AuthContext> /** Unix seconds. */;
      readonly expiresAt: number;
    }
  | { readonly ok: false; readonly reason: 'expired' | 'invalid' };

/**
 * Checks an ID token: signature, audience, expiry, that the account exists and is not disabled, and that the
 * token is not older than the account's last revocation. Synchronous, so that socket messages keep their order.
 */
export type TokenVerifier = { verify(idToken: string): TokenVerdict };
