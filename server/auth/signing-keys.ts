import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../store/store.ts';

export type SigningKeys = {
  /** The key that signs: the newest. */
  readonly currentKid: string;
  sign(text: string, kid: string): Buffer;
  /** False for an unknown key, too. */
  matches(text: string, kid: string, signature: Buffer): boolean;
};

/**
 * The persisted HMAC keys of ID tokens; the first start makes one. All stored keys verify and the newest signs,
 * so that a new key can be added without voiding the tokens of the old one.
 */
export function loadSigningKeys(store: Store, now: number): SigningKeys {
  const select = store.db.prepare('SELECT kid, secret FROM signing_keys ORDER BY created_at DESC, kid');
  if (select.get([]) === undefined) {
    store.db
      .prepare('INSERT INTO signing_keys VALUES (?, ?, ?)')
      .run([randomBytes(8).toString('hex'), randomBytes(32), now]);
  }
  const rows = select.all([]) as { kid: string; secret: Buffer }[];
  const secrets = new Map(rows.map((row) => [row.kid, row.secret]));
  const [newest] = rows;
  if (newest === undefined) throw new Error('there is no signing key');

  const sign = (text: string, kid: string): Buffer => {
    const secret = secrets.get(kid);
    if (secret === undefined) throw new Error(`there is no signing key ${kid}`);
    return createHmac('sha256', secret).update(text).digest();
  };
  return {
    currentKid: newest.kid,
    sign,
    matches: (text, kid, signature) => {
      if (!secrets.has(kid)) return false;
      const expected = sign(text, kid);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    },
  };
}
