import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Email } from '#model/email.ts';
import { type Accounts, createAccounts, newAccount, type StoredAccount } from '#server/auth/accounts.ts';
import type { SignInSession } from '#server/auth/sessionRegistry.ts';
import { SessionRegistry } from '#server/auth/sessionRegistry.ts';
import { addKey, createIdTokens, type IdTokens, loadSigningKeys } from '#server/auth/tokens.ts';
import { openStore } from '#server/store/openStore.ts';
import type { Store } from '#server/store/store.ts';
import { testFolder } from '../support/testFolder.ts';

const PROJECT = 'gl-classifier';
let folder: string;
let store: Store;
let accounts: Accounts;
let account: StoredAccount;
let sessions: SessionRegistry;
let session: SignInSession;
let tokens: IdTokens;
let clock: number;

beforeEach(() => {
  folder = testFolder();
  store = openStore(folder);
  clock = 1_700_000_000_000;
  accounts = createAccounts(store);
  account = newAccount('p@example.com' as Email, clock);
  accounts.save(account);
  sessions = new SessionRegistry(store, () => clock);
  session = sessions.begin(account.uid, { provider: 'password', authTime: 1_700_000_000 }).session;
  tokens = tokensOf(PROJECT);
});
afterEach(() => {
  store.close();
});

function tokensOf(projectId: string): IdTokens {
  const now = () => clock;
  return createIdTokens({ keys: loadSigningKeys(store, now), accounts, sessions, projectId, now });
}

type Parts = { readonly header: Record<string, unknown>; readonly payload: Record<string, unknown> };

function partsOf(token: string): Parts {
  const [header = '', payload = ''] = token.split('.');
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { header: decode(header), payload: decode(payload) };
}

