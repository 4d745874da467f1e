import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  createPasswordThreads,
  KEY_BYTES,
  type PasswordThreads,
  type ScryptParameters,
} from './passwordThreads.ts';

/**
 * One of the settings that OWASP's Password Storage Cheat Sheet names as equally strong: N = 2^15, r = 8, p = 3. The
 * first of them, 2^17, 8 and 1, takes 128 MiB per sign-in instead of 32, and no less time.
 */
export const STRONG_SCRYPT: ScryptParameters = { cost: 15, r: 8, p: 3 };

export type Passwords = {
  /**
   * Text to store: `scrypt$<log2 N>$<r>$<p>$<salt>$<key>`.
   * @param owner whoever asks: when many wait, owners take turns
   */
  hash(password: string, owner?: string): Promise<string>;
  /** With null (no such account, or one without a password) it works as long, and says no. */
  matches(password: string, stored: string | null, owner?: string): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Hashes and checks passwords. Compared in NFC, since keyboards differ in how they compose `é`.
 * @param parameters for new hashes; stored ones carry their own
 */
export function createPasswords(
  parameters: ScryptParameters,
  threads: PasswordThreads = createPasswordThreads(),
): Passwords {
  const derive = (password: string, salt: Buffer, used: ScryptParameters, owner = '') =>
    threads.derive({ password: password.normalize('NFC'), salt, parameters: used, owner });

  return {
    hash: async (password, owner) => {
      const salt = randomBytes(16);
      const key = await derive(password, salt, parameters, owner);
      const { cost, r, p } = parameters;
      return ['scrypt', cost, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
    },
    matches: async (password, stored, owner) => {
      const { salt, key, used } = stored === null ? dummyHash(parameters) : parse(stored);
      const derived = await derive(password, salt, used, owner);
      return timingSafeEqual(derived, key) && stored !== null;
    },
    close: () => threads.close(),
  };
}

type ParsedHash = { readonly salt: Buffer; readonly key: Buffer; readonly used: ScryptParameters };

function dummyHash(used: ScryptParameters): ParsedHash {
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
