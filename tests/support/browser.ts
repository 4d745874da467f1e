import { type Browser, chromium } from 'playwright-core';
import { launchOptions } from './launchOptions.ts';

/** Starts a headless Chromium, with `flags` besides those that all have. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(flags));
}
