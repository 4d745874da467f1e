import { expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { CLIENT, startFakeIssuer } from '../support/fakeIssuer.ts';
import { startTestServer } from '../support/server.ts';

it('the Google button goes through the pages of a configured provider, comes back, and loads nothing from elsewhere', async () => {
  const [browser, issuer] = await Promise.all([launchBrowser(), startFakeIssuer()]);
  onTestFinished(() => browser.close());
  onTestFinished(() => issuer.close());
  const server = await startTestServer({ logError: () => {}, google: { issuer: issuer.issuer, ...CLIENT } });
  onTestFinished(() => server.stop());
  const context = await browser.newContext();
  const hosts = [server.origin, issuer.issuer.origin].map((origin) => new URL(origin).host);
  /** What the browser asked other hosts for, and what the security policy kept a page from doing. */
  const [foreign, violations]: [string[], string[]] = [[], []];
  context.on('request', (request) => {
    if (!hosts.includes(new URL(request.url()).host)) foreign.push(request.url());
  });
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByText('g@example.com does not have access.').waitFor();
  expect({ foreign, violations }).toEqual({ foreign: [], violations: [] });
});
