import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { freshDataDir, type Product, startProduct } from './product.ts';
import { newProductContext } from './productContext.ts';
import { type Credentials, printedAdmin, signIn } from './screens.ts';

/** The product as it is started from a fresh folder, and a browser. */
type ProductOfFile = {
  readonly url: string;
  readonly dataDir: string;
  /** What the running product has printed so far. */
  output(): string;
  /** The administrator that the first start printed. */
  readonly admin: Credentials;
  /** A browser profile that may use the clipboard. */
  newContext(): Promise<BrowserContext>;
  newPage(): Promise<Page>;
  /** The administrator's, at the Classifier; in a profile of its own unless one is given. */
  signedInPage(of?: BrowserContext): Promise<Page>;
  /** Ctrl+C, and the same again at the same address. Resolves with the exit code. */
  restart(): Promise<number | null>;
};

/**
 * The product for the tests of the calling file: started before the first, stopped after the last. Its members are
 * there once what is prepared before the tests begins. Slower than a stage, and the real thing: a process of its own.
 */
export function productOfFile(): ProductOfFile {
  const opened = {} as ProductOfFile;
  let close = async () => {};
  beforeAll(async () => {
    const folder = await freshDataDir();
    const [browser, product] = await Promise.all([
      launchBrowser(),
      startProduct({ dataDir: folder.dataDir }),
    ]);
    const { members, stop } = open(browser, product);
    close = async () => {
      await browser.close();
      await stop();
      await folder.remove();
    };
    Object.assign(opened, members);
  });
  afterAll(() => close());
  return opened;
}

function open(browser: Browser, first: Product): { members: ProductOfFile; stop(): Promise<number | null> } {
  const { url, dataDir } = first;
  let running = first;
  const members: ProductOfFile = {
    url,
    dataDir,
    output: () => running.output(),
    admin: printedAdmin(first.output()),
    newContext: () => newProductContext(browser),
    newPage: async () => (await members.newContext()).newPage(),
    async signedInPage(of) {
      const page = await (of?.newPage() ?? members.newPage());
      await page.goto(url);
      await signIn(page, members.admin);
      return page;
    },
    async restart() {
      const code = await running.interrupt();
      running = await startProduct({ dataDir, port: Number(new URL(url).port) });
      return code;
    },
  };
  return { members, stop: () => running.interrupt() };
}
