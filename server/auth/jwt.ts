import type { SigningKeys } from './signingKeys.ts';

/** Longer texts are no token of ours. */
const LONGEST_TOKEN = 8192;

export type JwtPayload = Readonly<Record<string, unknown>>;

/** Signs claims as a JWT with HS256 (RFC 7515, RFC 7518 §3.2); the header names the key. */
export function signJwt(keys: SigningKeys, claims: JwtPayload): string {
  const header = encode({ alg: 'HS256', typ: 'JWT', kid: keys.currentKid });
  const signed = `${header}.${encode(claims)}`;
  return `${signed}.${keys.sign(signed, keys.currentKid).toString('base64url')}`;
}

/**
 * The claims of a token that we signed; null for anything else. Only HS256 with a key of ours is accepted,
 * whatever the header wishes (`none` above all). Times and audience are the caller's to judge.
 */
export function openJwt(keys: SigningKeys, token: string): JwtPayload | null {
  const [header, payload, signature, ...rest] = token.length > LONGEST_TOKEN ? [] : token.split('.');
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0)
    return null;
  const { alg, kid } = decode(header) ?? {};
  if (alg !== 'HS256' || typeof kid !== 'string') return null;
  const genuine = keys.matches(`${header}.${payload}`, kid, Buffer.from(signature, 'base64url'));
  return genuine ? decode(payload) : null;
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
