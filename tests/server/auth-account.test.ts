import { join } from 'node:path';
import { deleteApp } from 'firebase/app';
import {
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  reauthenticateWithCredential,
  reload,
  signInWithEmailAndPassword,
  type User,
  updatePassword,
} from 'firebase/auth';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { normaliseEmail } from '#model/email.ts';
import { createAccount } from '#src/services/accessActions.ts';
import { createAuthService } from '#src/services/auth.ts';
import { startSecondFirebase } from '#src/services/firebase.ts';
import { type AuthClient, createAuthClient } from '../support/authClient.ts';
import { codeOf } from '../support/codeOf.ts';
import { type LosingProxy, startLosingProxy } from '../support/losingProxy.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const EMAIL = 'p@example.com';
const PASSWORD = 'some password';
let server: TestServer;
/** What the page and the admin speak to. */
let network: LosingProxy;
let here: AuthClient;
let elsewhere: AuthClient;
const DAY = 24 * 3600 * 1000;
/** The server's; a day on in each test, so that nothing counts against the next one's limits. */
let clock = Date.now();
let user: User;

beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  network = await startLosingProxy(server.origin);
});
afterAll(async () => {
  await network.close();
  await server.stop();
});
beforeEach(async () => {
  clock += DAY;
  here = createAuthClient(server.origin);
  elsewhere = createAuthClient(server.origin);
  ({ user } = await createUserWithEmailAndPassword(here.auth, EMAIL, PASSWORD));
});
afterEach(async () => {
  network.lose(null);
  await here.close();
  await elsewhere.close();
  server.empty();
});

describe('changing the own password', () => {
  it('keeps this session and ends the others', async () => {
    const other = await signInWithEmailAndPassword(elsewhere.auth, EMAIL, PASSWORD);
    clock += 2000;
    await updatePassword(user, 'a new password');
    await user.getIdToken(true);
    expect(here.auth.currentUser?.uid).toBe(user.uid);
    expect(await codeOf(reload(other.user))).toBe('auth/user-token-expired');
    expect(elsewhere.auth.currentUser).toBeNull();
    expect(await codeOf(signInWithEmailAndPassword(elsewhere.auth, EMAIL, 'a new password'))).toBe(
      'succeeded',
    );
  });

  it('needs a sign-in of the last five minutes', async () => {
    clock += 301_000;
    expect(await codeOf(updatePassword(user, 'a new password'))).toBe('auth/requires-recent-login');
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(EMAIL, PASSWORD));
    expect(await codeOf(updatePassword(user, 'a new password'))).toBe('succeeded');
  });

  it('does not count refreshing as signing in', async () => {
    clock += 301_000;
    await user.getIdToken(true);
    expect(await codeOf(updatePassword(user, 'a new password'))).toBe('auth/requires-recent-login');
  });

  it('refuses a short password', async () => {
    expect(await codeOf(updatePassword(user, '12345'))).toBe('auth/weak-password');
  });
});

describe('the page’s own calls', () => {
  let app: ReturnType<typeof startSecondFirebase>;
  beforeEach(() => {
    app = startSecondFirebase(
      { kind: 'embedded', origin: network.origin, projectId: 'any' },
      `page-${clock}`,
    );
  });
  afterEach(() => deleteApp(app.app));

  it('change the own password long after the sign-in with the current password only', async () => {
    const page = createAuthService(app);
    await page.signIn(EMAIL, PASSWORD);
    clock += 301_000;
    const failed = (failure: string) => ({ kind: 'failed', failure });
    expect(await page.changePassword('a new password')).toEqual(failed('needs-password'));
    expect(await page.changePassword('a new password', 'not this')).toEqual(failed('wrong-credentials'));
    expect(await page.changePassword('a new password', PASSWORD)).toEqual({ kind: 'done' });
    expect(await codeOf(signInWithEmailAndPassword(elsewhere.auth, EMAIL, 'a new password'))).toBe(
      'succeeded',
    );
  });

  it.each(['accounts:signUp', 'accounts:lookup'])(
    'register again after the answer of %s was lost',
    async (call) => {
      const page = createAuthService(app);
      network.lose(call);
      expect(await page.register('new@example.com', PASSWORD)).toEqual({
        kind: 'failed',
        failure: 'offline',
      });
      network.lose(null);
      expect(await page.register('new@example.com', PASSWORD)).toEqual({ kind: 'done' });
      expect(app.auth.currentUser?.email).toBe('new@example.com');
    },
  );

  it('do not register an address that is taken', async () => {
    const page = createAuthService(app);
    expect(await page.register(EMAIL, 'another one')).toEqual({ kind: 'failed', failure: 'email-in-use' });
  });
});

