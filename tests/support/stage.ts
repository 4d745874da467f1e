import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type CuttableProxy, startCuttableProxy } from './cuttableProxy.ts';
import { adminPanel, button, type Credentials, signIn } from './screens.ts';
import { startTestServer, type TestServer } from './server.ts';

/** One browser and one product for a file of tests; each visitor has a browser profile of their own. */
export type Stage = {
  readonly server: TestServer;
  /** Somebody who is signed out, at `path` of the product. */
  visitor(path?: string, prepare?: Preparation): Promise<Page>;
  signedIn(person: Credentials, path?: string, prepare?: Preparation): Promise<Page>;
  /**
   * Somebody signed in, for tests that are not about that: one and the same page all the time, loaded anew, whose
   * browser knows the person from an earlier test and has kept nothing else. Saves most of the work of `signedIn`.
   */
  atWork(person: Credentials): Promise<Page>;
  /** The first administrator at the Admin Panel, loaded anew; one and the same page all the time. */
  admin(prepare?: Preparation): Promise<Page>;
  /** Some administrator at the Admin Panel. */
  adminVisitor(person: Credentials, prepare?: Preparation): Promise<Page>;
  /** Sends all visitors away, except for the one of `admin`. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

/** A stage whose visitors come through a proxy, which is whole again after each test. */
export type CuttableStage = Stage & { readonly proxy: CuttableProxy };

/** What is done to a page before it goes anywhere. */
type Preparation = (page: Page) => Promise<unknown>;

/**
 * The stage for the tests of the calling file: opened and `prepare`d before the first, cleared after each, closed after
 * the last. Its members are there once the first test begins.
 */
export function stageOfFile(prepare?: (stage: Stage) => unknown): Stage {
  return ofFile(openStage, prepare);
}

/** As {@link stageOfFile}, with a proxy. */
export function cuttableStageOfFile(prepare?: (stage: CuttableStage) => unknown): CuttableStage {
  return ofFile(openCuttableStage, prepare);
}

function ofFile<S extends Stage>(open: () => Promise<S>, prepare?: (stage: S) => unknown): S {
  const stage = {} as S;
  beforeAll(async () => {
    Object.assign(stage, await open());
    await prepare?.(stage);
  });
  afterEach(() => stage.clear());
  afterAll(() => stage.close?.());
  return stage;
}

async function openCuttableStage(): Promise<CuttableStage> {
  let proxy: CuttableProxy | undefined;
  const stage = await openStage(async (server) => {
    proxy = await startCuttableProxy(server.origin);
    return proxy.origin;
  });
  if (proxy === undefined) throw new Error('The proxy was not started.');
  const { endStalled, restore, close } = proxy;
  return {
    ...stage,
    proxy,
    async clear() {
      // What fell silent in a test would keep its page from another address.
      restore();
      endStalled();
      await stage.clear();
    },
    async close() {
      await stage.close();
      await close();
    },
  };
}

/** Test identities stand in for Google. `originOf` names where visitors go, e.g. to a proxy. */
export async function openStage(
  originOf: (server: TestServer) => Promise<string> = async (server) => server.origin,
): Promise<Stage> {
  const [browser, server] = await Promise.all([
    launchBrowser(),
    startTestServer({ testIdentities: true, logError: () => {} }),
  ]);
  const origin = await originOf(server);
  const contexts = new Set<BrowserContext>();
  /** Where those are at work who are known, by address. */
  const known = new Map<string, Page>();
  let staying: Page | null = null;

  const stage: Stage = {
    server,
    visitor: async (path = '/', prepare) => {
      const context = await newContext(browser);
      contexts.add(context);
      const page = await context.newPage();
      await prepare?.(page);
      await page.goto(origin + path);
      return page;
    },
    signedIn: async (person, path, prepare) => {
      const page = await stage.visitor(path, prepare);
      await signIn(page, person);
      return page;
    },
    atWork: async (person) => {
      let page = known.get(person.email);
      if (page === undefined) {
        page = await stage.signedIn(person);
        contexts.delete(page.context());
        known.set(person.email, page);
      } else {
        await page.goto(origin);
        await button(page, 'Logout').waitFor();
      }
      return page;
    },
    admin: async (prepare) => {
      if (staying === null) {
        staying = await stage.adminVisitor(server.admin, prepare);
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
      await Promise.all([...known.values()].map((page) => forgetWork(page, origin)));
    },
    close: async () => {
      await browser.close();
      await server.stop();
    },
  };
  return stage;
}

async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  // Firestore's own pauses between attempts grow to some ten seconds after a store was away.
  context.setDefaultTimeout(30_000);
  return context;
}

/** Takes away what a test has done to a page, and what the browser keeps, but for the session. */
async function forgetWork(page: Page, origin: string): Promise<void> {
  page.removeAllListeners();
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
  // A place of the product's where nothing runs that would keep more, or hold what is to go.
  await page.goto(`${origin}/healthz`);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    const deletion = indexedDB.deleteDatabase('keyval-store');
    await new Promise((resolve, reject) => {
      deletion.onsuccess = resolve;
      deletion.onerror = () => reject(deletion.error);
    });
  });
}
