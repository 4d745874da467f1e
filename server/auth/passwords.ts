import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createPasswordThread, KEY_BYTES, type ScryptParameters } from './passwordThread.ts';

/** OWASP's recommendation for scrypt (Password Storage Cheat Sheet): N = 2^15, r = 8, p = 3; 32 MiB. */
export const STRONG_SCRYPT: ScryptParameters = { cost: 15, r: 8, p: 3 };

export type Passwords = {
  /** Text to store: `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`. */
  hash(password: string): Promise<string>;
  /** With null (no such account, or one without a password) it works as long, and says no. */
  matches(password: string, stored: string | null): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Hashes and checks passwords. Compared in NFC, since keyboards differ in how they compose `é`.
 * @param parameters for new hashes; stored ones carry their own
 */
export function createPasswords(parameters: ScryptParameters): Passwords {
  const thread = createPasswordThread();
  const derive = (password: string, salt: Buffer, used: ScryptParameters) =>
    thread.derive(password.normalize('NFC'), salt, used);

  return {
    hash: async (password) => {
      const salt = randomBytes(16);
      const key = await derive(password, salt, parameters);
      const { cost, r, p } = parameters;
      return ['scrypt', cost, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
    },
    matches: async (password, stored) => {
      const { salt, key, used } = stored === null ? decoy(parameters) : parse(stored);
      const derived = await derive(password, salt, used);
      return timingSafeEqual(derived, key) && stored !== null;
    },
    close: () => thread.close(),
  };
}

type ParsedHash = { readonly salt: Buffer; readonly key: Buffer; readonly used: ScryptParameters };

function decoy(used: ScryptParameters): ParsedHash {
  return { salt: randomBytes(16), key: Buffer.alloc(KEY_BYTES), used };
}

function parse(stored: string): ParsedHash {
  const [scheme, cost, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined)
    throw new Error(`a stored password has the unknown scheme ${scheme}`);
  return {
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
    used: { cost: Number(cost), r: Number(r), p: Number(p) },
  };
}
