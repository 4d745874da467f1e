import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import {
  eventually,
  history,
  latest,
  latestIds,
  openPage,
  read,
  refusalOf,
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

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startFirestoreServer({ rules: testRules });
  await server.createAccount('ann@example.com');
  await server.createAccount('ben@example.com');
  ann = await openPage(browser, server, 'ann@example.com');
  ben = await openPage(browser, server, 'ben@example.com');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('one document', () => {
  test('what one person sets is what the other reads', async () => {
    await set(ann, 'plain/one', { name: 'Grüße €😀', 'odd.name': [1, { 'b`c': null }] });
    expect(await read(ben, 'plain/one')).toEqual({ name: 'Grüße €😀', 'odd.name': [1, { 'b`c': null }] });
  });

  test('every type of value that is implemented comes back as it went', async () => {
    const equal = await ann.evaluate(async () => {
      const sdk = window.sdk.lite;
      const ref = sdk.doc(window.connection.fsLite, 'plain/types');
      const data = {
        text: 'x',
        whole: 42,
        large: Number.MAX_SAFE_INTEGER,
        fraction: 1.5,
        special: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0],
        truth: [true, false, null],
        time: sdk.Timestamp.fromMillis(1_700_000_000_123),
        early: new sdk.Timestamp(-1, 500_000_000),
        empty: [[].length, {}, { list: [] }],
      };
      await sdk.setDoc(ref, data);
      const stored = (await sdk.getDoc(ref)).data() as typeof data;
      return {
        plain: JSON.stringify({ ...stored, time: 0, early: 0 }),
        sent: JSON.stringify({ ...data, time: 0, early: 0 }),
        special: stored.special.every((value, index) => Object.is(value, data.special[index])),
        time: stored.time.isEqual(data.time) && stored.early.isEqual(data.early),
      };
    });
    expect(equal).toMatchObject({ special: true, time: true });
    expect(equal.plain).toBe(equal.sent);
  });

  test('merge and update change the named fields only', async () => {
    await set(ann, 'plain/merge', { keep: 1, nest: { a: 1, 'b.c': 2, d: 3 }, owner: { name: 'x', age: 1 } });
    await ann.evaluate(async () => {
      const { deleteField, doc, FieldPath, serverTimestamp, setDoc, updateDoc } = window.sdk.lite;
      const ref = doc(window.connection.fsLite, 'plain/merge');
      await setDoc(ref, { nest: { a: 10 }, none: {}, at: { t: serverTimestamp() } }, { merge: true });
      const owner = { name: 'y', other: 1 };
      await setDoc(ref, { owner, keep: 2 }, { mergeFields: ['owner.name', 'owner'] });
      await setDoc(ref, { owner, keep: 3 }, { mergeFields: [new FieldPath('keep')] });
      await updateDoc(ref, new FieldPath('nest', 'b.c'), 20, 'nest.d', deleteField());
      await updateDoc(ref, { 'deep.new.path': 'x', list: [{}], 'at.t': deleteField(), 'at.u': 1 });
      await updateDoc(ref, { over: { a: 1 }, 'over.b': 2, 'gone.x': deleteField() });
      await setDoc(ref, {}, { merge: true });
      await updateDoc(ref, {});
    });
    expect(await read(ben, 'plain/merge')).toEqual({
      keep: 3,
      nest: { a: 10, 'b.c': 20 },
      none: {},
      owner: { name: 'y', other: 1 },
      deep: { new: { path: 'x' } },
      list: [{}],
      at: { u: 1 },
      over: { a: 1, b: 2 },
    });
  });

  test('updating a missing document is refused as not found', async () => {
    const code = await refusalOf(ann, async () => {
      const { doc, updateDoc } = window.sdk.lite;
      await updateDoc(doc(window.connection.fsLite, 'plain/never'), { a: 1 });
    });
    expect(code).toBe('not-found');
  });
});

describe('listeners', () => {
  test('a document is followed from nothing to its deletion', async () => {
    await watch(ben, 'doc', 'watched/doc');
    await eventually(() => latest(ben, 'doc')).toEqual({ docs: [], fromCache: false });
    await set(ann, 'watched/doc', { n: 1 });
    await eventually(() => latest(ben, 'doc')).toEqual({ docs: [['doc', { n: 1 }]], fromCache: false });
    await remove(ann, 'watched/doc');
    await eventually(() => latest(ben, 'doc')).toEqual({ docs: [], fromCache: false });
  });
});

