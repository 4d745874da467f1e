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
    await set(ann, 'plain/merge', { keep: 1, nest: { a: 1, 'b.c': 2, d: 3 } });
    await ann.evaluate(async () => {
      const { deleteField, doc, FieldPath, setDoc, updateDoc } = window.sdk.lite;
      const ref = doc(window.connection.fsLite, 'plain/merge');
      await setDoc(ref, { nest: { a: 10 }, added: true }, { merge: true });
      await updateDoc(ref, new FieldPath('nest', 'b.c'), 20, 'nest.d', deleteField());
      await updateDoc(ref, { 'deep.new.path': 'x' });
    });
    expect(await read(ben, 'plain/merge')).toEqual({
      keep: 1,
      nest: { a: 10, 'b.c': 20 },
      added: true,
      deep: { new: { path: 'x' } },
    });
  });

  test('a deleted document is gone', async () => {
    await set(ann, 'plain/gone', { a: 1 });
    await remove(ann, 'plain/gone');
    expect(await read(ben, 'plain/gone')).toBeNull();
  });

  test('a write that changes nothing is acknowledged, and leaves the update time', async () => {
    await set(ann, 'plain/same', { n: 1 });
    await watch(ann, 'same', 'plain/same');
    await eventually(() => latest(ann, 'same')).toMatchObject({ fromCache: false });
    const before = (await history(ann, 'same')).length;
    const found = await ann.evaluate(async () => {
      const { doc, getDoc, setDoc, updateDoc } = window.sdk.lite;
      const ref = doc(window.connection.fsLite, 'plain/same');
      await setDoc(ref, { n: 1 });
      await updateDoc(ref, { n: 1 });
      return (await getDoc(ref)).data();
    });
    expect(found).toEqual({ n: 1 });
    expect(server.written.filter((key) => key === 'plain/same')).toHaveLength(1);
    await set(ben, 'plain/same', { n: 2 });
    await eventually(() => latest(ann, 'same')).toMatchObject({ docs: [['same', { n: 2 }]] });
    expect((await history(ann, 'same')).length).toBeGreaterThan(before);
  });

  test('updating a document deleted in the same batch is an invalid argument; setting it is none', async () => {
    await set(ann, 'plain/twice', { n: 1 });
    const codes = await ann.evaluate(async () => {
      const { doc, writeBatch } = window.sdk.lite;
      const { fsLite: fs } = window.connection;
      const ref = doc(fs, 'plain/twice');
      const updated = writeBatch(fs).delete(ref).update(ref, { n: 2 }).commit();
      const code = await updated.then(
        () => null,
        (error) => error.code,
      );
      await writeBatch(fs).delete(ref).set(ref, { n: 3 }).commit();
      return code;
    });
    // The SDK’s word for every answer with status 400.
    expect(codes).toBe('failed-precondition');
    expect(await read(ben, 'plain/twice')).toEqual({ n: 3 });
  });

  test('updating a missing document is refused as not found', async () => {
    const code = await refusalOf(ann, async () => {
      const { doc, updateDoc } = window.sdk.lite;
      await updateDoc(doc(window.connection.fsLite, 'plain/never'), { a: 1 });
    });
    expect(code).toBe('not-found');
  });

  test('a server time is the time of the commit', async () => {
    const times = await ann.evaluate(async () => {
      const { doc, getDoc, serverTimestamp, setDoc, updateDoc } = window.sdk.lite;
      const ref = doc(window.connection.fsLite, 'plain/values');
      const began = Date.now();
      await setDoc(ref, { at: serverTimestamp(), n: 1 });
      await updateDoc(ref, { again: serverTimestamp(), nested: { at: serverTimestamp() } });
      const data = (await getDoc(ref)).data() ?? {};
      const { at, again, nested, ...rest } = data;
      return {
        rest,
        // Page and server have the same clock.
        isNow: began <= again.toMillis() && again.toMillis() <= Date.now(),
        ordered: at.toMillis() <= again.toMillis(),
        same: again.isEqual(nested.at),
      };
    });
    expect(times.rest).toEqual({ n: 1 });
    expect(times).toMatchObject({ ordered: true, same: true, isNow: true });
  });

  test('a document near the limit of 1 MiB is stored, one above is refused for good', async () => {
    const written = await ann.evaluate(async () => {
      const { doc, getDoc, setDoc } = window.sdk.lite;
      const ref = doc(window.connection.fsLite, 'plain/large');
      const text = '漢'.repeat(349_000);
      await setDoc(ref, { text });
      const same = (await getDoc(ref)).data()?.['text'] === text;
      const code = await setDoc(ref, { text: `${text}${text}` }).then(
        () => null,
        (error) => error.code,
      );
      return { same, code };
    });
    // The SDK’s word for every answer with status 400.
    expect(written).toEqual({ same: true, code: 'failed-precondition' });
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

  test('a collection is followed by everyone', async () => {
    await watch(ann, 'all', 'rooms/1/seats');
    await watch(ben, 'all', 'rooms/1/seats');
    await set(ann, 'rooms/1/seats/b', { n: 1 });
    await set(ben, 'rooms/1/seats/a', { n: 2 });
    await set(ben, 'rooms/2/seats/c', { n: 3 });
    for (const page of [ann, ben]) await eventually(() => latestIds(page, 'all')).toEqual(['a', 'b']);
    await remove(ann, 'rooms/1/seats/a');
    for (const page of [ann, ben]) await eventually(() => latestIds(page, 'all')).toEqual(['b']);
  });

  test('a page gains and loses documents', async () => {
    for (const id of ['b', 'c', 'd', 'f']) await set(ann, `queue/${id}`, { id });
    await watch(ben, 'first', 'queue', [['limit', 2]]);
    await watch(ben, 'next', 'queue', [
      ['orderBy', '__name__'],
      ['startAfter', 'c'],
      ['limit', 2],
    ]);
    await watch(ben, 'range', 'queue', [
      ['orderBy', '__name__'],
      ['startAfter', 'b'],
      ['endAt', 'd'],
    ]);
    await eventually(() => latestIds(ben, 'first')).toEqual(['b', 'c']);
    await eventually(() => latestIds(ben, 'next')).toEqual(['d', 'f']);
    await eventually(() => latestIds(ben, 'range')).toEqual(['c', 'd']);
    await remove(ann, 'queue/c');
    await eventually(() => latestIds(ben, 'first')).toEqual(['b', 'd']);
    await eventually(() => latestIds(ben, 'range')).toEqual(['d']);
    await set(ann, 'queue/e', { id: 'e' });
    await eventually(() => latestIds(ben, 'next')).toEqual(['d', 'e']);
    expect(await latestIds(ben, 'range')).toEqual(['d']);
  });

  test('a batch is seen as a whole or not at all', async () => {
    await watch(ben, 'pairs', 'pairs');
    await eventually(() => latestIds(ben, 'pairs')).toEqual([]);
    await ann.evaluate(async () => {
      const { doc, writeBatch } = window.sdk.lite;
      for (let n = 0; n < 10; n++) {
        const batch = writeBatch(window.connection.fsLite);
        batch.set(doc(window.connection.fsLite, 'pairs/left'), { n });
        batch.set(doc(window.connection.fsLite, 'pairs/right'), { n });
        await batch.commit();
      }
    });
    await eventually(() => latest(ben, 'pairs')).toMatchObject({
      docs: [
        ['left', { n: 9 }],
        ['right', { n: 9 }],
      ],
    });
    for (const seen of await history(ben, 'pairs')) {
      const values = 'docs' in seen ? seen.docs.map(([, data]) => (data as { n: number }).n) : [];
      expect(new Set(values).size).toBeLessThanOrEqual(1);
    }
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

  test('a listener ends when the document that allowed it changes', async () => {
    const uid = await ben.evaluate(() => window.connection.auth.currentUser?.uid ?? '');
    server.firestore.setDocument(['access', uid], { allow: { booleanValue: true } });
    server.firestore.setDocument(['gated', 'one'], {});
    await watch(ben, 'gated', 'gated');
    await eventually(() => latestIds(ben, 'gated')).toEqual(['one']);
    server.firestore.setDocument(['access', uid], { allow: { booleanValue: false } });
    await eventually(() => latest(ben, 'gated')).toEqual({ error: 'permission-denied' });
  });

  test('of twenty writes at once, one refused, the others are applied once', async () => {
    const codes = await ann.evaluate(async () => {
      const { doc, serverTimestamp, setDoc } = window.sdk.lite;
      const { fsLite: fs } = window.connection;
      const writes = Array.from({ length: 20 }, (_, index) =>
        index === 7
          ? setDoc(doc(fs, 'denied/doc'), { index })
          : setDoc(doc(fs, `pipeline/${index}`), { at: serverTimestamp() }),
      );
      const results = await Promise.allSettled(writes);
      return results.map((result) => (result.status === 'rejected' ? result.reason.code : 'ok'));
    });
    expect(codes).toEqual(codes.map((_, index) => (index === 7 ? 'permission-denied' : 'ok')));
    const applied = server.written.filter((key) => key.startsWith('pipeline/'));
    const written = codes.flatMap((code, index) => (code === 'ok' ? [`pipeline/${index}`] : []));
    expect(applied.sort()).toEqual(written.sort());
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
