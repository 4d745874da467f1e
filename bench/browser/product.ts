import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { Mapping } from '#model/mapping.ts';
import type { BackendServices } from '#server/services.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { freshDataDir, type Product, startProduct } from '../../tests/support/product.ts';
import { type Credentials, signIn } from '../../tests/support/screens.ts';
import { ADMIN, seed, storeMappings } from '../server/seed.ts';

/** The built product in real Chromium, its administrator on the Classifier screen. */
export type BenchEnvironment = Follower & {
  /** Loads the page anew; resolves when the mapping list is there. */
  reload(): Promise<void>;
  /** Another browser; the same person unless it says otherwise. */
  openFollower(visit?: Partial<Visit>): Promise<Follower>;
  /** The server that runs now. */
  server(): Product;
  /** Ends the server and starts it again on its data. The browsers so far do not find it. */
  restartServer(whileStopped: () => Promise<void>): Promise<void>;
  end(): Promise<void>;
};

/** Who visits which address; the visit has begun when the page says `size`. */
export type Visit = { readonly url: string; readonly person: Credentials; readonly size: string };

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
 * @param nodeArgs for the server's process
 */
export async function openBenchEnvironment(
  mappings: readonly Mapping[],
  users = 0,
  fill: FillList = storeMappings,
  nodeArgs: readonly string[] = [],
): Promise<BenchEnvironment> {
  const { dataDir, remove } = await freshDataDir();
  await seed(dataDir, users, 0, (services) => fill(services, mappings));
  let server = await startProduct({ dataDir, nodeArgs });
  const size = `${mappings.length.toLocaleString('en-US')} mappings`;
  const openFollower = (visit: Partial<Visit> = {}) =>
    openBrowser({ url: server.url, person: ADMIN, size, ...visit });
  const first = await openFollower();
  return {
    ...first,
    async reload() {
      await first.page.reload();
      await untilReady(first.page, size);
    },
    openFollower,
    server: () => server,
    async restartServer(whileStopped) {
      await server.interrupt();
      await whileStopped();
      server = await startProduct({ dataDir, nodeArgs });
    },
    async end() {
      await first.end();
      await server.interrupt();
      await remove();
    },
  };
}

async function openBrowser({ url, person, size }: Visit): Promise<Follower> {
  const browser = await launchBrowser(['--js-flags=--expose-gc']);
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(url);
  await signIn(page, person);
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

const untilReady = (page: Page, size: string) => page.getByText(size).waitFor({ timeout: 180_000 });

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
