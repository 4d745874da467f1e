import {
  createUserWithEmailAndPassword,
  deleteUser,
  fetchSignInMethodsForEmail,
  GoogleAuthProvider,
  getAdditionalUserInfo,
  reload,
  revokeAccessToken,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  type User,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthClient, createAuthClient } from '../support/authClient.ts';
import { codeOf } from '../support/codeOf.ts';
import { type JsonAnswer, postJson } from '../support/post.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { tablesOf } from '../support/tablesOf.ts';
import { createTestIdentities } from '../support/testIdentities.ts';

const EMAIL = 'p@example.com';
const PASSWORD = 'some password';

const table = tablesOf('server/auth-requests', { PASSWORD, EMAIL });

const DAY = 24 * 3600 * 1000;
let server: TestServer;
let client: AuthClient;
let user: User;
/** The server's; a day on in each test, so that nothing counts against the next one's limits. */
let clock = Date.now();

beforeAll(async () => {
  server = await startTestServer({ now: () => clock, identities: createTestIdentities() });
});
afterAll(() => server.stop());
beforeEach(async () => {
  clock += DAY;
  client = createAuthClient(server.origin);
  ({ user } = await createUserWithEmailAndPassword(client.auth, EMAIL, PASSWORD));
});
afterEach(async () => {
  await client.close();
  server.empty();
});

const ACCOUNTS = '/identitytoolkit.googleapis.com/v1/accounts:';
const TOKEN = '/securetoken.googleapis.com/v1/token';
const message = ({ body }: JsonAnswer) => (body as { error?: { message: string } }).error?.message;

/** A complete request for each path: refused below for nothing but what is added to it. */
async function completeRequests(): Promise<Readonly<Record<string, Record<string, unknown>>>> {
  const idToken = await user.getIdToken();
  return {
    [`${ACCOUNTS}signUp`]: { email: 'new@example.com', password: PASSWORD, returnSecureToken: true },
    [`${ACCOUNTS}signInWithPassword`]: { email: EMAIL, password: PASSWORD, returnSecureToken: true },
    [`${ACCOUNTS}signInWithIdp`]: {
      requestUri: `http://localhost/?providerId=google.com&id_token=${encodeURIComponent('{"sub":"g1","email":"g@example.com"}')}`,
      sessionId: 'unused',
      returnSecureToken: true,
      returnIdpCredential: true,
    },
    [`${ACCOUNTS}lookup`]: { idToken },
    [`${ACCOUNTS}update`]: { idToken, password: 'a new password', returnSecureToken: true },
    [`${ACCOUNTS}delete`]: { idToken },
    [`${ACCOUNTS}sendOobCode`]: { requestType: 'PASSWORD_RESET', email: EMAIL },
    [`${ACCOUNTS}resetPassword`]: { oobCode: 'x'.repeat(43) },
    [TOKEN]: { grant_type: 'refresh_token', refresh_token: user.refreshToken },
    '/account/signOut': { refreshToken: user.refreshToken },
    '/account/signOutEverywhere': {},
    '/account/describe': { email: EMAIL },
    '/account/endSessions': { email: EMAIL },
    '/account/setDisabled': { email: EMAIL, disabled: true },
    '/account/verifyEmail': { oobCode: 'x'.repeat(43) },
  };
}

/** Whether nothing has been changed: the password is the same, the session lives, nobody else has an account. */
async function expectUnchanged(): Promise<void> {
  expect(await codeOf(reload(user))).toBe('succeeded');
  expect(user).toMatchObject({ email: EMAIL, displayName: null, photoURL: null, phoneNumber: null });
  expect(await codeOf(signInWithEmailAndPassword(client.auth, EMAIL, PASSWORD))).toBe('succeeded');
  for (const email of ['new@example.com', 'g@example.com'])
    expect(await codeOf(signInWithEmailAndPassword(client.auth, email, PASSWORD))).toBe(
      'auth/invalid-credential',
    );
}

