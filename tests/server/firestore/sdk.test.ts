import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../support/browser.ts';
import { testGuard } from '../../support/firestoreGuard.ts';
import {
  eventually,
  find,
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
import { type FirestoreServer, startFirestoreServer } from '../../support/firestoreServer.ts';

let browser: Browser;
let server: FirestoreServer;
let ann: Page;
let ben: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startFirestoreServer({ guard: testGuard });
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

  test('every type of value comes back as it went', async () => {
    const equal = await ann.evaluate(async () => {
      const sdk = window.sdk.firestore;
      const ref = sdk.doc(window.connection.fs, 'plain/types');
      const data = {
        text: 'x',
        whole: 42,
        large: Number.MAX_SAFE_INTEGER,
        fraction: 1.5,
        special: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0],
        truth: [true, false, null],
        time: sdk.Timestamp.fromMillis(1_700_000_000_123),
        early: new sdk.Timestamp(-1, 500_000_000),
        bytes: sdk.Bytes.fromUint8Array(new Uint8Array([0, 255, 128])),
        place: new sdk.GeoPoint(48.1, 11.5),
        reference: ref,
        empty: [[].length, {}, { list: [] }],
      };
      await sdk.setDoc(ref, data);
      const stored = (await sdk.getDocFromServer(ref)).data() as typeof data;
      return {
        plain: JSON.stringify({ ...stored, time: 0, early: 0, bytes: 0, place: 0, reference: 0 }),
        sent: JSON.stringify({ ...data, time: 0, early: 0, bytes: 0, place: 0, reference: 0 }),
        special: stored.special.every((value, index) => Object.is(value, data.special[index])),
        time: stored.time.isEqual(data.time) && stored.early.isEqual(data.early),
        bytes: stored.bytes.isEqual(data.bytes),
        place: stored.place.isEqual(data.place),
        reference: sdk.refEqual(stored.reference, ref),
      };
    });
    expect(equal).toMatchObject({ special: true, time: true, bytes: true, place: true, reference: true });
    expect(equal.plain).toBe(equal.sent);
  });

  test('merge and update change the named fields only', async () => {
    await set(ann, 'plain/merge', { keep: 1, nest: { a: 1, 'b.c': 2, d: 3 } });
    await ann.evaluate(async () => {
      const { deleteField, doc, FieldPath, setDoc, updateDoc } = window.sdk.firestore;
      const ref = doc(window.connection.fs, 'plain/merge');
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

  test('updating a missing document is refused as not found', async () => {
    const code = await refusalOf(ann, async () => {
      const { doc, updateDoc } = window.sdk.firestore;
      await updateDoc(doc(window.connection.fs, 'plain/never'), { a: 1 });
    });
    expect(code).toBe('not-found');
  });

  test('server values: time, increments, array elements', async () => {
    const times = await ann.evaluate(async () => {
      const {
        arrayRemove,
        arrayUnion,
        doc,
        getDocFromServer,
        increment,
        serverTimestamp,
        setDoc,
        updateDoc,
      } = window.sdk.firestore;
      const ref = doc(window.connection.fs, 'plain/values');
      const began = Date.now();
      await setDoc(ref, { at: serverTimestamp(), list: [1, 'a'], n: 1, f: 0.5 });
      await updateDoc(ref, {
        again: serverTimestamp(),
        nested: { at: serverTimestamp() },
        list: arrayUnion('b', 1),
        n: increment(2),
        f: increment(1),
        fresh: increment(7),
      });
      await updateDoc(ref, { list: arrayRemove('a') });
      const data = (await getDocFromServer(ref)).data() ?? {};
      const { at, again, nested, ...rest } = data;
      return {
        rest,
        // Page and server have the same clock.
        isNow: began <= again.toMillis() && again.toMillis() <= Date.now(),
        ordered: at.toMillis() <= again.toMillis(),
        same: again.isEqual(nested.at),
      };
    });
    expect(times.rest).toEqual({ list: [1, 'b'], n: 3, f: 1.5, fresh: 7 });
    expect(times).toMatchObject({ ordered: true, same: true, isNow: true });
  });

  test('a document near the limit of 1 MiB is kept, one above is refused for good', async () => {
    const written = await ann.evaluate(async () => {
      const { doc, getDocFromServer, setDoc } = window.sdk.firestore;
      const ref = doc(window.connection.fs, 'plain/large');
      const text = '漢'.repeat(349_000);
      await setDoc(ref, { text });
      const same = (await getDocFromServer(ref)).data()?.['text'] === text;
      const code = await setDoc(ref, { text: `${text}${text}` }).then(
        () => null,
        (error) => error.code,
      );
      return { same, code };
    });
    expect(written).toEqual({ same: true, code: 'invalid-argument' });
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

  test('a query gains and loses documents as they change', async () => {
    await watch(ben, 'big', 'sizes', [
      ['where', 'n', '>', 2],
      ['orderBy', 'n', 'desc'],
    ]);
    for (const n of [1, 2, 3, 4]) await set(ann, `sizes/s${n}`, { n });
    await eventually(() => latestIds(ben, 'big')).toEqual(['s4', 's3']);
    await set(ann, 'sizes/s1', { n: 9 });
    await eventually(() => latestIds(ben, 'big')).toEqual(['s1', 's4', 's3']);
    await set(ann, 'sizes/s4', { n: 0 });
    await eventually(() => latestIds(ben, 'big')).toEqual(['s1', 's3']);
  });

  test('a limited query fills up when one of its documents goes', async () => {
    for (const n of [1, 2, 3, 4]) await set(ann, `queue/q${n}`, { n });
    await watch(ben, 'first', 'queue', [
      ['orderBy', 'n'],
      ['limit', 2],
    ]);
    await watch(ben, 'last', 'queue', [
      ['orderBy', 'n'],
      ['limitToLast', 2],
    ]);
    await eventually(() => latestIds(ben, 'first')).toEqual(['q1', 'q2']);
    await eventually(() => latestIds(ben, 'last')).toEqual(['q3', 'q4']);
    await remove(ann, 'queue/q1');
    await eventually(() => latestIds(ben, 'first')).toEqual(['q2', 'q3']);
    await set(ann, 'queue/q2', { n: 10 });
    await eventually(() => latestIds(ben, 'first')).toEqual(['q3', 'q4']);
    await eventually(() => latestIds(ben, 'last')).toEqual(['q4', 'q2']);
  });

  test('a batch is seen as a whole or not at all', async () => {
    await watch(ben, 'pairs', 'pairs');
    await eventually(() => latestIds(ben, 'pairs')).toEqual([]);
    await ann.evaluate(async () => {
      const { doc, writeBatch } = window.sdk.firestore;
      for (let n = 0; n < 10; n++) {
        const batch = writeBatch(window.connection.fs);
        batch.set(doc(window.connection.fs, 'pairs/left'), { n });
        batch.set(doc(window.connection.fs, 'pairs/right'), { n });
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

describe('queries', () => {
  beforeAll(async () => {
    await ann.evaluate(async () => {
      const { doc, setDoc } = window.sdk.firestore;
      const cities = [
        { id: 'ber', name: 'Berlin', size: 3.7, tags: ['river', 'capital'], country: 'de' },
        { id: 'muc', name: 'München', size: 1.5, tags: ['river'], country: 'de' },
        { id: 'par', name: 'Paris', size: 2.1, tags: ['river', 'capital', 'tower'], country: 'fr' },
        { id: 'nic', name: 'Nice', size: 0.3, tags: ['sea'], country: 'fr' },
        { id: 'atl', name: 'Atlantis', tags: [], country: null },
      ];
      await Promise.all(
        cities.map(({ id, ...city }) => setDoc(doc(window.connection.fs, 'cities', id), city)),
      );
    });
  });

  test.each([
    ['equality', [['where', 'country', '==', 'de']], ['ber', 'muc']],
    ['null', [['where', 'country', '==', null]], ['atl']],
    ['not null', [['where', 'country', '!=', null]], ['ber', 'muc', 'nic', 'par']],
    ['inequality', [['where', 'size', '>=', 2.1]], ['par', 'ber']],
    [
      'a range',
      [
        ['where', 'size', '>', 0.3],
        ['where', 'size', '<', 3.7],
      ],
      ['muc', 'par'],
    ],
    ['in', [['where', 'name', 'in', ['Paris', 'Nice']]], ['nic', 'par']],
    ['not in', [['where', 'country', 'not-in', ['de']]], ['nic', 'par']],
    ['an array that contains', [['where', 'tags', 'array-contains', 'capital']], ['ber', 'par']],
    [
      'an array that contains any',
      [['where', 'tags', 'array-contains-any', ['sea', 'tower']]],
      ['nic', 'par'],
    ],
    ['order', [['orderBy', 'size', 'desc']], ['ber', 'par', 'muc', 'nic']],
    [
      'two orders',
      [
        ['orderBy', 'country'],
        ['orderBy', 'name', 'desc'],
      ],
      ['atl', 'muc', 'ber', 'par', 'nic'],
    ],
    [
      'a limit',
      [
        ['orderBy', 'name'],
        ['limit', 2],
      ],
      ['atl', 'ber'],
    ],
  ] as const)('%s', async (_name, constraints, ids) => {
    expect(await find(ben, 'cities', constraints)).toEqual(ids);
  });

  test('or, cursors and paging', async () => {
    const found = await ben.evaluate(async () => {
      const sdk = window.sdk.firestore;
      const cities = sdk.collection(window.connection.fs, 'cities');
      const ids = async (query: Parameters<typeof sdk.getDocsFromServer>[0]) =>
        (await sdk.getDocsFromServer(query)).docs.map(({ id }) => id);
      const bySize = sdk.orderBy('size');
      const first = await sdk.getDocsFromServer(sdk.query(cities, bySize, sdk.limit(2)));
      const last = first.docs.at(-1);
      return {
        or: await ids(sdk.query(cities, sdk.or(sdk.where('name', '==', 'Nice'), sdk.where('size', '>', 3)))),
        from: await ids(sdk.query(cities, bySize, sdk.startAt(1.5))),
        between: await ids(sdk.query(cities, bySize, sdk.startAfter(0.3), sdk.endBefore(3.7))),
        next: await ids(sdk.query(cities, bySize, sdk.startAfter(last), sdk.limit(2))),
        byId: await ids(sdk.query(cities, sdk.where(sdk.documentId(), '>', 'muc'))),
      };
    });
    expect(found).toEqual({
      or: ['nic', 'ber'],
      from: ['muc', 'par', 'ber'],
      between: ['muc', 'par'],
      next: ['par', 'ber'],
      byId: ['nic', 'par'],
    });
  });

  test('counts, sums and averages', async () => {
    const totals = await ben.evaluate(async () => {
      const { average, collection, count, getAggregateFromServer, query, sum, where } = window.sdk.firestore;
      const german = query(collection(window.connection.fs, 'cities'), where('country', '==', 'de'));
      return (
        await getAggregateFromServer(german, { n: count(), total: sum('size'), mean: average('size') })
      ).data();
    });
    expect(totals).toEqual({ n: 2, total: 5.2, mean: 2.6 });
  });

  test('a collection group query is refused as unimplemented', async () => {
    const code = await refusalOf(ben, async () => {
      const { collectionGroup, getDocsFromServer } = window.sdk.firestore;
      await getDocsFromServer(collectionGroup(window.connection.fs, 'cities'));
    });
    expect(code).toBe('unimplemented');
  });
});

describe('transactions', () => {
  test('two people who count together lose nothing', async () => {
    await set(ann, 'counters/shared', { n: 0 });
    const countUp = (page: Page) =>
      page.evaluate(async () => {
        const { doc, runTransaction } = window.sdk.firestore;
        const ref = doc(window.connection.fs, 'counters/shared');
        for (let times = 0; times < 15; times++) {
          await runTransaction(window.connection.fs, async (transaction) => {
            const { n } = (await transaction.get(ref)).data() as { n: number };
            transaction.update(ref, { n: n + 1 });
          });
        }
      });
    await Promise.all([countUp(ann), countUp(ben)]);
    expect(await read(ann, 'counters/shared')).toEqual({ n: 30 });
  });

  test('a document made meanwhile makes the transaction run again', async () => {
    const attempts = await ann.evaluate(async () => {
      const { doc, runTransaction, setDoc } = window.sdk.firestore;
      const ref = doc(window.connection.fs, 'counters/fresh');
      let attempts = 0;
      await runTransaction(window.connection.fs, async (transaction) => {
        const found = await transaction.get(ref);
        if (++attempts === 1) await setDoc(ref, { n: 10 });
        transaction.set(ref, { n: (found.data()?.['n'] ?? 0) + 1 });
      });
      return attempts;
    });
    expect(attempts).toBe(2);
    expect(await read(ben, 'counters/fresh')).toEqual({ n: 11 });
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
      const { doc, setDoc } = window.sdk.firestore;
      await setDoc(doc(window.connection.fs, 'denied/doc'), { a: 1 });
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
      const { collection, getDocsFromServer } = window.sdk.firestore;
      await getDocsFromServer(collection(window.connection.fs, 'notes'));
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

  test('of twenty writes in a row, one refused, the others are applied once', async () => {
    await set(ann, 'counters/pipeline', { n: 0 });
    const codes = await ann.evaluate(async () => {
      const { doc, increment, setDoc, updateDoc } = window.sdk.firestore;
      const { fs } = window.connection;
      const writes = Array.from({ length: 20 }, (_, index) =>
        index === 7
          ? setDoc(doc(fs, 'denied/doc'), { index })
          : updateDoc(doc(fs, 'counters/pipeline'), { n: increment(1) }),
      );
      const results = await Promise.allSettled(writes);
      return results.map((result) => (result.status === 'rejected' ? result.reason.code : 'ok'));
    });
    expect(codes).toEqual(codes.map((_, index) => (index === 7 ? 'permission-denied' : 'ok')));
    expect(await read(ben, 'counters/pipeline')).toEqual({ n: 19 });
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
