import { describe, expect, it } from 'vitest';
import { accessKey, type Email } from '#model/email.ts';
import { CHANGES_BY_KEY_PATH, MAPPINGS_PATH } from '#model/paths.ts';
import { accessByToken, accessIn } from '#server/access.ts';
import type { AuthContext } from '#server/auth/authContext.ts';
import { loadRules } from '#server/rules/loadRules.ts';
import { type Tree, viewOf } from './support/memoryTree.ts';

const { database } = loadRules();
const KIM = 'kim@example.com';
const NOW = Date.UTC(2026, 10, 22);

const ENTRIES: Readonly<Record<string, Tree | null>> = {
  'no entry': null,
  'allowed, unpinned': { email: KIM, allow: true, admin: false },
  'allowed, pinned': { email: KIM, allow: true, admin: false, uid: 'kim' },
  'allowed, pinned to somebody else': { email: KIM, allow: true, admin: false, uid: 'other' },
  'admin, pinned': { email: KIM, allow: true, admin: true, uid: 'kim' },
  'admin, unpinned': { email: KIM, allow: true, admin: true },
  'not allowed': { email: KIM, allow: false, admin: false, uid: 'kim' },
};

const PERSONS = {
  'a verified address': { email: KIM, emailVerified: true },
  'an unverified address': { email: KIM, emailVerified: false },
  'the address in capitals': { email: 'KIM@EXAMPLE.COM', emailVerified: true },
  'the Kelvin sign in the address': { email: '\u212Aim@example.com', emailVerified: true },
  'another address': { email: 'jo@example.com', emailVerified: true },
};

describe.each(Object.entries(ENTRIES))('%s', (_entry, entry) => {
  const stored: Record<string, Tree> = entry === null ? {} : { [accessKey(KIM as Email)]: entry };
  const root = viewOf({ access: stored });
  const readEntry = (email: Email) => stored[accessKey(email)] ?? null;

  it.each(Object.entries(PERSONS))(
    '%s: the server and the rules agree',
    (_person, { email, emailVerified }) => {
      const auth = {
        uid: 'kim',
        token: { email, email_verified: emailVerified },
      } as unknown as NonNullable<AuthContext>;
      const mayRead = (path: string) => database.mayRead({ auth, path: [path], root, now: NOW });
      const byRules = mayRead(CHANGES_BY_KEY_PATH) ? 'admin' : mayRead(MAPPINGS_PATH) ? 'user' : 'none';
      expect(accessIn(readEntry, { uid: 'kim', email, emailVerified })).toBe(byRules);
      expect(accessByToken(readEntry, auth)).toBe(byRules);
    },
  );
});
