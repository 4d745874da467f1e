/** Claims of a verified ID token, as Security Rules see them at `request.auth.token` / `auth.token`. */
export type TokenClaims = {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly auth_time: number;
  /** The session that the token belongs to; every token of this server has one. */
  readonly sid?: string;
  readonly iat: number;
  readonly exp: number;
  readonly firebase: {
    readonly sign_in_provider: string;
    readonly identities: Readonly<Record<string, readonly string[]>>;
  };
  readonly [claim: string]: unknown;
};

/** Who makes a request; null when signed out. */
export type AuthContext = { readonly uid: string; readonly token: TokenClaims } | null;

export type TokenVerdict =
  | {
      readonly ok: true;
      readonly auth: NonNullable<AuthContext> /** Unix seconds. */;
      readonly expiresAt: number;
    }
  | { readonly ok: false; readonly reason: 'expired' | 'invalid' };

/** Called with the ids (`sid`) of sessions that have just ended. */
export type SessionsEndedListener = (ended: ReadonlySet<string>) => void;

export type TokenVerifier = {
  /**
   * Checks an ID token: signature, audience, expiry, that the account exists and is not disabled, and that the
   * token's session lives. Synchronous, so that socket messages keep their order.
   */
  verify(idToken: string): TokenVerdict;
  /**
   * Calls `listener` when sessions have ended: after that is stored, and before anything else is written or pushed.
   * Returns the function that removes the listener.
   */
  onSessionsEnded(listener: SessionsEndedListener): () => void;
};
