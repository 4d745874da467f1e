import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Email } from '#model/email.ts';
import { type Accounts, createAccounts, newAccount, type StoredAccount } from '#server/auth/accounts.ts';
import { createKnownBrowsers } from '#server/auth/knownBrowsers.ts';
import { addKey, loadSigningKeys } from '#server/auth/tokens.ts';
import type { Store } from '#server/store/store.ts';
import { countMails, mailedLink } from '../support/mailbox.ts';
import { createMemoryStore } from '../support/memoryStore.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const OWNER = 'owner@example.com';
const PASSWORD = 'correct horse';
const WRONG = 'wrong password';
const HOME = '192.0.2.1';
const ELSEWHERE = '198.51.100.7';
const DAY = 24 * 3600 * 1000;
const MINUTE = 60_000;
let server: TestServer;
/** A day on in each test, so that nothing counts against the next one's limits. */
let clock = Date.now();

beforeAll(async () => {
  server = await startTestServer({ now: () => clock, publicUrl: new URL('https://gl.example.com') });
});
afterAll(() => server.stop());
beforeEach(async () => {
  clock += DAY;
  await server.addUser(OWNER);
});
afterEach(() => server.empty());

/** A browser at an address that the reverse proxy reports. It keeps our cookie, as every browser does. */
class TestBrowser {
  cookie = '';
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  /** `ok`, or the error's code; the answer's fields are in `last`. */
  async ask(path: string, fields: object): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': this.#address, ...(this.cookie !== '' && { Cookie: this.cookie }) },
      body: JSON.stringify(fields),
    });
    this.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.cookie;
    this.last = (await response.json()) as typeof this.last;
    return response.status === 200 ? 'ok' : (this.last.error?.message.split(' : ')[0] ?? '');
  }
  last: { readonly error?: { readonly message: string }; readonly idToken?: string } = {};

  signIn(password: string, email = OWNER): Promise<string> {
    return this.ask(accounts('signInWithPassword'), { email, password, returnSecureToken: true });
  }
  signUp(email: string): Promise<string> {
    return this.ask(accounts('signUp'), { email, password: 'a long phrase', returnSecureToken: true });
  }
  forgot(email = OWNER): Promise<string> {
    return this.ask(accounts('sendOobCode'), { requestType: 'PASSWORD_RESET', email });
  }
  async reset(newPassword: string): Promise<string> {
    const oobCode = new URL(await mailedLink(server.dataDir, OWNER, 'resetPassword')).searchParams.get(
      'oobCode',
    );
    return this.ask(accounts('resetPassword'), { oobCode, newPassword });
  }
}
const accounts = (method: string) => `/identitytoolkit.googleapis.com/v1/accounts:${method}?key=x`;

async function inTurn(count: number, attempt: (n: number) => Promise<string>): Promise<string[]> {
  const answers: string[] = [];
  for (let n = 0; n < count; n++) answers.push(await attempt(n));
  return answers;
}
/** How many links for a new password the owner has got. */
const resetMails = () => countMails(server.dataDir, OWNER, 'resetPassword');

