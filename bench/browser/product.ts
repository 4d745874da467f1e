import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { Mapping } from '../../src/model/mapping.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { freshDataDir, startProduct } from '../../tests/support/product.ts';
import { signIn } from '../../tests/support/screens.ts';
import { ADMIN, seed } from '../server/seed.ts';

/** The built product in real Chromium, its administrator on the Classifier screen. */
export type Stage = {
  readonly browser: Browser;
  readonly page: Page;
  /** Loads the page anew; resolves when the mapping list is there. */
  reload(): Promise<void>;
  /** Resident memory of all renderer processes (page and workers) after a collection, in MiB. */
  memory(): Promise<number>;
  end(): Promise<void>;
};

/**
 * Starts a server that has these mappings and, besides its administrator, so many users; and a browser, with gc().
 * Rejects with the server's output when it does not start.
 */
export async function openStage(mappings: readonly Mapping[], users = 0): Promise<Stage> {
  const { dataDir, remove } = await freshDataDir();
  await seed(dataDir, mappings, users, 0);
  const server = await startProduct({ dataDir });
  const browser = await launchBrowser(['--js-flags=--expose-gc']);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(server.url);
  await signIn(page, ADMIN);
  const untilReady = () => page.getByText(`${mappings.length.toLocaleString('en-US')} mappings`).waitFor();
  await untilReady();
  return {
    browser,
    page,
    async reload() {
      await page.reload();
      await untilReady();
    },
    async memory() {
      await collectGarbage(page);
      return rendererMemory(browser);
    },
    async end() {
      await browser.close();
      await server.interrupt();
      await remove();
    },
  };
}

/** In the page and in its workers. */
async function collectGarbage(page: Page): Promise<void> {
  const collect = () => (globalThis as { gc?: () => void }).gc?.();
  await Promise.all([page.evaluate(collect), ...page.workers().map((worker) => worker.evaluate(collect))]);
}

async function rendererMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const kilobytes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0));
  return kilobytes.reduce((sum, of) => sum + of, 0) / 1024;
}
