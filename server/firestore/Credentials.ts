import type { AuthContext, TokenVerifier } from '../auth/authContext.ts';
import { FirestoreError } from './status.ts';

/** Who sent a request or opened a stream. */
export class Credentials {
  readonly auth: AuthContext;
  readonly #token: string | null;
  readonly #tokens: TokenVerifier;

  /** @param header value of `Authorization`; without one the sender is signed out. Throws UNAUTHENTICATED. */
  constructor(header: string | undefined, tokens: TokenVerifier) {
    this.#tokens = tokens;
    this.#token = header ? header.replace(/^Bearer\s+/i, '') : null;
    this.auth = this.check();
  }

  /** Checks the token again: it may have expired or been revoked meanwhile. Throws UNAUTHENTICATED. */
  check(): AuthContext {
    if (this.#token === null) return null;
    const verdict = this.#tokens.verify(this.#token);
    if (verdict.ok) return verdict.auth;
    // The client answers this code by fetching a new token and trying again.
    throw new FirestoreError('UNAUTHENTICATED', `The ID token is ${verdict.reason}.`);
  }
}
