import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { eventually, latest, openPage, watch } from '../../support/firestorePage.ts';
import { testRules } from '../../support/firestoreRules.ts';
import { type FirestoreServer, startFirestoreServer } from '../../support/firestoreServer.ts';
import { byStage } from '../../support/fullRun.ts';
import { type JitterProxy, startJitterProxy } from '../../support/jitterProxy.ts';
import { seededRandom } from '../../support/random.ts';

let browser: Browser;
let server: FirestoreServer;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startFirestoreServer({ rules: testRules });
  await server.createAccount('ann@example.com');
  await server.createAccount('ben@example.com');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Writes without waiting: documents of its own again and again, ticks once each. */
async function writeMuch(page: Page, name: string, seed: number): Promise<void> {
  await page.evaluate(
    async ({ name, seed }) => {
      const { fsLite: fs } = window.connection;
      const sdk = window.sdk.lite;
      let state = seed;
      const next = (limit: number) => {
        state = (state * 48_271) % 2_147_483_647;
        return state % limit;
      };
      const all: Promise<unknown>[] = [];
      for (let n = 0; n < 24; n += 1) {
        const own = sdk.doc(fs, `trips/${name}${next(6)}`);
        if (next(4) === 0) all.push(sdk.deleteDoc(own));
        else all.push(sdk.setDoc(own, { on: true, n, by: name }));
        if (n % 4 === 0)
          all.push(sdk.setDoc(sdk.doc(fs, `ticks/${name}${n}`), { at: sdk.serverTimestamp() }));
      }
      await Promise.all(all);
    },
    { name, seed },
  );
}

const LONG_POLLING = { experimentalForceLongPolling: true };
type Case = readonly [name: string, settings: object, seed: number];
const CASES = byStage<readonly Case[]>({
  usual: [['over a streamed back channel', {}, 1]],
  full: [
    ['over a streamed back channel', {}, 1],
    ['by long polling', LONG_POLLING, 2],
    ['over a streamed back channel', {}, 3],
    ['by long polling', LONG_POLLING, 4],
  ],
});

test.each(CASES)(
  'two clients on a line that delays and reorders agree with the server, %s (%j, seed %i)',
  async (_name, settings, seed) => {
    const proxy: JitterProxy = await startJitterProxy(server.origin, {
      random: seededRandom(seed),
      most: 60,
    });
    const behind = { ...server, origin: proxy.origin };
    const pages = [
      await openPage(browser, behind, 'ann@example.com', settings),
      await openPage(browser, behind, 'ben@example.com', settings),
    ];
    const names = namesOf(seed);
    for (const page of pages) await watch(page, 'trips', 'trips');
    const ticked = server.written.length;
    await Promise.all(pages.map((page, index) => writeMuch(page, names[index] ?? '', seed + index)));

    const ticks = server.written.slice(ticked).filter((key) => key.startsWith('ticks/'));
    expect(ticks.sort()).toEqual(
      names.flatMap((name) => [0, 4, 8, 12, 16, 20].map((n) => `ticks/${name}${n}`)).sort(),
    );
    for (const page of pages) {
      await eventually(() => latest(page, 'trips')).toMatchObject({ fromCache: false });
      await eventually(() => latest(page, 'trips')).toEqual({ docs: stored(), fromCache: false });
    }
    expect(proxy.overtakings()).toBeGreaterThan(0);
    for (const page of pages) await page.context().close();
    await proxy.close();
  },
  120_000,
);

/** What the server holds of the collection, as the SDK shows it. */
function stored(): unknown[] {
  const ids = CASES.flatMap(([, , seed]) => namesOf(seed)).flatMap((name) =>
    Array.from({ length: 6 }, (_, n) => `${name}${n}`),
  );
  return ids.sort().flatMap((id) => {
    const fields = server.firestore.readDocument(['trips', id]);
    return fields === null ? [] : [[id, plainOf(fields)]];
  });
}

/** What the two clients of a case call their documents. */
function namesOf(seed: number): string[] {
  return [`a${seed}`, `b${seed}`];
}

function plainOf(fields: object): object {
  const plain = (value: { integerValue?: string; stringValue?: string; booleanValue?: boolean }) =>
    value.integerValue === undefined ? (value.stringValue ?? value.booleanValue) : Number(value.integerValue);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));
}
