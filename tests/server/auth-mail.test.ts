import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  type User,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthClient, createAuthClient } from '../support/authClient.ts';
import { codeOf } from '../support/codeOf.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'some password';
const HOUR = 3600 * 1000;
let server: TestServer;
let client: AuthClient;
const DAY = 24 * 3600 * 1000;
/** The server's; a day on in each test, so that nothing counts against the next one's limits. */
let clock = Date.now();

beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
});
afterAll(() => server.stop());
beforeEach(() => {
  clock += DAY;
  client = createAuthClient(server.origin);
});
afterEach(async () => {
  await client.close();
  server.empty();
});

async function register(email = 'p@example.com'): Promise<User> {
  return (await createUserWithEmailAndPassword(client.auth, email, PASSWORD)).user;
}

function outbox(): string[] {
  const folder = join(server.dataDir, 'outbox');
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** The link in the only mail there is. */
async function mailedLink(): Promise<URL> {
  const mail = await until(() => {
    const mails = outbox();
    expect(mails).toHaveLength(1);
    return mails.join();
  });
  return new URL(/^https?:\/\/.*$/m.exec(mail)?.[0] ?? '');
}

async function mailedCode(): Promise<string> {
  return (await mailedLink()).searchParams.get('oobCode') ?? '';
}

describe('a forgotten password', () => {
  it('is replaced through the mailed link, which also proves the address', async () => {
    await register();
    await sendPasswordResetEmail(client.auth, 'P@example.com');
    const link = await mailedLink();
    expect(link.origin + link.pathname).toBe(server.url('/auth/action'));
    expect(link.searchParams.get('mode')).toBe('resetPassword');

    const code = link.searchParams.get('oobCode') ?? '';
    expect(await verifyPasswordResetCode(client.auth, code)).toBe('p@example.com');
    await confirmPasswordReset(client.auth, code, 'a new password');
    const { user } = await signInWithEmailAndPassword(client.auth, 'p@example.com', 'a new password');
    expect(user.emailVerified).toBe(true);
    expect(await codeOf(signInWithEmailAndPassword(client.auth, 'p@example.com', PASSWORD))).toBe(
      'auth/invalid-credential',
    );
  });

  it('is answered alike for an unknown address, without a mail', async () => {
    await register();
    await sendPasswordResetEmail(client.auth, 'unknown@example.com');
    await sendPasswordResetEmail(client.auth, 'p@example.com');
    await mailedLink();
    expect(outbox()[0]).toContain('To: p@example.com');
  });

  it('takes a code once', async () => {
    await register();
    await sendPasswordResetEmail(client.auth, 'p@example.com');
    const code = await mailedCode();
    const both = await Promise.all([
      codeOf(confirmPasswordReset(client.auth, code, 'first try')),
      codeOf(confirmPasswordReset(client.auth, code, 'second try')),
    ]);
    expect(both.sort()).toEqual(['auth/invalid-action-code', 'succeeded']);
  });

  it('takes a code for an hour', async () => {
    await register();
    await sendPasswordResetEmail(client.auth, 'p@example.com');
    const code = await mailedCode();
    clock += HOUR;
    expect(await codeOf(verifyPasswordResetCode(client.auth, code))).toBe('auth/expired-action-code');
    expect(await codeOf(confirmPasswordReset(client.auth, code, 'a new password'))).toBe(
      'auth/expired-action-code',
    );
  });

  it('keeps the code when the new password is too short, or common', async () => {
    await register();
    await sendPasswordResetEmail(client.auth, 'p@example.com');
    const code = await mailedCode();
    for (const weak of ['12345', '123456'])
      expect(await codeOf(confirmPasswordReset(client.auth, code, weak))).toBe('auth/weak-password');
    expect(await codeOf(confirmPasswordReset(client.auth, code, '6 char'))).toBe('succeeded');
  });

  it('refuses a code that was never issued', async () => {
    expect(await codeOf(confirmPasswordReset(client.auth, 'x'.repeat(43), 'a new password'))).toBe(
      'auth/invalid-action-code',
    );
  });
});

describe('an address', () => {
  it('is not said to be without consequences when somebody else has registered it', async () => {
    await sendEmailVerification(await register());
    await mailedLink();
    expect(outbox().join()).toContain('do not open the link: somebody else has registered your address');
    expect(outbox().join()).not.toContain('rights');
  });

  it('is not verified by whoever has the mailed link and no session of the account', async () => {
    const user = await register();
    await sendEmailVerification(user);
    const link = await mailedLink();
    expect(link.searchParams.get('mode')).toBe('verifyEmail');
    const code = link.searchParams.get('oobCode') ?? '';
    expect((await checkActionCode(client.auth, code)).operation).toBe('VERIFY_EMAIL');
    expect(await codeOf(applyActionCode(client.auth, code))).toBe('auth/not-implemented');
    await reload(user);
    expect(user.emailVerified).toBe(false);
  });

  it('cannot be given a new password with a verification code', async () => {
    await sendEmailVerification(await register());
    const code = await mailedCode();
    expect(await codeOf(confirmPasswordReset(client.auth, code, 'a new password'))).toBe(
      'auth/invalid-action-code',
    );
  });
});
