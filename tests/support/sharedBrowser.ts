import { chromium } from 'playwright-core';
import { launchOptions } from './launchOptions.ts';

/** The environment variable that holds the WebSocket address of this run's Chromium, for test processes. */
export const BROWSER_ENDPOINT = 'BROWSER_ENDPOINT';

/** No process is kept ready for a next page: with many short-lived contexts most of them are started in vain. */
const NO_SPARE_PROCESS = '--renderer-process-limit=1';

/**
 * Vitest's global setup of each project that needs a browser: the first one starts the Chromium of this run, whose
 * test files then only open contexts of their own (see `launchBrowser`). Returns what ends it.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[BROWSER_ENDPOINT] !== undefined) return undefined;
  const browser = await chromium.launchServer(launchOptions([NO_SPARE_PROCESS]));
  process.env[BROWSER_ENDPOINT] = browser.wsEndpoint();
  return async () => {
    delete process.env[BROWSER_ENDPOINT];
    await browser.close();
  };
}
