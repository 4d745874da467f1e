/// <reference lib="dom" />
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { STATUS_CLEAR_MS } from '#model/limits.ts';

/**
 * A browser's context for pages of the product. A success stays there ten times as long as for people: a busy machine
 * looks for it only after seconds. When it goes is tested by `tests/browser/app-status.test.tsx`.
 */
export async function newProductContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(60_000);
  await context.addInitScript((clearAfter) => {
    const { setTimeout } = window;
    window.setTimeout = ((run: TimerHandler, delay?: number, ...rest: unknown[]) =>
      setTimeout(run, delay === clearAfter ? clearAfter * 10 : delay, ...rest)) as typeof setTimeout;
  }, STATUS_CLEAR_MS);
  return context;
}