/** What the SDK can ask and the app does not: a refusal with a permanent code, so that nothing hangs. */
describe('what is not implemented', () => {
  test.each<[name: string, work: () => Promise<unknown>]>([
    [
      'a collection group',
      () => {
        const { collectionGroup, getDocsFromServer } = window.sdk.firestore;
        return getDocsFromServer(collectionGroup(window.connection.fs, 'cities'));
      },
    ],
    [
      'a count',
      () => {
        const { collection, getCountFromServer } = window.sdk.firestore;
        return getCountFromServer(collection(window.connection.fs, 'cities'));
      },
    ],
    [
      'an increment',
      () => {
        const { doc, increment, setDoc } = window.sdk.lite;
        return setDoc(doc(window.connection.fsLite, 'cities/a'), { n: increment(1) });
      },
    ],
    [
      'a write by the Write stream',
      () => {
        const { doc, setDoc } = window.sdk.firestore;
        return setDoc(doc(window.connection.fs, 'cities/a'), { n: 1 });
      },
    ],
    [
      'a transaction',
      () => {
        const { doc, runTransaction } = window.sdk.lite;
        const ref = doc(window.connection.fsLite, 'plain/one');
        return runTransaction(window.connection.fsLite, async (transaction) => {
          await transaction.get(ref);
          transaction.set(ref, { n: 2 });
        });
      },
    ],
  ])('%s', async (_name, work) => {
    expect(await refusalOf(ann, work)).toBe('unimplemented');
    expect(await read(ann, 'cities/a')).toBeNull();
  });

  test('a named database: reading, listening, writing and transactions', async () => {
    const codes = await ann.evaluate(async () => {
      const { doc, getDocFromServer, initializeFirestore, onSnapshot, runTransaction, setDoc } =
        window.sdk.firestore;
      const { app } = window.connection;
      const settings = { host: location.host, ssl: location.protocol === 'https:' };
      const second = initializeFirestore(app, settings, 'second');
      const ref = doc(second, 'plain/a');
      const codeOf = (work: Promise<unknown>) =>
        work.then(
          () => null,
          (error) => error.code as string,
        );
      return Promise.all([
        codeOf(getDocFromServer(ref)),
        codeOf(
          new Promise((_, reject) => onSnapshot(ref, { includeMetadataChanges: true }, () => {}, reject)),
        ),
        codeOf(setDoc(ref, { n: 1 })),
        codeOf(setDoc(ref, { n: 2 })),
        codeOf(runTransaction(second, (transaction) => transaction.get(ref))),
      ]);
    });
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'unimplemented'));
  });
});

describe('rules', () => {
  test('reading and writing what is denied fails for good, and the rest goes on', async () => {
    await watch(ann, 'denied', 'denied/doc');
    await watch(ann, 'deniedAll', 'denied');
    await watch(ann, 'allowed', 'free/doc');
    await eventually(() => latest(ann, 'denied')).toEqual({ error: 'permission-denied' });
    await eventually(() => latest(ann, 'deniedAll')).toEqual({ error: 'permission-denied' });
    const code = await refusalOf(ann, async () => {
      const { doc, setDoc } = window.sdk.lite;
      await setDoc(doc(window.connection.fsLite, 'denied/doc'), { a: 1 });
    });
    expect(code).toBe('permission-denied');
    await set(ben, 'free/doc', { n: 1 });
    await eventually(() => latest(ann, 'allowed')).toMatchObject({ docs: [['doc', { n: 1 }]] });
  });

  test('a list with one document that may not be seen is refused, and ends when one comes in', async () => {
    server.firestore.setDocument(['notes', 'open'], { text: { stringValue: 'x' } });
    await watch(ann, 'notes', 'notes');
    await eventually(() => latestIds(ann, 'notes')).toEqual(['open']);
    server.firestore.setDocument(['notes', 'hidden'], { secret: { booleanValue: true } });
    await eventually(() => latest(ann, 'notes')).toEqual({ error: 'permission-denied' });
    const code = await refusalOf(ben, async () => {
      const { collection, getDocs } = window.sdk.lite;
      await getDocs(collection(window.connection.fsLite, 'notes'));
    });
    expect(code).toBe('permission-denied');
    expect(JSON.stringify(await history(ann, 'notes'))).not.toContain('hidden');
  });

  test('signing out ends listeners; signing in again allows new ones', async () => {
    const page = await openPage(browser, server, 'ann@example.com');
    await watch(page, 'mine', 'free/doc');
    await watch(page, 'public', 'public/doc');
    await eventually(() => latest(page, 'mine')).toMatchObject({ fromCache: false });
    await page.evaluate(() => window.sdk.auth.signOut(window.connection.auth));
    await eventually(() => latest(page, 'mine')).toEqual({ error: 'permission-denied' });
    await set(ben, 'public/doc', { n: 1 });
    await eventually(() => latest(page, 'public')).toMatchObject({ docs: [['doc', { n: 1 }]] });
    await page.evaluate(() =>
      window.sdk.auth.signInWithEmailAndPassword(window.connection.auth, 'ben@example.com', 'correct horse'),
    );
    await watch(page, 'mine', 'free/doc');
    await eventually(() => latest(page, 'mine')).toMatchObject({ fromCache: false });
    await page.context().close();
  });

  test('a refreshed token leaves listeners alive', async () => {
    await watch(ann, 'refreshed', 'free/refreshed');
    await eventually(() => latest(ann, 'refreshed')).toMatchObject({ fromCache: false });
    await ann.evaluate(() => window.connection.auth.currentUser?.getIdToken(true));
    await set(ben, 'free/refreshed', { n: 1 });
    await eventually(() => latest(ann, 'refreshed')).toMatchObject({ docs: [['refreshed', { n: 1 }]] });
  });
});

test('long polling works as well', async () => {
  const page = await openPage(browser, server, 'ann@example.com', { experimentalForceLongPolling: true });
  await watch(page, 'polled', 'free/polled');
  await set(ben, 'free/polled', { n: 1 });
  await eventually(() => latest(page, 'polled')).toMatchObject({ docs: [['polled', { n: 1 }]] });
  await set(page, 'free/polled', { n: 2 });
  await eventually(() => latest(page, 'polled')).toMatchObject({ docs: [['polled', { n: 2 }]] });
  await page.context().close();
});