async function signedInBrowser(address: string): Promise<TestBrowser> {
  const browser = new TestBrowser(address);
  expect(await browser.signIn(PASSWORD)).toBe('ok');
  return browser;
}
/** Uses up all tries at the owner's account from one address. */
async function lockOut(address: string): Promise<void> {
  const stranger = new TestBrowser(address);
  expect((await inTurn(11, () => stranger.signIn(WRONG))).at(-1)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
}

describe('strangers’ wrong passwords', () => {
  it('do not keep the owner out who is at another address', async () => {
    await lockOut(ELSEWHERE);
    expect(await new TestBrowser(HOME).signIn(PASSWORD)).toBe('ok');
    expect(await new TestBrowser(ELSEWHERE).signIn(PASSWORD)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  });

  it('at the same address do not keep a browser out in which the owner has signed in before', async () => {
    const usual = await signedInBrowser(HOME);
    await lockOut(HOME);
    const stranger = new TestBrowser(HOME);
    await inTurn(120, (n) => stranger.signIn(WRONG, `somebody${n}@example.com`));
    expect(await new TestBrowser(HOME).signIn(PASSWORD)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    expect(await usual.signIn(PASSWORD)).toBe('ok');
  });

  it('are forgotten when the owner sets a new password by a mailed link, at whatever address', async () => {
    await lockOut(HOME);
    await lockOut(ELSEWHERE);
    const owner = new TestBrowser(HOME);
    expect(await owner.forgot()).toBe('ok');
    expect(await owner.reset('another phrase')).toBe('ok');
    owner.cookie = '';
    expect(await owner.signIn('another phrase')).toBe('ok');
    expect(await new TestBrowser(ELSEWHERE).signIn('another phrase')).toBe('ok');
  });

  it('do not keep the browser out in which the new password was set, when its whole address is locked', async () => {
    const stranger = new TestBrowser(HOME);
    await inTurn(120, (n) => stranger.signIn(WRONG, `somebody${n}@example.com`));
    const owner = new TestBrowser(HOME);
    await owner.forgot();
    await owner.reset('another phrase');
    expect(await owner.signIn('another phrase')).toBe('ok');
  });
});

describe('a browser in which somebody has signed in before', () => {
  it('is a stranger once the password has changed: its cookies may be many, of somebody who knew the former one', async () => {
    const thieves = [await signedInBrowser(ELSEWHERE), await signedInBrowser(ELSEWHERE)];
    const owner = new TestBrowser(HOME);
    await owner.forgot();
    await owner.reset('another phrase');
    await lockOut(ELSEWHERE);
    for (const thief of thieves) expect(await thief.signIn(WRONG)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    await lockOut(HOME);
    expect(await owner.signIn('another phrase')).toBe('ok');
  });

  it('stays known when it changes the password itself', async () => {
    const usual = await signedInBrowser(HOME);
    const password = 'another phrase';
    const { idToken } = usual.last;
    expect(await usual.ask(accounts('update'), { idToken, password, returnSecureToken: true })).toBe('ok');
    await lockOut(HOME);
    expect(await usual.signIn(password)).toBe('ok');
  });

  it('has ten tries, too, and others have theirs beside it', async () => {
    const usual = await signedInBrowser(HOME);
    const answers = await inTurn(11, () => usual.signIn(WRONG));
    expect(answers).toEqual([...Array(10).fill('INVALID_LOGIN_CREDENTIALS'), 'TOO_MANY_ATTEMPTS_TRY_LATER']);
    expect(await usual.signIn(PASSWORD)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    expect(await new TestBrowser(HOME).signIn(PASSWORD)).toBe('ok');
    clock += MINUTE;
    expect(await usual.signIn(PASSWORD)).toBe('ok');
  });

  it('is known for the accounts that have, and for no other', async () => {
    await server.addUser('other@example.com');
    const other = new TestBrowser(HOME);
    await other.signIn(PASSWORD, 'other@example.com');
    await lockOut(HOME);
    expect(await other.signIn(PASSWORD)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    expect(await other.signIn(PASSWORD, 'other@example.com')).toBe('ok');
  });

  it('is known when it refreshes its session or registers, too', async () => {
    const browser = new TestBrowser(HOME);
    await browser.signUp('new@example.com');
    expect(browser.cookie).toMatch(/^gl_browser=/);
    const { refreshToken } = browser.last as { refreshToken: string };
    browser.cookie = '';
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
    expect(await browser.ask('/securetoken.googleapis.com/v1/token?key=x', fields)).toBe('ok');
    expect(browser.cookie).toMatch(/^gl_browser=/);
  });
});

describe('sign-ups', () => {
  it('from one address are limited, but not those of somebody who may use the product', async () => {
    const usual = await signedInBrowser(HOME);
    const stranger = new TestBrowser(HOME);
    // That an address has an account can be seen by signing up alone: it uses up a try.
    await inTurn(50, () => stranger.signUp(OWNER));
    const answers = await inTurn(51, (n) => stranger.signUp(`new${n}@example.com`));
    expect(answers).toEqual([...Array(50).fill('ok'), 'TOO_MANY_ATTEMPTS_TRY_LATER']);
    expect(await usual.signUp('colleague@example.com')).toBe('ok');
    expect(await new TestBrowser(ELSEWHERE).signUp('far@example.com')).toBe('ok');
  });
});

describe('strangers’ requests for a new password', () => {
  it('send five mails at most, and the last one opens the account', async () => {
    const stranger = new TestBrowser(ELSEWHERE);
    expect(await inTurn(20, () => stranger.forgot())).toEqual(Array(20).fill('ok'));
    expect(await new TestBrowser('203.0.113.1').forgot()).toBe('ok');
    await until(async () => expect(await resetMails()).toBe(5));
    expect(await new TestBrowser(HOME).reset('another phrase')).toBe('ok');
  });

  it('leave a link in the mailbox that is good for most of an hour, for as long as they go on', async () => {
    const stranger = new TestBrowser(ELSEWHERE);
    for (let minutes = 0; minutes < 180; minutes += 5) {
      await inTurn(10, () => stranger.forgot());
      clock += 5 * MINUTE;
    }
    await until(async () => expect(await resetMails()).toBe(5 + 17));
    clock += 45 * MINUTE;
    expect(await new TestBrowser(HOME).reset('another phrase')).toBe('ok');
  });

  it('do not keep the owner’s browser from getting mails of its own', async () => {
    const usual = await signedInBrowser(HOME);
    const stranger = new TestBrowser(HOME);
    await inTurn(10, () => stranger.forgot());
    const refused = (n: number) => stranger.forgot(`somebody${n}@example.com`);
    expect((await inTurn(60, refused)).at(-1)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    await until(async () => expect(await resetMails()).toBe(5));
    expect(await usual.forgot()).toBe('ok');
    await until(async () => expect(await resetMails()).toBe(6));
  });

  it('do not keep it from getting another, once the links have become void', async () => {
    const stranger = new TestBrowser(ELSEWHERE);
    await inTurn(5, () => stranger.forgot());
    await until(async () => expect(await resetMails()).toBe(5));
    expect(await new TestBrowser(HOME).reset('another phrase')).toBe('ok');
    await new TestBrowser('203.0.113.1').forgot();
    await until(async () => expect(await resetMails()).toBe(6));
  });
});

it('a mailed link begins with the public address, not with the host that the request names', async () => {
  await new TestBrowser(HOME).forgot();
  const link = new URL(await mailedLink(server.dataDir, OWNER, 'resetPassword'));
  expect(link.origin).toBe('https://gl.example.com');
});

describe('the cookie of a known browser', () => {
  let store: Store;
  let accounts: Accounts;
  let account: StoredAccount;
  let browsers: ReturnType<typeof createKnownBrowsers>;
  beforeEach(() => {
    store = createMemoryStore();
    accounts = createAccounts(store);
    account = stored('p@example.com');
    browsers = createKnownBrowsers(
      loadSigningKeys(store, () => clock),
      accounts,
    );
  });
  afterEach(() => store.close());
  const stored = (email: string) => {
    const one = { ...newAccount(email as Email, clock), passwordHash: `hash of ${email}` };
    accounts.save(one);
    return one;
  };
  const read = (cookie: string) =>
    browsers.read({ headers: { cookie } } as Parameters<typeof browsers.read>[0]);
  const cookieOf = (header: string) => header.split(';')[0] ?? '';

  it('is for our pages alone: no script, no other site and no plain connection gets it', () => {
    const attributes = (isSecure: boolean) =>
      browsers.remember(null, account, 'signed-in', isSecure).split('; ').slice(1);
    expect(attributes(true)).toEqual(['Path=/', 'Max-Age=34560000', 'HttpOnly', 'SameSite=Strict', 'Secure']);
    expect(attributes(false)).not.toContain('Secure');
  });

  it('is read among others, and holds when another account signs in', () => {
    const first = read(`a=b; ${cookieOf(browsers.remember(null, account, 'signed-in', true))}; c`);
    expect(first?.uids).toEqual([account.uid]);
    const other = stored('q@example.com');
    const second = read(cookieOf(browsers.remember(first, other, 'signed-in', true)));
    expect(second).toMatchObject({ id: first?.id, uids: [other.uid, account.uid] });
  });

  it('holds ten accounts: those registered here do not displace the ones that sign in', () => {
    let browser = read(cookieOf(browsers.remember(null, account, 'signed-in', true)));
    for (let n = 0; n < 20; n++) {
      const other = stored(`p${n}@example.com`);
      browser = read(cookieOf(browsers.remember(browser, other, 'signed-up', true)));
    }
    expect(browser?.uids).toHaveLength(10);
    expect(browser?.uids[0]).toBe(account.uid);
  });

  it('is good for an account for as long as that has the same password', () => {
    const other = stored('q@example.com');
    const former = read(cookieOf(browsers.remember(null, account, 'signed-in', true)));
    const both = cookieOf(browsers.remember(former, other, 'signed-in', true));
    accounts.save({ ...account, passwordHash: 'another one' });
    expect(read(both)?.uids).toEqual([other.uid]);
    // Read before the change, and sent again after it.
    expect(read(cookieOf(browsers.remember(former, other, 'signed-in', true)))?.uids).toEqual([other.uid]);
    accounts.remove(other.uid);
    expect(read(both)?.uids).toEqual([]);
  });

  it.each<[string, (cookie: string) => string]>([
    ['another account', (cookie) => cookie.replace(account.uid, 'A'.repeat(28))],
    ['one more account', (cookie) => cookie.replace(account.uid, `${'A'.repeat(36)}-${account.uid}`)],
    ['another browser', (cookie) => cookie.replace(/\.[\w-]{43}\./, `.${'A'.repeat(43)}.`)],
    ['another key', (cookie) => cookie.replace(/=[0-9a-f]{16}/, '=0123456789abcdef')],
    ['no signature', (cookie) => cookie.replace(/\.[\w-]+$/, '')],
    ['an ID token in its place', () => 'gl_browser=a.b.c'],
  ])('with %s counts for nothing', (_name, forge) => {
    const genuine = cookieOf(browsers.remember(null, account, 'signed-in', true));
    expect(read(genuine)).not.toBeNull();
    expect(forge(genuine)).not.toBe(genuine);
    expect(read(forge(genuine))).toBeNull();
  });

  it('is good under an older key for as long as that one’s ID tokens', () => {
    const genuine = cookieOf(browsers.remember(null, account, 'signed-in', true));
    addKey(store.db, clock + 1);
    // As after a restart: the process that adds a key is another one.
    browsers = createKnownBrowsers(
      loadSigningKeys(store, () => clock),
      accounts,
    );
    expect(read(genuine)).not.toBeNull();
    clock += 2 * 3600 * 1000;
    expect(read(genuine)).toBeNull();
  });
});
