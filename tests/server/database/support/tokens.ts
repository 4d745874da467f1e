import type { TokenVerifier } from '#server/auth/authContext.ts';

/** An unsigned token that the SDK takes for a real one; lives for `seconds`. */
export function tokenFor(uid: string, seconds = 3600): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { sub: uid, iat, exp: iat + seconds, auth_time: iat };
  return [{ alg: 'none' }, claims, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
}

/** Reads tokens of {@link tokenFor}; those in `revoked` are no longer good. */
export function testTokens(revoked: ReadonlySet<string> = new Set()): TokenVerifier {
  return {
    verify(token) {
      const middle = token.split('.')[1];
      if (middle === undefined || revoked.has(token)) return { ok: false, reason: 'invalid' };
      const claims = JSON.parse(Buffer.from(middle, 'base64url').toString());
      if (claims.exp * 1000 <= Date.now()) return { ok: false, reason: 'expired' };
      const firebase = { sign_in_provider: 'password', identities: {} };
      return { ok: true, auth: { uid: claims.sub, token: { ...claims, firebase } }, expiresAt: claims.exp };
    },
    onSessionsEnded: () => () => {},
  };
}
