import {
  createUserWithEmailAndPassword,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  type User,
} from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normaliseEmail } from '#model/email.ts';
import { type AuthClient, createAuthClient } from '../support/authClient.ts';
import { codeOf } from '../support/codeOf.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { tablesOf } from '../support/tablesOf.ts';

let server: TestServer;
let client: AuthClient;
let people = 0;

beforeAll(async () => {
  server = await startTestServer();
  client = createAuthClient(server.origin);
});
afterAll(async () => {
  await client.close();
  await server.stop();
});

const PASSWORD = 'some password';

const table = tablesOf('server/auth-password', { PASSWORD });

async function register(): Promise<User> {
  people += 1;
  const { user } = await createUserWithEmailAndPassword(client.auth, `p${people}@example.com`, PASSWORD);
  return user;
}

describe('registering', () => {
  it('signs the new person in, with an address that is not verified yet', async () => {
    const user = await register();
    expect(user.uid).toMatch(/^[A-Za-z0-9]{28}$/);
    expect(user.emailVerified).toBe(false);
    const { claims } = await user.getIdTokenResult();
    expect(claims).toMatchObject({
      iss: 'https://securetoken.google.com/gl-classifier',
      aud: 'gl-classifier',
      sub: user.uid,
      user_id: user.uid,
      email: user.email,
      email_verified: false,
      firebase: { sign_in_provider: 'password', identities: { email: [user.email] } },
    });
  });

  it('trims and lower-cases the address', async () => {
    const { user } = await createUserWithEmailAndPassword(client.auth, ' Mixed.Case@Example.COM ', PASSWORD);
    expect(user.email).toBe('mixed.case@example.com');
  });

  it.each(table<[string, string, string, string]>('refuses'))(
    'refuses %s',
    async (_name, email, password, code) => {
      expect(await codeOf(createUserWithEmailAndPassword(client.auth, email, password))).toBe(code);
    },
  );
});

describe('signing in', () => {
  it('works with the right password, and notes the time', async () => {
    const { uid, email } = await register();
    await signOut(client.auth);
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { user } = await signInWithEmailAndPassword(client.auth, email ?? '', PASSWORD);
    expect(user.uid).toBe(uid);
    expect(Date.parse(user.metadata.lastSignInTime ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('answers an unknown address and a wrong password alike', async () => {
    const { email } = await register();
    const wrong = await codeOf(signInWithEmailAndPassword(client.auth, email ?? '', 'wrong password'));
    const unknown = await codeOf(signInWithEmailAndPassword(client.auth, 'who@example.com', PASSWORD));
    expect([wrong, unknown]).toEqual(['auth/invalid-credential', 'auth/invalid-credential']);
  });

  it('works with an address that would not be registered today, and a new password may be asked for', async () => {
    const email = normaliseEmail('a\u0301..nn@example.com');
    const { auth } = server.services();
    await auth.createVerifiedAccount({ email, password: PASSWORD, name: '' }, () => {});
    const { user } = await signInWithEmailAndPassword(client.auth, email, PASSWORD);
    expect(user.email).toBe(email);
    expect(await codeOf(sendPasswordResetEmail(client.auth, email))).toBe('succeeded');
  });

  it('knows the administrator of the first start, address verified', async () => {
    const { user } = await signInWithEmailAndPassword(client.auth, server.admin.email, server.admin.password);
    expect(user.emailVerified).toBe(true);
    expect(user.displayName).toBe('Administrator');
  });
});

describe('a session', () => {
  it('gets new ID tokens with its refresh token, which stays the same', async () => {
    const user = await register();
    const before = user.refreshToken;
    const token = await user.getIdToken(true);
    expect(token.split('.')).toHaveLength(3);
    expect(user.refreshToken).toBe(before);
  });
});
