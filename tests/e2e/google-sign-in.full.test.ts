import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { CLIENT, startFakeIssuer } from '../support/fakeIssuer.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { createTestIdentities } from '../support/testIdentities.ts';

let browser: Browser;
let server: TestServer;
let context: BrowserContext;
let page: Page;
/** What the browser asked other hosts for. */
let foreign: string[];
/** What the security policy kept a page from doing. */
let violations: string[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  foreign = [];
  violations = [];
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  await server.stop();
});

/** Opens the app and presses the button; the popup that comes. */
async function pressGoogle(options: TestServerOptions, known: readonly string[] = []): Promise<Page> {
  server = await startTestServer({ logError: () => {}, ...options });
  const hosts = [server.origin, ...known].map((origin) => new URL(origin).host);
  context.on('request', (request) => {
    if (!hosts.includes(new URL(request.url()).host)) foreign.push(request.url());
  });
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  page = await context.newPage();
  await page.goto(server.origin);
  const popup = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  return popup;
}

describe('the Google button', () => {
  it('signs in whoever the popup brings, and loads nothing from elsewhere', async () => {
    const popup = await pressGoogle({ identities: createTestIdentities() });
    await popup.getByLabel('Email').fill('gil@example.com');
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('gil@example.com does not have access.').waitFor();
    await closed;
    expect({ foreign, violations }).toEqual({ foreign: [], violations: [] });
  });

  it('goes through the pages of a configured provider and comes back', async () => {
    const issuer = await startFakeIssuer();
    await pressGoogle({ google: { issuer: issuer.issuer, ...CLIENT } }, [issuer.issuer.origin]);
    await page.getByText('g@example.com does not have access.').waitFor();
    expect(foreign).toEqual([]);
    await issuer.close();
  });

  it('says what to set up when there is no provider, and leaves the page usable', async () => {
    const popup = await pressGoogle({});
    await popup.getByText('Signing in with Google is not set up').waitFor();
    await popup.close();
    await page.getByRole('button', { name: 'Sign in with Password' }).click();
    await page.getByRole('textbox', { name: 'Password' }).waitFor();
  });
});
