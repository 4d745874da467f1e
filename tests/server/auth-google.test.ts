import { createUserWithEmailAndPassword, signInWithEmailAndPassword } from 'firebase/auth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PopupEvent } from '#model/popupSignIn.ts';
import { type AuthClient, createAuthClient } from '../support/authClient.ts';
import { codeOf } from '../support/codeOf.ts';
import { CLIENT, type FakeIssuer, startFakeIssuer } from '../support/fakeIssuer.ts';
import { postJson } from '../support/post.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { createTestIdentities } from '../support/testIdentities.ts';

const PASSWORD = 'some password';
let server: TestServer;
let client: AuthClient;

async function start(options: TestServerOptions): Promise<void> {
  server = await startTestServer({ logError: () => {}, ...options });
}
beforeEach(() => {
  client = createAuthClient(server.origin);
});
afterEach(async () => {
  await client.close();
  server.empty();
});

const signInWithIdp = (requestUri: string) =>
  postJson(server.url('/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=x'), {
    requestUri,
    sessionId: 'unused',
    returnSecureToken: true,
    returnIdpCredential: true,
  });

/** Signs in with an unsigned ID token, as the popup of a server for tests sends it. */
const signInWith = (idToken: string) =>
  signInWithIdp(`http://localhost/?${new URLSearchParams({ providerId: 'google.com', id_token: idToken })}`);
const testIdentity = (claims: object) => JSON.stringify({ sub: 'g1', email: 'g@example.com', ...claims });

const claimsOf = (idToken: unknown) =>
  JSON.parse(Buffer.from(String(idToken).split('.')[1] ?? '', 'base64url').toString());

const HANDLER =
  '/emulator/auth/handler?apiKey=x&appName=y&authType=signInViaPopup&eventId=123&providerId=google.com';

/** What the popup's last page tells the app. */
async function eventOn(page: Response): Promise<PopupEvent> {
  const html = await page.text();
  const escaped = /data-event="([^"]*)"/.exec(html)?.[1] ?? 'null';
  return JSON.parse(escaped.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}

describe('a Google identity (test flag)', () => {
  beforeAll(() => start({ identities: createTestIdentities() }));
  afterAll(() => server.stop());

  it('creates an account at the first sign-in, and signs in to the same one afterwards', async () => {
    const { body: first } = await signInWith(testIdentity({ name: 'Gil Gold' }));
    expect(first).toMatchObject({
      email: 'g@example.com',
      emailVerified: true,
      displayName: 'Gil Gold',
      isNewUser: true,
    });
    expect(claimsOf(first['idToken'])).toMatchObject({
      name: 'Gil Gold',
      firebase: {
        sign_in_provider: 'google.com',
        identities: { email: ['g@example.com'], 'google.com': ['g1'] },
      },
    });
    const { body: second } = await signInWith(testIdentity({ email: 'renamed@example.com' }));
    expect(second).toMatchObject({ localId: first['localId'], isNewUser: false });
  });

  it('leaves out a name that would not fit into a token', async () => {
    const { body } = await signInWith(testIdentity({ name: 'x'.repeat(257) }));
    expect(claimsOf(body['idToken'])).not.toHaveProperty('name');
  });

  it('is linked to an account whose address is verified, which keeps its password', async () => {
    const person = await server.addUser('g@example.com');
    await signInWith(testIdentity({}));
    const { user } = await signInWithEmailAndPassword(client.auth, person.email, person.password);
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password', 'google.com']);
  });

  it('takes over an account that somebody registered with its address without proof: their password and sessions end', async () => {
    const made = await createUserWithEmailAndPassword(client.auth, 'g@example.com', PASSWORD);
    const { body } = await signInWith(testIdentity({}));
    expect(body).toMatchObject({ localId: made.user.uid, emailVerified: true });
    expect(claimsOf(body['idToken'])).toMatchObject({ email_verified: true });
    expect(await codeOf(made.user.getIdToken(true))).toBe('auth/user-token-expired');
    expect(await codeOf(signInWithEmailAndPassword(client.auth, 'g@example.com', PASSWORD))).toBe(
      'auth/invalid-credential',
    );
  });

  it('with an unproven address cannot enter an existing account', async () => {
    await createUserWithEmailAndPassword(client.auth, 'g@example.com', PASSWORD);
    const { body } = await signInWith(testIdentity({ email_verified: false }));
    // The SDK throws `auth/account-exists-with-different-credential` for it.
    expect(body).toEqual({
      kind: 'identitytoolkit#VerifyAssertionResponse',
      needConfirmation: true,
      email: 'g@example.com',
      verifiedProvider: [],
    });
  });

  it('is asked for by the popup page, and comes back as an event for the SDK', async () => {
    const form = await fetch(server.url(HANDLER));
    expect(await form.text()).toContain('Test identity');
    const event = await eventOn(
      await fetch(server.url(`${HANDLER}&email=p%40example.com&verified=on&name=%22%3CP%3E`)),
    );
    expect(event).toMatchObject({ type: 'signInViaPopup', eventId: '123' });
    const answer = await signInWithIdp(event.urlResponse ?? '');
    expect(answer.body).toMatchObject({
      email: 'p@example.com',
      emailVerified: true,
      isNewUser: true,
      displayName: '"<P>',
    });
  });

  it.each([
    ['without a person', '{}'],
    ['without an address', '{"sub":"g1"}'],
    ['that is no JSON', 'x'],
    ['with a new address that is taken for another', '{"sub":"g9","email":"a..b@x.test"}', 'INVALID_EMAIL'],
  ])('%s is refused', async (_name, idToken, message = 'INVALID_IDP_RESPONSE') => {
    expect((await signInWith(idToken)).body).toMatchObject({ error: { message } });
  });
});

