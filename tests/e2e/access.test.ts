import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../src/model/messages.ts';
import { launchBrowser } from '../support/browser.ts';
import { type Credentials, signIn } from '../support/screens.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let browser: Browser;
let server: TestServer;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchBrowser(),
    startTestServer({ testIdentities: true, logError: () => {} }),
  ]);
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A browser of its own, at the product's first page. */
async function visitor(path = '/'): Promise<Page> {
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(server.url(path));
  return page;
}

async function signedIn(person: Credentials, path = '/'): Promise<Page> {
  const page = await visitor(path);
  await signIn(page, person);
  return page;
}

async function adminPanel(): Promise<Page> {
  const page = await signedIn(server.admin, '/admin');
  await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
  return page;
}

async function register(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Password' }).click();
  await page.getByRole('button', { name: 'Need an account? Register' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

const says = (page: Page, text: string) => page.getByText(text).waitFor();
const classifier = (page: Page) => page.getByRole('heading', { name: 'Classifier', exact: true }).waitFor();
const signInScreen = (page: Page) =>
  page.getByRole('heading', { name: 'Sign in to GL Classifier' }).waitFor();

/** The link in the newest mail to `email`. */
async function mailedLink(email: string): Promise<string> {
  const outbox = join(server.dataDir, 'outbox');
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const names = (await readdir(outbox).catch(() => [])).toSorted().toReversed();
        const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
        const mail = mails.find((text) => text.includes(email));
        link = mail && /https?:\/\/\S*\/auth\/action\?\S+/.exec(mail)?.[0];
        return link;
      },
      { timeout: 10_000 },
    )
    .toBeDefined();
  return link ?? '';
}

describe('a session', () => {
  it('is kept over a reload, and ends in every tab at once', async () => {
    const page = await signedIn(server.admin);
    await page.reload();
    await classifier(page);
    const second = await page.context().newPage();
    await second.goto(server.url('/admin'));
    await second.getByRole('heading', { name: 'Admin Panel' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await signInScreen(page);
    await signInScreen(second);
  });

  it('says when the server does not answer at the start, and goes on with Retry', async () => {
    const page = await signedIn(server.admin);
    await page.route('**/google.firestore.v1.Firestore/**', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor({ timeout: 30_000 });
    await page.unroute('**/google.firestore.v1.Firestore/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await classifier(page);
  });

  it('explains that the server does not answer a sign-in', async () => {
    const page = await visitor();
    await page.route('**/identitytoolkit.googleapis.com/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in with Password' }).click();
    await page.getByLabel('Email').fill(server.admin.email);
    await page.getByLabel('Password', { exact: true }).fill(server.admin.password);
    await page.keyboard.press('Enter');
    await says(page, 'The server cannot be reached. Check your connection and try again.');
  });

  it('explains a wrong password', async () => {
    const page = await visitor();
    await page.getByRole('button', { name: 'Sign in with Password' }).click();
    await page.getByLabel('Email').fill(server.admin.email);
    await page.getByLabel('Password', { exact: true }).fill('not this');
    await page.keyboard.press('Enter');
    await says(page, 'The email or the password is not correct.');
  });
});

describe('access', () => {
  const ann = { email: 'ann@example.com', password: 'secret of ann' };

  it('is applied for, approved and withdrawn, and each decision acts at once', async () => {
    const [admin, page] = await Promise.all([adminPanel(), visitor()]);
    await register(page, ann);
    await says(page, messages.noAccess(ann.email));
    await page.getByRole('button', { name: 'Apply for Access' }).click();
    await says(page, messages.applied);
    await says(admin, 'e-mail not verified');

    await admin.getByRole('button', { name: `Reject ${ann.email}` }).click();
    await says(admin, messages.rejected(ann.email));
    await page.getByRole('button', { name: 'Apply for Access' }).click();
    await admin.getByRole('button', { name: `Approve ${ann.email}` }).click();
    await says(admin, messages.approved(ann.email));
    await classifier(page);
    await admin.getByRole('row', { name: ann.email }).getByText('Just now').waitFor();

    await admin.getByRole('checkbox', { name: `Admin ${ann.email}` }).click();
    await says(admin, messages.adminGranted(ann.email));
    await page.getByRole('link', { name: 'Admin' }).click();
    await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
    await admin.getByRole('checkbox', { name: `Admin ${ann.email}` }).click();
    await says(admin, messages.adminRevoked(ann.email));
    await classifier(page);

    admin.once('dialog', (dialog) => void dialog.accept());
    await admin.getByRole('checkbox', { name: `Allow ${ann.email}` }).click();
    await says(admin, messages.removed(ann.email));
    await says(page, messages.noAccess(ann.email));
  });

  it('is given to a new user, who can sign in, while the admin stays who they are', async () => {
    const admin = await adminPanel();
    await admin.getByRole('button', { name: '+ Add User' }).click();
    await admin.getByLabel('Email', { exact: true }).fill('bob@example.com');
    await admin.getByLabel('Name', { exact: true }).fill('Bob');
    await admin.getByLabel('Password', { exact: true }).fill('secret of bob');
    await admin.getByRole('button', { name: 'Create User' }).click();
    await says(admin, messages.userCreated);
    await admin.getByRole('checkbox', { name: 'Allow bob@example.com' }).waitFor();
    await classifier(await signedIn({ email: 'bob@example.com', password: 'secret of bob' }));
  });

  it('is given to someone who can sign in already, and begins when their address is proven', async () => {
    const carol = { email: 'carol@example.com', password: 'secret of carol' };
    const page = await visitor();
    await register(page, carol);
    await says(page, messages.noAccess(carol.email));
    const admin = await adminPanel();
    await admin.getByRole('button', { name: '+ Add User' }).click();
    await admin.getByLabel('Email', { exact: true }).fill(carol.email);
    await admin.getByLabel('Name', { exact: true }).fill('Carol');
    await admin.getByLabel('Password', { exact: true }).fill('ignored');
    await admin.getByRole('button', { name: 'Create User' }).click();
    await says(admin, messages.existingAccountAllowed(carol.email));
    await says(page, messages.noAccess(carol.email));

    const mail = await page.context().newPage();
    await mail.goto(await mailedLink(carol.email));
    await says(mail, 'Your email address is verified');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await classifier(page);
  });
});

describe('a forgotten password', () => {
  it('is replaced with a mailed link, which ends the sessions elsewhere', async () => {
    const dan = await server.addUser('dan@example.com');
    const elsewhere = await signedIn(dan);
    const page = await visitor();
    await page.getByRole('button', { name: 'Sign in with Password' }).click();
    await page.getByLabel('Email').fill(dan.email);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send Reset Link' }).click();
    await says(page, 'Check your email');

    await page.goto(await mailedLink(dan.email));
    await page.getByLabel('New password').fill('the new one');
    await page.getByLabel('Confirm password').fill('the new one');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('link', { name: 'Go to the product' }).click();
    await signIn(page, { email: dan.email, password: 'the new one' });
    await classifier(page);
    await elsewhere.getByText('Sign in to GL Classifier').waitFor({ timeout: 60_000 });
  });
});

describe('Google', () => {
  async function openPopup(page: Page): Promise<Page> {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in with Google' }).click(),
    ]);
    await popup.waitForLoadState();
    return popup;
  }

  it('says nothing when its window is closed, and can be tried again', async () => {
    const page = await visitor();
    const warned = page.waitForEvent('console', (message) => message.text().includes('window was closed'));
    await (await openPopup(page)).close();
    await warned;
    expect(await page.getByRole('alert').allInnerTexts()).toEqual(['', '']);
    const popup = await openPopup(page);
    await popup.getByLabel('E-mail').fill('gus@example.com');
    await popup.getByRole('button', { name: 'Sign in' }).click();
    await says(page, messages.noAccess('gus@example.com'));
  });
});

describe('an address', () => {
  it('for admins leads others to the classifier', async () => {
    const page = await signedIn(await server.addUser('hal@example.com'), '/admin');
    await classifier(page);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('that does not exist leads to the classifier', async () => {
    const page = await signedIn(server.admin, '/no/such/page');
    await classifier(page);
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
