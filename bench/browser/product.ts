import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { Mapping } from '#model/mapping.ts';
import type { BackendServices } from '#server/services.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { freshDataDir, startProduct } from '../../tests/support/product.ts';
import { signIn } from '../../tests/support/screens.ts';
import { ADMIN, seed, storeMappings } from '../server/seed.ts';

/** The built product in real Chromium, its administrator on the Classifier screen. */
export type BenchEnvironment = Follower & {
  /** Loads the page anew; resolves when the mapping list is there. */
  reload(): Promise<void>;
  /** The same person in another browser. */
  openFollower(): Promise<Follower>;
  end(): Promise<void>;
};

/** A browser at the product. */
export type Follower = {
  readonly browser: Browser;
  readonly page: Page;
  /** Resident memory of all renderer processes (page and workers) after a collection, in MiB. */
  memory(): Promise<number>;
  end(): Promise<void>;
};

/** Stores the mapping list of a new data folder. */
export type FillList = (services: BackendServices, mappings: readonly Mapping[]) => void;

/**
 * Starts a server that has these mappings and, besides its administrator, so many users; and a browser, with gc().
 * Rejects with the server's output when it does not start.
 */
export async function openBenchEnvironment(
  mappings: readonly Mapping[],
  users = 0,
  fill: FillList = storeMappings,
): Promise<BenchEnvironment> {
  const { dataDir, remove } = await freshDataDir();
  await seed(dataDir, users, 0, (services) => fill(services, mappings));
  const server = await startProduct({ dataDir });
  const size = `${mappings.length.toLocaleString('en-US')} mappings`;
  const first = await openBrowser(server.url, size);
  return {
    ...first,
    async reload() {
      await first.page.reload();
      await untilReady(first.page, size);
    },
    openFollower: () => openBrowser(server.url, size),
    async end() {
      await first.end();
      await server.interrupt();
      await remove();
    },
  };
}

async function openBrowser(url: string, size: string): Promise<Follower> {
  const browser = await launchBrowser(['--js-flags=--expose-gc']);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(url);
  await signIn(page, ADMIN);
  await untilReady(page, size);
  return {
    browser,
    page,
    async memory() {
      await collectGarbage(page);
      return rendererMemory(browser);
    },
    end: () => browser.close(),
  };
}

const untilReady = (page: Page, size: string) => page.getByText(size).waitFor();

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
