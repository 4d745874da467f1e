import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { expectAccessible } from '../support/expectAccessible.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../support/googleStandIn.ts';
import { type Hosting, type SettingsAnswer, startHosting } from '../support/hosting.ts';
import { newProductContext } from '../support/productContext.ts';
import { button, paste, says, signIn, signInScreen, untilClassified } from '../support/screens.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const SETTINGS = '/__/firebase/init.json';

let server: TestServer;
let google: GoogleStandIn;
let hosting: Hosting;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let settings: SettingsAnswer | null;
/** What the security policy of firebase.json kept a page from doing. */
let violations: string[];

const json = (body: unknown): SettingsAnswer => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(body),
});
beforeAll(async () => {
  server = await startTestServer({ sample: true });
  google = await startGoogleStandIn(server);
  hosting = await startHosting(() => settings);
  browser = await launchBrowser(google.browserFlags);
});
afterAll(async () => {
  await browser?.close();
  await hosting?.close();
  await google?.close();
  await server?.stop();
});
beforeEach(async () => {
  settings = json(google.settings);
  violations = [];
  context = await newProductContext(browser);
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  page = await context.newPage();
});
afterEach(() => context.close());

/** The hosts that were asked, each once. */
const askedHosts = () => [...new Set(google.asked.map((address) => address.split('/', 1)[0]))].sort();

describe('the same build on Firebase Hosting', () => {
  it('finds its project at the reserved address, signs in, keeps the session over a reload and classifies, with Google’s hosts alone', async () => {
    await page.goto(`${hosting.origin}/database`);
    await signInScreen(page);
    expect(hosting.asked.filter((path) => path === SETTINGS)).toHaveLength(1);
    expect(google.asked).toEqual([]);

    await signIn(page, server.admin);
    await page.getByRole('link', { name: 'Classifier', exact: true }).click();
    await page.reload();
    await says(page, 'Classifier is ready and loaded with custom mappings.');
    await paste(page, 'OFFICE DEPOT 44');
    await untilClassified(page, 1);
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await says(page, server.admin.email);
    expect(askedHosts()).toEqual([
      'firestore.googleapis.com',
      'gl-classifier.firebaseio.com',
      'identitytoolkit.googleapis.com',
    ]);
    expect(violations).toEqual([]);
  });

  it('opens Google’s sign-in through Google’s frame and window', async () => {
    const before = google.asked.length;
    await page.goto(hosting.origin);
    await signInScreen(page);
    const popup = context.waitForEvent('page');
    await button(page, 'Sign in with Google').click();
    await (await popup).waitForURL(/https:\/\/gl-classifier\.firebaseapp\.com\/__\/auth\/handler/);
    expect(google.asked.slice(before)).toEqual(
      expect.arrayContaining([
        'apis.google.com/js/api.js',
        'gl-classifier.firebaseapp.com/__/auth/iframe',
        'gl-classifier.firebaseapp.com/__/auth/handler',
      ]),
    );
    expect(violations).toEqual([]);
  });
});

describe('a website that cannot tell its project', () => {
  it('says what is to be done, as tests/unit/backend has it', async () => {
    settings = { status: 404, type: 'text/html', body: 'Not found' };
    await page.goto(hosting.origin);
    await page.getByRole('heading', { name: 'The website is not set up' }).waitFor();
    await says(page, /there are no settings at .*init\.json\. Start it with/);
    await expectAccessible(page, 'not set up');
  });

  it('goes on after Retry when the connection was gone', async () => {
    settings = null;
    await page.goto(hosting.origin);
    await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
    settings = json(google.settings);
    await button(page, 'Retry').click();
    await signInScreen(page);
  });
});

describe('the same build on our own server', () => {
  it('is explained by the page itself, without a request', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(server.origin);
    await signInScreen(page);
    expect(asked).not.toContain(SETTINGS);
  });
});
