import type { AuthContext, TokenVerifier } from '../auth/authContext.ts';
import { FirestoreError } from './status.ts';

/** Who sent a request or opened a stream. */
export class Credentials {
  readonly auth: AuthContext;
  readonly #token: string | null;
  readonly #tokens: TokenVerifier;

  /** @param header `Bearer <token>`; without one the sender is signed out. Throws UNAUTHENTICATED. */
  constructor(header: string | undefined, tokens: TokenVerifier) {
    this.#tokens = tokens;
    this.#token = header ? (/^Bearer (\S+)$/i.exec(header)?.[1] ?? '') : null;
    this.auth = this.check();
  }

  /** Calls `listener` with the reason when the token's session ends. Returns how to stop. */
  onSessionEnd(listener: (reason: FirestoreError) => void): () => void {
    const sid = this.auth?.token.sid;
    if (sid === undefined) return () => {};
    return this.#tokens.onSessionsEnded((ended) => {
      if (ended.has(sid)) listener(refused('expired'));
    });
  }

  /** Checks the token again: it may have expired, or its session ended. Throws UNAUTHENTICATED. */
  check(): AuthContext {
    if (this.#token === null) return null;
    const verdict = this.#tokens.verify(this.#token);
    if (verdict.ok) return verdict.auth;
    throw refused(verdict.reason);
  }
}

/** The client answers this code by fetching a new token and trying again. */
function refused(reason: 'expired' | 'invalid'): FirestoreError {
  return new FirestoreError('UNAUTHENTICATED', `The ID token is ${reason}.`);
}