describe('without the test flag', () => {
  beforeAll(() => start({}));
  afterAll(() => server.stop());

  it('no unsigned identity is accepted', async () => {
    const { body } = await signInWith(testIdentity({}));
    expect(body).toMatchObject({ error: { message: expect.stringMatching(/^OPERATION_NOT_ALLOWED/) } });
  });

  it('the popup says what to set up, and by whom', async () => {
    const text = await (await fetch(server.url(HANDLER))).text();
    expect(text).toContain('The person who runs this server');
    expect(text).toContain('GOOGLE_CLIENT_ID');
    expect(text).toContain(server.url('/emulator/auth/callback'));
  });
});

describe('an OpenID Connect provider', () => {
  let provider: FakeIssuer;
  beforeAll(async () => {
    provider = await startFakeIssuer();
    await start({ google: { issuer: provider.issuer, ...CLIENT } });
  });
  afterEach(() => provider.answerWith({}));
  afterAll(async () => {
    await server.stop();
    await provider.close();
  });

  type WayBack = { readonly callback: string; readonly cookie: string };

  /** As the browser: from the popup's first page through the provider to the address it sends back to. */
  async function throughTheProvider(): Promise<WayBack> {
    const setOut = await fetch(server.url(HANDLER), { redirect: 'manual' });
    const cookie = setOut.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const sentBack = await fetch(setOut.headers.get('location') ?? '', { redirect: 'manual' });
    return { callback: sentBack.headers.get('location') ?? '', cookie };
  }
  const comeBack = ({ callback, cookie }: WayBack) => fetch(callback, { headers: { Cookie: cookie } });

  it('signs a person in through its pages', async () => {
    const event = await eventOn(await comeBack(await throughTheProvider()));
    expect(event).toMatchObject({ type: 'signInViaPopup', eventId: '123' });
    const answer = await signInWithIdp(event.urlResponse ?? '');
    expect(answer.body).toMatchObject({
      email: 'g@example.com',
      emailVerified: true,
      displayName: 'Gil Gold',
      federatedId: 'https://accounts.google.com/1234',
    });
    const again = await signInWithIdp(event.urlResponse ?? '');
    expect(again.body, 'the code is good for one sign-in').toMatchObject({
      error: { message: 'INVALID_IDP_RESPONSE' },
    });
  });

  it('is asked with state, nonce and PKCE, and the popup stays connected to the app', async () => {
    const setOut = await fetch(server.url(HANDLER), { redirect: 'manual' });
    const query = new URL(setOut.headers.get('location') ?? '').searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name)?.length).toBeGreaterThan(20);
    expect(setOut.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(setOut.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
  });

  it.each([
    ['signed by a foreign key', { forged: true }],
    ['for another client', { claims: { aud: 'other' } }],
    ['of another issuer', { claims: { iss: 'https://other.example.com' } }],
    ['with another nonce', { claims: { nonce: 'replayed' } }],
    ['that has expired', { claims: { exp: 1_700_000_000 } }],
  ])('is refused when its ID token is %s', async (_name, answer) => {
    provider.answerWith(answer);
    const page = await comeBack(await throughTheProvider());
    expect(page.status).toBe(502);
    expect(await page.text()).toContain('The sign-in failed');
  });

  it('is refused in another browser than the one that began the sign-in', async () => {
    const { callback } = await throughTheProvider();
    expect((await comeBack({ callback, cookie: '' })).status).toBe(400);
  });

  it('is refused the second time', async () => {
    const way = await throughTheProvider();
    expect((await comeBack(way)).status).toBe(200);
    expect((await comeBack(way)).status).toBe(400);
  });

  it('reports to the app that the person cancelled there', async () => {
    provider.answerWith({ error: 'access_denied' });
    const event = await eventOn(await comeBack(await throughTheProvider()));
    expect(event.error?.code).toBe('auth/user-cancelled');
  });

  it('gives no way in with an unproven address', async () => {
    await server.addUser('g@example.com');
    provider.answerWith({ claims: { email_verified: false } });
    const event = await eventOn(await comeBack(await throughTheProvider()));
    expect((await signInWithIdp(event.urlResponse ?? '')).body).toMatchObject({ needConfirmation: true });
  });

  it('is refused when an ID token comes in place of the code', async () => {
    const { body } = await signInWith(testIdentity({}));
    expect(body).toMatchObject({ error: { message: 'INVALID_IDP_RESPONSE' } });
  });

  it('that is down leaves a page that says so', async () => {
    const gone = await startFakeIssuer();
    await gone.close();
    const deserted = await startTestServer({
      logError: () => {},
      google: { issuer: gone.issuer, ...CLIENT },
    });
    expect((await fetch(deserted.url(HANDLER))).status).toBe(502);
    await deserted.stop();
  });
});
