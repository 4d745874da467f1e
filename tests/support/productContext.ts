/// <reference lib="dom" />
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { LONGER, MESSAGE_DELAYS } from './messageDelays.ts';

/**
 * A browser's context for pages of the product, in which messages stay longer. What a page asks for at intervals keeps
 * its pace: `setInterval` is not touched, and some of these intervals are as long as a message stays.
 */
export async function newProductContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(20_000);
  await context.addInitScript(
    ({ delays, longer }) => {
      const { setTimeout } = window;
      window.setTimeout = ((run: TimerHandler, delay = 0, ...rest: unknown[]) =>
        setTimeout(run, delays.includes(delay) ? delay * longer : delay, ...rest)) as typeof setTimeout;
    },
    { delays: MESSAGE_DELAYS, longer: LONGER },
  );
  return context;
}
