import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type Database from 'libsql';
import type { Store } from '../store/store.ts';
import type { Accounts, StoredAccount } from './accounts.ts';
import type { TokenClaims, TokenVerdict, TokenVerifier } from './authContext.ts';
import type { SessionRegistry, SignInSession } from './sessionRegistry.ts';

/** Seconds. The SDK refreshes 5 minutes before the end: with a short life it would refresh without pause. */
export const ID_TOKEN_LIFETIME = 3600;

/** Claims of a token of this server. */
type SessionClaims = TokenClaims & { readonly sub: string; readonly sid: string };

type Inspection =
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

export type IdTokens = ReturnType<typeof createIdTokens>;

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
 * A token is good while its session lives. Of the times only the end counts: a token that begins in the future was issued
 * before the server's clock was put right, and refusing it would sign people out.
 */
export function createIdTokens({ keys, accounts, sessions, projectId, now }: Options) {
  const issuer = `https://securetoken.google.com/${projectId}`;
  const seconds = () => Math.floor(now() / 1000);

  const issue = (account: StoredAccount, session: SignInSession): string => {
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

  /** As `verify`, with the account, and with the reason as the auth protocol words it. */
  const inspect = (idToken: string): Inspection => {
    const claims = openJwt(keys, idToken);
    if (claims === null || claims['iss'] !== issuer || claims['aud'] !== projectId || !isComplete(claims))
      return { kind: 'refused', code: 'INVALID_ID_TOKEN' };
    const account = accounts.byUid(claims.sub);
    if (account === undefined) return { kind: 'refused', code: 'USER_NOT_FOUND' };
    if (account.disabled) return { kind: 'refused', code: 'USER_DISABLED' };
    const state = sessions.stateOf(claims.sid, claims.sub);
    // For a tab that has not found the new tokens yet: the SDK would sign the whole browser out over `TOKEN_EXPIRED`.
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

  const onSessionsEnded: TokenVerifier['onSessionsEnded'] = (listener) => sessions.onEnded(listener);
  return { issue, inspect, verify, onSessionsEnded };
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

/** Longer texts are not tokens of this server. */
const MAX_TOKEN_LENGTH = 8192;

type JwtPayload = Readonly<Record<string, unknown>>;

/** Signs claims as a JWT with HS256 (RFC 7515, RFC 7518 §3.2); the header names the key. */
function signJwt(keys: SigningKeys, claims: JwtPayload): string {
  const header = encode({ alg: 'HS256', typ: 'JWT', kid: keys.currentKid });
  const signed = `${header}.${encode(claims)}`;
  return `${signed}.${keys.sign(signed, keys.currentKid).toString('base64url')}`;
}

/**
 * The claims of a token that this server signed; null for anything else. Only HS256 with a stored key is accepted,
 * whatever the header names (`none` above all). The caller checks times and audience.
 */
function openJwt(keys: SigningKeys, token: string): JwtPayload | null {
  const [header, payload, signature, ...rest] = token.length > MAX_TOKEN_LENGTH ? [] : token.split('.');
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0)
    return null;
  const { alg, kid } = decode(header) ?? {};
  if (alg !== 'HS256' || typeof kid !== 'string') return null;
  const bytes = Buffer.from(signature, 'base64url');
  // The decoder reads over what does not belong there, such as `=` at the end.
  const isCanonical = bytes.toString('base64url') === signature;
  return isCanonical && keys.matches(`${header}.${payload}`, kid, bytes) ? decode(payload) : null;
}

function encode(value: JwtPayload): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string): JwtPayload | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as JwtPayload) : null;
  } catch {
    return null;
  }
}

export type SigningKeys = ReturnType<typeof loadSigningKeys>;

/** How long a key still verifies once a newer one signs: the life of its last tokens, and a little. */
const KEY_VALID_MS = (ID_TOKEN_LIFETIME + 300) * 1000;

type Key = { readonly kid: string; readonly secret: Buffer; readonly created_at: number };

/**
 * The persisted HMAC keys of ID tokens; the first start makes one. The newest signs, and an older one verifies for
 * as long as a token of its can be alive, so that rotating keys signs nobody out. A key that another process adds
 * (`npm run rotate-key`) is used at once.
 * @param now milliseconds
 */
export function loadSigningKeys(store: Store, now: () => number) {
  const { db } = store;
  const select = db.prepare('SELECT kid, secret, created_at FROM signing_keys ORDER BY created_at DESC, kid');
  if (select.get([]) === undefined) store.transaction(() => addKey(db, now()));
  // SQLite counts it up when another connection has committed something.
  const readVersion = db.prepare('PRAGMA data_version').raw(true);
  let version: unknown;
  let keys: readonly Key[] = [];

  const current = (): readonly Key[] => {
    const [seen] = readVersion.get([]) as unknown as [number];
    if (seen !== version) {
      keys = select.all([]) as Key[];
      version = seen;
    }
    return keys;
  };
  const find = (kid: string): Key | undefined => {
    const all = current();
    const index = all.findIndex((key) => key.kid === kid);
    const successor = all[index - 1];
    return successor === undefined || now() < successor.created_at + KEY_VALID_MS ? all[index] : undefined;
  };
  return {
    /** The key that signs: the newest. */
    get currentKid(): string {
      const [newest] = current();
      if (newest === undefined) throw new Error('there is no signing key');
      return newest.kid;
    },
    sign(text: string, kid: string): Buffer {
      const key = find(kid);
      if (key === undefined) throw new Error(`there is no signing key ${kid}`);
      return hmac(key, text);
    },
    /** False for an unknown key, too, and for one whose last tokens have expired. */
    matches(text: string, kid: string, signature: Buffer): boolean {
      const key = find(kid);
      if (key === undefined) return false;
      const expected = hmac(key, text);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    },
  };
}

function hmac({ secret }: Key, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

/**
 * Adds a key, which signs from now on, and removes those that are of no use any more.
 * @param db only `exec`, as another process than the server's closes its connection at once
 * @param now milliseconds
 */
export function addKey(db: Pick<Database.Database, 'exec'>, now: number): void {
  const [kid, secret] = [randomBytes(8), randomBytes(32)].map((bytes) => bytes.toString('hex'));
  // A key made while the clock was ahead must neither stay the newest nor last longer than the others.
  db.exec(`
    UPDATE signing_keys SET created_at = ${now - 1} WHERE created_at >= ${now};
    INSERT INTO signing_keys VALUES ('${kid}', x'${secret}', ${now});
    DELETE FROM signing_keys AS old WHERE EXISTS (
      SELECT 1 FROM signing_keys WHERE created_at > old.created_at AND created_at < ${now - KEY_VALID_MS})`);
}
