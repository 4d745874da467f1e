import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import {
  eventually,
  history,
  latest,
  latestIds,
  openPage,
  read,
  remove,
  set,
  watch,
} from '../../support/firestorePage.ts';
import { testRules } from '../../support/firestoreRules.ts';
import { type FirestoreServer, startFirestoreServer } from '../../support/firestoreServer.ts';

let browser: Browser;
let server: FirestoreServer;
let ann: Page;
let ben: Page;
/** Added to the server's clock, in milliseconds. */
let skew = 0;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startFirestoreServer({ rules: testRules, now: () => Date.now() + skew });
  await server.createAccount('ann@example.com');
  await server.createAccount('ben@example.com');
  ann = await openPage(browser, server, 'ann@example.com');
  ben = await openPage(browser, server, 'ben@example.com');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test('who was offline learns of what was set, changed and deleted meanwhile', async () => {
  for (const id of ['kept', 'changed', 'deleted', 'left']) await set(ben, `trips/${id}`, { on: true, n: 0 });
  await watch(ann, 'trips', 'trips');
  await watch(ann, 'range', 'trips', [
    ['orderBy', '__name__'],
    ['startAfter', 'deleted'],
    ['endAt', 'new'],
  ]);
  await watch(ann, 'two', 'trips', [['limit', 2]]);
  await watch(ann, 'one', 'trips/deleted');
  await eventually(() => latestIds(ann, 'trips')).toHaveLength(4);
  await eventually(() => latestIds(ann, 'two')).toEqual(['changed', 'deleted']);
  const before = (await history(ann, 'trips')).length;

  await ann.context().setOffline(true);
  await eventually(() => latest(ann, 'trips')).toMatchObject({ fromCache: true });
  await set(ben, 'trips/changed', { on: true, n: 1 });
  await set(ben, 'trips/new', { on: true, n: 2 });
  await set(ben, 'trips/left', { on: false, n: 3 });
  await remove(ben, 'trips/deleted');
  await ann.context().setOffline(false);

  await eventually(() => latest(ann, 'trips')).toEqual({
    docs: [
      ['changed', { on: true, n: 1 }],
      ['kept', { on: true, n: 0 }],
      ['left', { on: false, n: 3 }],
      ['new', { on: true, n: 2 }],
    ],
    fromCache: false,
  });
  await eventually(() => latest(ann, 'one')).toEqual({ docs: [], fromCache: false });
  await eventually(() => latestIds(ann, 'two')).toEqual(['changed', 'kept']);
  await eventually(() => latestIds(ann, 'range')).toEqual(['kept', 'left', 'new']);
  const certain = (await history(ann, 'trips'))
    .slice(before)
    .filter((seen) => 'docs' in seen && !seen.fromCache);
  expect(JSON.stringify(certain)).not.toContain('deleted');
});

test('a restart of the server loses nothing, even with its clock set back', async () => {
  await set(ben, 'restarts/doc', { n: 1 });
  await watch(ann, 'restarts', 'restarts');
  await eventually(() => latestIds(ann, 'restarts')).toEqual(['doc']);
  skew = -3_600_000;
  await server.restart();
  await set(ben, 'restarts/doc', { n: 2 });
  await eventually(() => latest(ann, 'restarts')).toEqual({ docs: [['doc', { n: 2 }]], fromCache: false });
  expect(await read(ben, 'restarts/doc')).toEqual({ n: 2 });
});

test('what was deleted before a restart stays deleted for who was away', async () => {
  for (const id of ['a', 'b']) await set(ben, `away/${id}`, { id });
  await watch(ann, 'away', 'away');
  await eventually(() => latestIds(ann, 'away')).toEqual(['a', 'b']);
  await ann.context().setOffline(true);
  await eventually(() => latest(ann, 'away')).toMatchObject({ fromCache: true });
  await remove(ben, 'away/a');
  await server.restart();
  await ann.context().setOffline(false);
  await eventually(() => latest(ann, 'away')).toEqual({ docs: [['b', { id: 'b' }]], fromCache: false });
});