describe('what would be done otherwise than asked', () => {
  it('is refused by name: tokens without returnSecureToken', async () => {
    for (const [path, fields] of Object.entries(await completeRequests())) {
      if (!('returnSecureToken' in fields)) continue;
      const { returnSecureToken: _, ...rest } = fields;
      const answer = await postJson(server.url(path), rest);
      expect([path, answer.status]).toEqual([path, 501]);
      expect(message(answer)).toContain('without the member "returnSecureToken"');
    }
    await expectUnchanged();
  });

  it('is refused by name: another tenant', async () => {
    for (const [path, fields] of Object.entries(await completeRequests())) {
      const answer = await fetch(server.url(path), {
        method: 'POST',
        headers: { 'X-Firebase-Tenant': 'second' },
        body: JSON.stringify(fields),
      });
      expect([path, answer.status]).toEqual([path, 501]);
      expect(await answer.json()).toMatchObject({
        error: { code: 501, message: expect.stringContaining('X-Firebase-Tenant') },
      });
    }
    await expectUnchanged();
  });

  it('is refused: half a character, a body that is not UTF-8, and an ID token with = appended', async () => {
    const signUp = server.url(`${ACCOUNTS}signUp`);
    const half = { email: 'new@example.com', password: 'some pass\ud83d', returnSecureToken: true };
    expect(message(await postJson(signUp, half))).toContain('INVALID_ARGUMENT');
    const body = Buffer.from(JSON.stringify({ ...half, password: 'some pass\xff' }), 'latin1');
    expect((await fetch(signUp, { method: 'POST', body })).status).toBe(400);
    const idToken = `${await user.getIdToken()}=`;
    expect(message(await postJson(server.url(`${ACCOUNTS}lookup`), { idToken }))).toBe('INVALID_ID_TOKEN');
    await expectUnchanged();
  });
});

describe('a member that is not implemented', () => {
  it.each(['tenantId', 'unknown', 'constructor', '__proto__'])(
    '("%s") is refused by name in every request, which then does nothing',
    async (name) => {
      for (const [path, fields] of Object.entries(await completeRequests())) {
        const added = `${JSON.stringify(name)}:"x"}`;
        const body =
          JSON.stringify(fields).slice(0, -1) + (Object.keys(fields).length > 0 ? ',' : '') + added;
        const answer = await fetch(server.url(`${path}?key=x`), { method: 'POST', body });
        expect([path, answer.status]).toEqual([path, 501]);
        const { error } = (await answer.json()) as { error: { message: string } };
        expect([path, error.message]).toEqual([
          path,
          expect.stringMatching(`^NOT_IMPLEMENTED : the member "${name}" of \\S+ is not implemented\\.$`),
        ]);
      }
      await expectUnchanged();
    },
  );

  it.each(table<[string, string, unknown]>('members that are not implemented'))(
    'accounts:%s "%s" is refused by name and changes nothing',
    async (operation, name, value) => {
      const fields = (await completeRequests())[`${ACCOUNTS}${operation}`];
      const answer = await postJson(server.url(`${ACCOUNTS}${operation}?key=x`), {
        ...fields,
        [name]: value,
      });
      expect([answer.status, message(answer)]).toEqual([
        501,
        `NOT_IMPLEMENTED : the member "${name}" of accounts:${operation} is not implemented.`,
      ]);
      await expectUnchanged();
    },
  );
});

describe('a request', () => {
  it.each(table<[string, string, unknown]>('values that are not acted upon'))(
    'accounts:%s with "%s" set to %j, which it does not act upon, is refused',
    async (operation, name, value) => {
      const fields = (await completeRequests())[`${ACCOUNTS}${operation}`];
      const answer = await postJson(server.url(`${ACCOUNTS}${operation}?key=x`), {
        ...fields,
        [name]: value,
      });
      expect(answer.status).toBe(501);
      expect(message(answer)).toMatch(
        new RegExp(`^NOT_IMPLEMENTED : "${name}" of accounts:${operation} other than`),
      );
      await expectUnchanged();
    },
  );

  it.each<[string, string, unknown]>([
    ['resetPassword', 'newPassword', null],
    ['lookup', 'idToken', ['a.b.c']],
    ['signInWithPassword', 'password', 5],
  ])('accounts:%s with a "%s" that is no text is refused', async (operation, name, value) => {
    const fields = (await completeRequests())[`${ACCOUNTS}${operation}`];
    const answer = await postJson(server.url(`${ACCOUNTS}${operation}?key=x`), { ...fields, [name]: value });
    expect([answer.status, message(answer)]).toEqual([400, `INVALID_ARGUMENT : "${name}" has to be text.`]);
  });

  it.each(table<[string, object, string]>("what Google's service says of a request"))(
    '%s %j is refused as by Google: %s',
    async (operation, fields, code) => {
      const path = operation === 'token' ? TOKEN : ACCOUNTS + operation.slice('accounts:'.length);
      const answer = await postJson(server.url(path), fields);
      expect([answer.status, message(answer)?.split(' : ')[0]]).toEqual([400, code]);
    },
  );

  it('is answered with the kind of the answer', async () => {
    const requests = Object.entries(await completeRequests());
    const kinds = [];
    for (const [path, fields] of requests.filter(([path]) => !/delete|resetPassword/.test(path)))
      kinds.push(((await postJson(server.url(path), fields)).body as { kind?: string }).kind);
    expect(kinds.filter((kind) => kind !== undefined)).toEqual([
      'identitytoolkit#SignupNewUserResponse',
      'identitytoolkit#VerifyPasswordResponse',
      'identitytoolkit#VerifyAssertionResponse',
      'identitytoolkit#GetAccountInfoResponse',
      'identitytoolkit#SetAccountInfoResponse',
      'identitytoolkit#GetOobConfirmationCodeResponse',
    ]);
  });

  it('with a parameter in its address is refused by name', async () => {
    const url = server.url(`${ACCOUNTS}lookup?key=x&tenantId=t`);
    const answer = await postJson(url, { idToken: await user.getIdToken() });
    expect([answer.status, message(answer)]).toEqual([
      501,
      'NOT_IMPLEMENTED : the parameter "tenantId" is not implemented.',
    ]);
  });

  it('of the popup with a tenant, another way to sign in, or another scope gets no sign-in page', async () => {
    const asked = {
      apiKey: 'x',
      appName: '[DEFAULT]',
      authType: 'signInViaPopup',
      redirectUrl: server.origin,
      v: '12.19.0',
      eventId: '123',
      providerId: 'google.com',
      scopes: 'profile',
    };
    const statusOf = async (changes: object) => {
      const query = new URLSearchParams({ ...asked, ...changes });
      return (await fetch(server.url(`/emulator/auth/handler?${query}`))).status;
    };
    expect(await statusOf({})).toBe(200);
    for (const changes of [
      { tid: 'tenant' },
      { authType: 'linkViaPopup' },
      { authType: 'reauthViaPopup' },
      { scopes: 'profile,https://www.googleapis.com/auth/drive' },
      { customParameters: '{"login_hint":"x"}' },
      { providerId: 'github.com' },
    ])
      expect([changes, await statusOf(changes)]).toEqual([changes, 400]);
  });
});

