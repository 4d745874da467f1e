import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './launchOptions.ts';

/**
 * The environment variable with the WebSocket addresses of this run's Chromiums, by test process. Each process has one
 * of its own, since all pages of a headless Chromium share one clipboard.
 */
const BROWSER_ENDPOINTS = 'BROWSER_ENDPOINTS';

/** Chromium must not start spare renderers: with many short-lived contexts most of them are never used. */
const NO_SPARE_PROCESS = '--renderer-process-limit=1';

/**
 * Vitest's global setup of each project that needs a browser: the first one starts the Chromiums of this run, whose
 * test files then only open contexts of their own (see `launchBrowser`). Returns what ends them.
 */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env[BROWSER_ENDPOINTS] !== undefined) return undefined;
  const processes = Math.max(...vitest.projects.map(({ config }) => Number(config.maxWorkers)));
  const browsers: BrowserServer[] = await Promise.all(
    Array.from({ length: processes }, () => chromium.launchServer(launchOptions([NO_SPARE_PROCESS]))),
  );
  process.env[BROWSER_ENDPOINTS] = browsers.map((browser) => browser.wsEndpoint()).join(' ');
  return async () => {
    delete process.env[BROWSER_ENDPOINTS];
    await Promise.all(browsers.map((browser) => browser.close()));
  };
}

/** Where the Chromium of this test process listens; undefined outside of a test run. */
export function browserEndpoint(): string | undefined {
  const endpoints = process.env[BROWSER_ENDPOINTS]?.split(' ') ?? [];
  // Test processes that run at the same time have different numbers, from 1.
  const slot = Number(process.env['VITEST_POOL_ID'] ?? 1);
  return endpoints[(slot - 1) % endpoints.length];
}