function join2({ header, payload }: Parts): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode(header)}.${encode(payload)}`;
}

/** Signs with the server's own key, so that nothing but the changed part can be at fault. */
function resigned(change: (parts: Parts) => Parts): string {
  const [row] = store.db.prepare('SELECT secret FROM signing_keys').all([]) as { secret: Buffer }[];
  const signed = join2(change(partsOf(tokens.issue(account, session))));
  return `${signed}.${createHmac('sha256', row?.secret ?? '')
    .update(signed)
    .digest('base64url')}`;
}

const withClaims = (claims: Record<string, unknown>) =>
  resigned(({ header, payload }) => ({ header, payload: { ...payload, ...claims } }));
const withHeader = (fields: Record<string, unknown>) =>
  resigned(({ header, payload }) => ({ header: { ...header, ...fields }, payload }));

describe('an ID token', () => {
  it('is accepted as issued, with its claims and its end', () => {
    const verdict = tokens.verify(tokens.issue(account, session));
    expect(verdict).toMatchObject({
      ok: true,
      auth: { uid: account.uid, token: { email: 'p@example.com', email_verified: false } },
      expiresAt: 1_700_000_000 + 3600,
    });
  });

  it('is accepted when only put together again (so that the refusals below mean something)', () => {
    expect(tokens.verify(withClaims({})).ok).toBe(true);
  });

  it.each<[string, () => string]>([
    ['of another audience', () => withClaims({ aud: 'other' })],
    ['of another issuer', () => withClaims({ iss: 'https://securetoken.google.com/other' })],
    ['without an account', () => withClaims({ sub: undefined })],
    ['of an unknown account', () => withClaims({ sub: 'nobody' })],
    ['without a session', () => withClaims({ sid: undefined })],
    ['with a number for a session', () => withClaims({ sid: 1 })],
    ['with text for a time', () => withClaims({ exp: '9999999999' })],
    ['with the algorithm none', () => withHeader({ alg: 'none' })],
    ['with another algorithm', () => withHeader({ alg: 'HS512' })],
    ['of an unknown key', () => withHeader({ kid: 'other' })],
    ['without a key name', () => withHeader({ kid: undefined })],
    [
      'unsigned',
      () => {
        const { header, payload } = partsOf(tokens.issue(account, session));
        return `${join2({ header: { ...header, alg: 'none' }, payload })}.`;
      },
    ],
    ['with a claim changed', () => changedAfterSigning()],
    ['signed with a foreign key', () => signedWith('foreign')],
    ['signed with an empty key', () => signedWith('')],
    ['with a fourth part', () => `${tokens.issue(account, session)}.x`],
    ['of another project', () => tokensOf('other-project').issue(account, session)],
    ['that is empty', () => ''],
    ['of the emulator', () => 'owner'],
    ['with its end cut off', () => tokens.issue(account, session).slice(0, -2)],
    ['that is noise', () => 'a.b.c'],
    ['that is endless', () => `${tokens.issue(account, session)}${'A'.repeat(10_000)}`],
  ])('%s is refused', (_name, forge) => {
    expect(tokens.verify(forge())).toEqual({ ok: false, reason: 'invalid' });
  });

  it.each<[string, () => string]>([
    ['an empty session', () => ''],
    ['an invented session', () => 'AAAAAAAAAAAAAAAA'],
    ['a session of the language', () => 'constructor'],
    ['the session of somebody else', () => sessionOfAnother()],
  ])('with %s is refused', (_name, sid) => {
    expect(tokens.verify(withClaims({ sid: sid() }))).toEqual({ ok: false, reason: 'expired' });
  });

  it('expires after an hour', () => {
    const token = tokens.issue(account, session);
    clock += 3599_000;
    expect(tokens.verify(token).ok).toBe(true);
    clock += 1000;
    expect(tokens.verify(token)).toEqual({ ok: false, reason: 'expired' });
  });

  it('issued before the clock was put right is good while its session lives', () => {
    const token = tokens.issue(account, session);
    clock -= 86_400_000;
    expect(tokens.verify(token).ok).toBe(true);
    sessions.endAll(account.uid);
    expect(tokens.verify(token)).toEqual({ ok: false, reason: 'expired' });
  });

  it('is void once the sessions of its account have ended, within the same second', () => {
    const token = tokens.issue(account, session);
    sessions.endAll(account.uid);
    expect(tokens.verify(token)).toEqual({ ok: false, reason: 'expired' });
  });

  it('is void once its account is disabled or removed', () => {
    const token = tokens.issue(account, session);
    accounts.save({ ...account, disabled: true });
    expect(tokens.inspect(token)).toEqual({ kind: 'refused', code: 'USER_DISABLED' });
    accounts.remove(account.uid);
    expect(tokens.inspect(token)).toEqual({ kind: 'refused', code: 'USER_NOT_FOUND' });
  });

  it('stays good when a newer key has taken over signing, also one that another program has added', () => {
    const old = tokens.issue(account, session);
    clock += 1000;
    rotateAsAnotherProgram();
    const fresh = tokens.issue(account, session);
    expect(partsOf(fresh).header['kid']).not.toBe(partsOf(old).header['kid']);
    expect([tokens.verify(old).ok, tokens.verify(fresh).ok]).toEqual([true, true]);
  });

  it('forged with a key that was replaced hours ago is refused, whatever end it claims', () => {
    const forged = withClaims({ exp: 9_999_999_999 });
    clock += 1000;
    rotateAsAnotherProgram();
    clock += 3600_000;
    expect(tokens.verify(forged).ok).toBe(true);
    clock += 301_000;
    expect(tokens.verify(forged)).toEqual({ ok: false, reason: 'invalid' });
  });

  it('is signed with the newest key also when the one before was made by a clock that was ahead', () => {
    clock -= 30 * 86_400_000;
    const forged = withClaims({ exp: 9_999_999_999 });
    rotateAsAnotherProgram();
    expect(partsOf(tokens.issue(account, session)).header['kid']).not.toBe(partsOf(forged).header['kid']);
    expect(tokens.verify(forged).ok).toBe(true);
    clock += 3901_000;
    expect(tokens.verify(forged)).toEqual({ ok: false, reason: 'invalid' });
  });

  it('is signed with one of two keys at most: older ones are forgotten', () => {
    for (let day = 0; day < 5; day += 1) {
      clock += 86_400_000;
      rotateAsAnotherProgram();
    }
    expect(store.db.prepare('SELECT kid FROM signing_keys').all([])).toHaveLength(2);
  });
});

function rotateAsAnotherProgram(): void {
  const other = new Database(join(folder, 'gl-classifier.db'));
  addKey(other, clock);
  other.close();
}

function changedAfterSigning(): string {
  const token = tokens.issue(account, session);
  const { header, payload } = partsOf(token);
  return `${join2({ header, payload: { ...payload, email_verified: true } })}.${token.split('.')[2]}`;
}

function signedWith(key: string): string {
  const signed = join2(partsOf(tokens.issue(account, session)));
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

function sessionOfAnother(): string {
  const other = newAccount('q@example.com' as Email, clock);
  accounts.save(other);
  return sessions.begin(other.uid, { provider: 'password', authTime: 1_700_000_000 }).session.id;
}
