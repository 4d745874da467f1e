import { type Browser, chromium } from 'playwright-core';
import { launchOptions } from './launchOptions.ts';
import { browserEndpoint } from './sharedBrowser.ts';

/**
 * A headless Chromium with the usual flags: the one that the run has started for this test process, else
 * a new one. With other `flags` always a new one. To close it ends its contexts, and the browser unless it is shared.
 */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const endpoint = browserEndpoint();
  if (endpoint !== undefined && flags.length === 0) return chromium.connect(endpoint);
  return chromium.launch(launchOptions(flags));
}