describe('an account that an admin creates for somebody', () => {
  const email = normaliseEmail('new@example.com');
  const create = (password: string, mayBeOurAccount = true) =>
    createAccount(
      { kind: 'embedded', origin: network.origin, projectId: 'any' },
      email,
      password,
      mayBeOurAccount,
    );

  it.each(['accounts:signUp', 'accounts:lookup'])(
    'is found when asked for again, after the answer of %s was lost',
    async (call) => {
      network.lose(call);
      expect(await create(PASSWORD)).toEqual({ kind: 'failed', failure: 'offline' });
      network.lose(null);
      const found = await create(PASSWORD);
      const { user: newcomer } = await signInWithEmailAndPassword(elsewhere.auth, email, PASSWORD);
      expect(found).toEqual({ kind: 'created', uid: newcomer.uid });
    },
  );

  it('is not taken for created at the first attempt, whatever its password', async () => {
    await createUserWithEmailAndPassword(elsewhere.auth, email, PASSWORD);
    expect(await create(PASSWORD, false)).toEqual({ kind: 'exists' });
  });

  it('is not taken for created when it has another password', async () => {
    await createUserWithEmailAndPassword(elsewhere.auth, email, 'their own');
    expect(await create(PASSWORD)).toEqual({ kind: 'exists' });
  });

  it('is not said to be somebody else’s while the server cannot say so', async () => {
    await createUserWithEmailAndPassword(elsewhere.auth, email, PASSWORD);
    network.lose('accounts:signInWithPassword');
    expect(await create(PASSWORD)).toEqual({ kind: 'failed', failure: 'offline' });
  });
});

describe('deleting the own account', () => {
  it('frees the address and ends every session', async () => {
    const other = await signInWithEmailAndPassword(elsewhere.auth, EMAIL, PASSWORD);
    await deleteUser(user);
    expect(await codeOf(reload(other.user))).toBe('auth/user-token-expired');
    expect(await codeOf(createUserWithEmailAndPassword(here.auth, EMAIL, PASSWORD))).toBe('succeeded');
  });

  it('needs a recent sign-in', async () => {
    clock += 301_000;
    expect(await codeOf(deleteUser(user))).toBe('auth/requires-recent-login');
  });
});

describe('a disabled account', () => {
  beforeEach(() => {
    const db = new Database(join(server.dataDir, 'gl-classifier.db'));
    db.prepare('UPDATE accounts SET disabled = 1 WHERE uid = ?').run([user.uid]);
    db.close();
  });

  it('gets that answer with the right password only', async () => {
    const withPassword = (password: string) =>
      codeOf(signInWithEmailAndPassword(elsewhere.auth, EMAIL, password));
    expect(await withPassword(PASSWORD)).toBe('auth/user-disabled');
    expect(await withPassword('wrong password')).toBe('auth/invalid-credential');
  });

  it.each([
    ['looks at itself', () => reload(user)],
    ['refreshes its session', () => user.getIdToken(true)],
  ])('is signed out when it %s', async (_name, act) => {
    expect(await codeOf(act())).toBe('auth/user-disabled');
    expect(here.auth.currentUser).toBeNull();
  });
});

describe('trying passwords', () => {
  const tryWrong = () => codeOf(signInWithEmailAndPassword(elsewhere.auth, EMAIL, 'wrong password'));
  const inTurn = async (count: number, attempt: () => Promise<string>) => {
    const answers: string[] = [];
    for (let n = 0; n < count; n++) answers.push(await attempt());
    return answers;
  };

  it('is stopped after ten, even with the right one then, until some time has passed', async () => {
    expect(new Set(await inTurn(10, tryWrong))).toEqual(new Set(['auth/invalid-credential']));
    expect(await tryWrong()).toBe('auth/too-many-requests');
    const right = () => codeOf(signInWithEmailAndPassword(elsewhere.auth, EMAIL, PASSWORD));
    expect(await right()).toBe('auth/too-many-requests');
    clock += 30_000;
    expect(await right()).toBe('succeeded');
  });

  it('is stopped in the same way when all are tried at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, tryWrong));
    expect(answers.filter((code) => code === 'auth/invalid-credential')).toHaveLength(10);
  });

  it('is stopped for an unknown address in the same way', async () => {
    const unknown = () => codeOf(signInWithEmailAndPassword(elsewhere.auth, 'who@example.com', PASSWORD));
    const answers = await inTurn(11, unknown);
    expect(answers[9]).toBe('auth/invalid-credential');
    expect(answers[10]).toBe('auth/too-many-requests');
  });

  it('is stopped over many addresses from one place', async () => {
    const stranger = (n: number) =>
      codeOf(signInWithEmailAndPassword(elsewhere.auth, `s${n}@example.com`, PASSWORD));
    const answers: string[] = [];
    for (let n = 0; n < 101; n++) answers.push(await stranger(n));
    expect(answers.slice(0, 100)).not.toContain('auth/too-many-requests');
    expect(answers[100]).toBe('auth/too-many-requests');
  });

  it('never stops people who know their password', async () => {
    const right = () => codeOf(signInWithEmailAndPassword(elsewhere.auth, EMAIL, PASSWORD));
    expect(new Set(await inTurn(15, right))).toEqual(new Set(['succeeded']));
  });
});
