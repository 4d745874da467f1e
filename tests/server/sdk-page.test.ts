import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { createSdkPage, openSdkPage } from '../support/sdkPage.ts';

let browser: Browser;
let server: Server;
beforeAll(async () => {
  browser = await launchBrowser();
  const sdkPage = await createSdkPage();
  server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (sdkPage.owns(url.pathname)) void sdkPage.handle(request, response, url);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await browser.close();
  server.close();
});

test('the page offers the SDK, connected to its own origin', async () => {
  const page = await openSdkPage(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const version = await page.evaluate(() => {
    const { app, fs, rtdb, auth } = window.sdk.start();
    return [window.sdk.app.SDK_VERSION, app === fs.app && app === rtdb.app && app === auth.app];
  });
  expect(version).toEqual(['12.19.0', true]);
});
