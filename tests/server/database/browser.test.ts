import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabaseService, type DatabaseService } from '#server/database/service.ts';
import { type Listener, listen } from '#server/http/listener.ts';
import { createOriginCheck } from '#server/http/requestOrigin.ts';
import { createRequestRouter } from '#server/http/requestRouter.ts';
import { launchBrowser } from '../../support/browser.ts';
import { grantingQuota } from '../../support/grantingQuota.ts';
import { createSdkPage, openSdkPage } from '../../support/sdkPage.ts';
import { createTestAuth } from '../../support/testAuth.ts';
import { PROJECT } from './support/server.ts';
import { signedInDatabaseRules } from './support/signedInRules.ts';
import { openTestStore, type TestStore } from './support/store.ts';

/** The real front, identity service and page, in real Chromium: what Node's SDK cannot show. */
let browser: Browser;
let store: TestStore;
let running: { database: DatabaseService; listener: Listener; stop(): Promise<void> };

async function run(port: number): Promise<typeof running> {
  const quota = grantingQuota();
  const shared = { store, projectId: PROJECT, now: Date.now, quota };
  const auth = createTestAuth(store, PROJECT);
  const database = createDatabaseService({ ...shared, tokens: auth.tokens, rules: signedInDatabaseRules });
  const services = [auth, database, await createSdkPage()];
  const files = new Map();
  const front = createRequestRouter({
    services,
    files,
    checkOrigin: createOriginCheck(null),
    quota,
    behindProxy: false,
    now: Date.now,
    logError: console.error,
  });
  const listener = await listen(front, { host: '127.0.0.1', port, quota });
  const stop = async () => {
    for (const service of services) await service.close();
    await listener.close();
  };
  return { database, listener, stop };
}

/** A page signed in as a new person, its connection kept at `window.recorded.c`. */
async function openPerson(email: string): Promise<Page> {
  const page = await openSdkPage(browser, `http://127.0.0.1:${running.listener.port}`);
  await page.evaluate(async (address) => {
    const connection = window.sdk.start();
    window.recorded['c'] = connection;
    window.recorded['seen'] = [];
    window.recorded['refused'] = null;
    await window.sdk.auth.createUserWithEmailAndPassword(connection.auth, address, 'correct horse');
  }, email);
  return page;
}

/** Listens to a place; values go to `window.recorded.seen`, a refusal to `window.recorded.refused`. */
function watch(page: Page, path: string): Promise<void> {
  return page.evaluate((place) => {
    const { ref, onValue } = window.sdk.database;
    const { rtdb } = window.recorded['c'] as ReturnType<typeof window.sdk.start>;
    const seen = window.recorded['seen'] as unknown[];
    onValue(
      ref(rtdb, place),
      (snapshot) => seen.push(snapshot.val()),
      (error) => {
        window.recorded['refused'] = error.message;
      },
    );
  }, path);
}

async function untilSeen(page: Page, value: unknown): Promise<void> {
  await page.waitForFunction(
    (expected) => JSON.stringify((window.recorded['seen'] as unknown[]).at(-1)) === JSON.stringify(expected),
    value,
  );
}

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

beforeEach(async () => {
  store = openTestStore();
  running = await run(0);
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await running.stop();
  store.close();
});

describe('the SDK in a browser', () => {
  it('shows one person what another writes', async () => {
    const [ann, bob] = [await openPerson('ann@example.com'), await openPerson('bob@example.com')];
    await watch(ann, 'usage/total');
    await bob.evaluate(async () => {
      const { ref, update, increment } = window.sdk.database;
      const { rtdb } = window.recorded['c'] as ReturnType<typeof window.sdk.start>;
      await Promise.all(Array.from({ length: 20 }, () => update(ref(rtdb), { 'usage/total': increment(5) })));
    });
    await untilSeen(ann, 100);
  });

  it('ends a listen on sign-out', async () => {
    const ann = await openPerson('ann@example.com');
    await watch(ann, 'a');
    await untilSeen(ann, null);
    await ann.evaluate(() => {
      const { auth } = window.recorded['c'] as ReturnType<typeof window.sdk.start>;
      return window.sdk.auth.signOut(auth);
    });
    await ann.waitForFunction(() => window.recorded['refused'] !== null);
    expect(await ann.evaluate(() => window.recorded['refused'])).toContain('permission_denied');
  });

  it('comes back after a restart of the server, and shows what changed meanwhile', async () => {
    running.database.update({ m: { a: 1, 10: 'ü', '01': true } });
    const ann = await openPerson('ann@example.com');
    await watch(ann, 'm');
    await ann.waitForFunction(() => (window.recorded['seen'] as unknown[]).length === 1);
    const { port } = running.listener;
    await running.stop();
    running = await run(port);
    running.database.update({ m: 'changed' });
    await untilSeen(ann, 'changed');
    expect(await ann.evaluate(() => window.recorded['refused'])).toBe(null);
  });

  it('takes a text longer than a frame, and updates of awkward trees', async () => {
    const ann = await openPerson('ann@example.com');
    const long = 'ü漢'.repeat(40_000);
    running.database.update({ tree: { 1: 0.1, '01': 2 ** 31, a: 3.9999999999999996, ü: '😀' } });
    await ann.evaluate(async (text) => {
      const { ref, update } = window.sdk.database;
      const { rtdb } = window.recorded['c'] as ReturnType<typeof window.sdk.start>;
      await update(ref(rtdb), { text });
      await update(ref(rtdb, 'tree'), { b: 1 });
    }, long);
    expect(running.database.read('text')).toBe(long);
    expect(running.database.read('tree')).toMatchObject({ 1: 0.1, '01': 2 ** 31, b: 1 });
  });
});