describe('the SDK', () => {
  it('can do all that the app asks of it', async () => {
    const { auth } = client;
    expect(await codeOf(reload(user))).toBe('succeeded');
    expect(await codeOf(user.getIdToken(true))).toBe('succeeded');
    expect(await codeOf(sendEmailVerification(user))).toBe('succeeded');
    expect(await codeOf(sendPasswordResetEmail(auth, EMAIL))).toBe('succeeded');
    expect(await codeOf(updatePassword(user, 'a new password'))).toBe('succeeded');
    expect(await codeOf(signInWithEmailAndPassword(auth, EMAIL, 'a new password'))).toBe('succeeded');
    if (auth.currentUser !== null) expect(await codeOf(deleteUser(auth.currentUser))).toBe('succeeded');
  });

  it('knows whether an account is new', async () => {
    const { auth } = client;
    const created = await createUserWithEmailAndPassword(auth, 'new@example.com', PASSWORD);
    expect(getAdditionalUserInfo(created)).toMatchObject({ isNewUser: true, providerId: 'password' });
    const signedIn = await signInWithEmailAndPassword(auth, 'new@example.com', PASSWORD);
    expect(getAdditionalUserInfo(signedIn)).toMatchObject({ isNewUser: false, providerId: 'password' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['updateProfile', () => updateProfile(user, { displayName: 'Name' })],
    ['updateEmail', () => updateEmail(user, 'new@example.com')],
    ['verifyBeforeUpdateEmail', () => verifyBeforeUpdateEmail(user, 'new@example.com')],
    ['unlink', () => unlink(user, 'password')],
    ['signInWithCredential', () => signInWithCredential(client.auth, GoogleAuthProvider.credential('x'))],
    ['signInWithCustomToken', () => signInWithCustomToken(client.auth, 'x')],
    ['fetchSignInMethodsForEmail', () => fetchSignInMethodsForEmail(client.auth, EMAIL)],
    ['revokeAccessToken', () => revokeAccessToken(client.auth, 'x')],
    [
      'sendSignInLinkToEmail',
      () => sendSignInLinkToEmail(client.auth, EMAIL, { url: server.origin, handleCodeInApp: true }),
    ],
    [
      'sendPasswordResetEmail with an address to go on to',
      () => sendPasswordResetEmail(client.auth, EMAIL, { url: server.url('/upload') }),
    ],
  ])('gets "not implemented" for %s', async (_name, ask) => {
    expect(await codeOf(ask())).toBe('auth/not-implemented');
  });

  it('cannot make an anonymous account', async () => {
    const { auth } = createAuthClient(server.origin);
    expect(await codeOf(signInAnonymously(auth))).toBe('auth/admin-restricted-operation');
  });
});
