import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type FaultProxy, startFaultProxy } from './faultProxy.ts';
import { byStage } from './fullRun.ts';
import { newProductContext } from './productContext.ts';
import { adminPanel, button, type Credentials, signIn } from './screens.ts';
import { startTestServer, type TestServer } from './server.ts';
import { createTestIdentities } from './testIdentities.ts';

/** One browser and one product for a file of tests; each visitor has a browser profile of their own. */
export type TestEnvironment = {
  readonly server: TestServer;
  /**
   * A signed-out visitor at `path` of the product. The page may be that of an earlier test's visitor, emptied:
   * what cannot be undone, such as an init script or a clock, must be done in `prepare`, which always gets a new page.
   */
  visitor(path?: string, prepare?: Preparation): Promise<Page>;
  signedIn(person: Credentials, path?: string, prepare?: Preparation): Promise<Page>;
  /**
   * A signed-in user, for tests that are not about signing in: always the same page, reloaded, whose browser still has
   * the session of an earlier test and nothing else. Saves most of the work of `signedIn`.
   */
  signedInPage(person: Credentials): Promise<Page>;
  /** The first administrator at the Admin Panel, loaded anew; one and the same page all the time. */
  admin(): Promise<Page>;
  /** Some administrator at the Admin Panel. */
  adminVisitor(person: Credentials): Promise<Page>;
  /** What the policy of Trusted Types has refused since the last call; whatever a test leaves there makes it fail. */
  takeRefusedByPolicy(): string[];
  /** Sends all visitors away, except for the one of `admin`. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

/** A environment whose visitors come through a proxy, which is whole again after each test. */
type FaultTestEnvironment = TestEnvironment & { readonly proxy: FaultProxy };

/** What is done to a page before it goes anywhere. */
type Preparation = (page: Page) => Promise<unknown>;

/**
 * The environment for the tests of the calling file: opened and `prepare`d before the first, cleared after each, closed after
 * the last. Its members are there once the first test begins.
 */
export function useTestEnvironment(prepare?: (environment: TestEnvironment) => unknown): TestEnvironment {
  return ofFile(openTestEnvironment, prepare);
}

/** As {@link useTestEnvironment}, for tests that go on where the one before has stopped: their pages stay. */
export function useStoryEnvironment(prepare: (environment: TestEnvironment) => unknown): TestEnvironment {
  return ofFile(openTestEnvironment, prepare, { isCleared: false });
}

/** As {@link useTestEnvironment}, with a proxy. */
export function useFaultTestEnvironment(
  prepare?: (environment: FaultTestEnvironment) => unknown,
): FaultTestEnvironment {
  return ofFile(openFaultTestEnvironment, prepare);
}

function ofFile<S extends TestEnvironment>(
  open: () => Promise<S>,
  prepare?: (environment: S) => unknown,
  { isCleared } = { isCleared: true },
): S {
  const environment = {} as S;
  beforeAll(async () => {
    Object.assign(environment, await open());
    await prepare?.(environment);
  });
  if (isCleared) afterEach(() => environment.clear());
  afterAll(() => environment.close?.());
  return environment;
}

async function openFaultTestEnvironment(): Promise<FaultTestEnvironment> {
  let proxy: FaultProxy | undefined;
  const environment = await openTestEnvironment(async (server) => {
    proxy = await startFaultProxy(server.origin);
    return proxy.origin;
  });
  if (proxy === undefined) throw new Error('The proxy was not started.');
  const { endStalled, restore, close } = proxy;
  return {
    ...environment,
    proxy,
    async clear() {
      // What fell silent in a test would keep its page from another address.
      restore();
      endStalled();
      await environment.clear();
    },
    async close() {
      await environment.close();
      await close();
    },
  };
}

/** Test identities stand in for Google. `originOf` names where visitors go, e.g. to a proxy. */
async function openTestEnvironment(
  originOf: (server: TestServer) => Promise<string> = async (server) => server.origin,
): Promise<TestEnvironment> {
  const [browser, server] = await Promise.all([
    launchBrowser(),
    startTestServer({ identities: createTestIdentities(), logError: () => {} }),
  ]);
  const origin = await originOf(server);
  /** Contexts that end with the test. */
  const contexts = new Set<BrowserContext>();
  /** Pages that are emptied after the test, and pages that were. A new one costs three times the work. */
  const inUse = new Set<Page>();
  const empty: Page[] = [];
  /** Where those are at work who are known, by address. */
  const known = new Map<string, Page>();
  let staying: Page | null = null;
  const refusedByPolicy: string[] = [];
  const openContext = async () => {
    const context = await newProductContext(browser, { viewport: WINDOW, reducedMotion: MOTION });
    context.on('console', (message) => {
      if (/requires 'Trusted|trusted-types/i.test(message.text())) refusedByPolicy.push(message.text());
    });
    return context;
  };

  const environment: TestEnvironment = {
    server,
    visitor: async (path = '/', prepare) => {
      const page = (prepare === undefined && empty.pop()) || (await (await openContext()).newPage());
      if (prepare === undefined) inUse.add(page);
      else contexts.add(page.context());
      await prepare?.(page);
      await page.goto(origin + path);
      return page;
    },
    signedIn: async (person, path, prepare) => {
      const page = await environment.visitor(path, prepare);
      await signIn(page, person);
      return page;
    },
    signedInPage: async (person) => {
      let page = known.get(person.email);
      if (page === undefined) {
        page = await environment.signedIn(person);
        inUse.delete(page);
        known.set(person.email, page);
      } else {
        await page.goto(origin);
        await button(page, 'Logout').waitFor();
      }
      return page;
    },
    admin: async () => {
      if (staying === null) {
        staying = await environment.adminVisitor(server.admin);
        inUse.delete(staying);
      } else {
        await staying.goto(`${origin}/admin`);
        await adminPanel(staying);
      }
      return staying;
    },
    adminVisitor: async (person) => {
      const page = await environment.signedIn(person, '/admin');
      await adminPanel(page);
      return page;
    },
    takeRefusedByPolicy: () => refusedByPolicy.splice(0),
    clear: async () => {
      await Promise.all([...contexts].map((context) => context.close()));
      contexts.clear();
      await Promise.all([...known.values()].map((page) => forgetWork(page, origin)));
      await Promise.all([...inUse].map((page) => forgetVisitor(page, origin)));
      empty.push(...inUse);
      inUse.clear();
      const refused = environment.takeRefusedByPolicy();
      if (refused.length > 0)
        throw new Error(`Refused by the policy of Trusted Types: ${refused.join('; ')}`);
    },
    close: async () => {
      await browser.close();
      await server.stop();
    },
  };
  return environment;
}

const WINDOW = { width: 1280, height: 720 };
/**
 * Each frame of what moves costs a browser without a graphics processor as much as work. The tests that open contexts
 * of their own have the motions in every run.
 */
const MOTION = byStage({ usual: 'reduce', full: 'no-preference' } as const);

/** What the browser keeps of a person's work; their session is in another database. */
const WORK_DATABASE = 'keyval-store';

/** Takes away what a test has done to a page, and what the browser keeps, but for the session. */
async function forgetWork(page: Page, origin: string): Promise<void> {
  await leaveProduct(page, origin);
  await page.evaluate(deleteStored, [WORK_DATABASE]);
}

/** Resets a page and deletes all browser storage, so that no user is signed in. */
async function forgetVisitor(page: Page, origin: string): Promise<void> {
  await leaveProduct(page, origin);
  await page.context().clearCookies();
  const databases = await page.evaluate(() => indexedDB.databases());
  await page.evaluate(
    deleteStored,
    databases.flatMap(({ name }) => name ?? []),
  );
}

/** Goes to a place of the product's where nothing runs that would keep more, or hold what is to go. */
async function leaveProduct(page: Page, origin: string): Promise<void> {
  page.removeAllListeners();
  const others = page
    .context()
    .pages()
    .filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
  await page.setViewportSize(WINDOW);
  await page.goto(`${origin}/healthz`);
}

/** Runs in the page. */
async function deleteStored(databases: string[]): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of databases) {
    const deletion = indexedDB.deleteDatabase(name);
    await new Promise((resolve, reject) => {
      deletion.onsuccess = resolve;
      deletion.onerror = () => reject(deletion.error);
    });
  }
}
