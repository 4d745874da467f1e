import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { adminPanel, type Credentials, signIn } from './screens.ts';
import { startTestServer, type TestServer } from './server.ts';

/** One browser and one product for a file of tests; each visitor has a browser profile of their own. */
export type Stage = {
  readonly server: TestServer;
  /** Somebody who is signed out, at `path` of the product. */
  visitor(path?: string, prepare?: Preparation): Promise<Page>;
  signedIn(person: Credentials, path?: string, prepare?: Preparation): Promise<Page>;
  /** The first administrator at the Admin Panel, loaded anew; one and the same visitor all the time. */
  admin(): Promise<Page>;
  /** Some administrator at the Admin Panel. */
  adminVisitor(person: Credentials, prepare?: Preparation): Promise<Page>;
  /** Sends all visitors away, except for the one of `admin`. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

/** What is done to a page before it goes anywhere. */
type Preparation = (page: Page) => Promise<unknown>;

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
  let staying: Page | null = null;
  const stage: Stage = {
    server,
    visitor: async (path = '/', prepare) => {
      const page = await newVisitor(browser, contexts);
      await prepare?.(page);
      await page.goto(origin + path);
      return page;
    },
    signedIn: async (person, path, prepare) => {
      const page = await stage.visitor(path, prepare);
      await signIn(page, person);
      return page;
    },
    admin: async () => {
      if (staying === null) {
        staying = await stage.adminVisitor(server.admin);
        contexts.delete(staying.context());
      } else {
        await staying.goto(`${origin}/admin`);
        await adminPanel(staying);
      }
      return staying;
    },
    adminVisitor: async (person, prepare) => {
      const page = await stage.signedIn(person, '/admin', prepare);
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
  // Firestore's own pauses between attempts grow to some ten seconds after a store was away.
  context.setDefaultTimeout(30_000);
  return context.newPage();
}
