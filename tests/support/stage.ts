import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { adminPanel, type Credentials, signIn } from './screens.ts';
import { startTestServer, type TestServer } from './server.ts';

/** One browser and one product for a file of tests; each visitor has a browser profile of their own. */
export type Stage = {
  readonly server: TestServer;
  /** Somebody who is signed out, at `path` of the product. */
  visitor(path?: string): Promise<Page>;
  signedIn(person: Credentials, path?: string): Promise<Page>;
  /** The first administrator, at the Admin Panel. */
  admin(): Promise<Page>;
  /** Sends all visitors away. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

/** Test identities stand in for Google. `originOf` names where visitors go, e.g. to a proxy. */
export async function openStage(
  originOf: (server: TestServer) => Promise<string> = defaultOrigin,
): Promise<Stage> {
  const [browser, server] = await Promise.all([
    launchBrowser(),
    startTestServer({ testIdentities: true, logError: () => {} }),
  ]);
  const origin = await originOf(server);
  const contexts = new Set<BrowserContext>();
  const stage: Stage = {
    server,
    visitor: async (path = '/') => {
      const page = await newVisitor(browser, contexts);
      await page.goto(origin + path);
      return page;
    },
    signedIn: async (person, path) => {
      const page = await stage.visitor(path);
      await signIn(page, person);
      return page;
    },
    admin: async () => {
      const page = await stage.signedIn(server.admin, '/admin');
      await adminPanel(page);
      return page;
    },
    clear: async () => {
      await Promise.all([...contexts].map((context) => context.close()));
      contexts.clear();
    },
    close: async () => {
      await browser.close();
      await server.stop();
    },
  };
  return stage;
}

const defaultOrigin = async (server: TestServer) => server.origin;

async function newVisitor(browser: Browser, contexts: Set<BrowserContext>): Promise<Page> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  contexts.add(context);
  context.setDefaultTimeout(15_000);
  return context.newPage();
}
