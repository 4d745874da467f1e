import {
  type Database,
  get,
  goOffline,
  goOnline,
  increment,
  onChildAdded,
  onChildChanged,
  onChildRemoved,
  onValue,
  ref,
  serverTimestamp,
  update,
} from 'firebase/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateUnapplied } from '#workers/ledger/unappliedUpdate.ts';
import { until } from '../../support/until.ts';
import { firstValue, openClient, type TestClient } from './support/client.ts';
import { startDatabase, type TestServer } from './support/server.ts';
import { tokenFor } from './support/tokens.ts';

let server: TestServer;
let ann: TestClient;
let bob: TestClient;

beforeEach(async () => {
  server = await startDatabase();
  ann = openClient(server.port, tokenFor('ann'));
  bob = openClient(server.port, tokenFor('bob'));
});

afterEach(async () => {
  await Promise.all([ann.close(), bob.close()]);
  await server.stop();
  server.store.close();
});

describe('reading and writing through the SDK', () => {
  it('shows a set value to a listener of another client', async () => {
    const seen = firstValue(ref(bob.database, 'a/b'), (value) => value !== null);
    await update(ref(ann.database), { 'a/b': { text: 'ü 😀', yes: true, zero: 0, list: ['x', 'y'] } });
    expect(await seen).toEqual({ text: 'ü 😀', yes: true, zero: 0, list: ['x', 'y'] });
  });

  it('updates several places at once and leaves the others', async () => {
    await update(ref(ann.database), { m: { a: 1, b: 2, c: { d: 3, e: 4 } } });
    await update(ref(ann.database, 'm'), { a: 10, 'c/d': 30, b: null, new: { x: 1 } });
    expect((await get(ref(bob.database, 'm'))).val()).toEqual({ a: 10, c: { d: 30, e: 4 }, new: { x: 1 } });
  });

  it('adds up concurrent increments of two clients', async () => {
    const adding = [ann, bob].flatMap((client) =>
      Array.from({ length: 20 }, () =>
        update(ref(client.database, 'usage'), { total: increment(1), 'daily/2026-11-20': increment(2) }),
      ),
    );
    await Promise.all(adding);
    expect(server.service.read('usage')).toEqual({ total: 40, daily: { '2026-11-20': 80 } });
  });

  it('starts an increment of a text from zero', async () => {
    server.service.update({ n: 'seven' });
    await update(ref(ann.database), { n: increment(5) });
    expect(server.service.read('n')).toBe(5);
  });

  it('gives every time stamp of one write the same time', async () => {
    const before = Date.now();
    await update(ref(ann.database, 't'), { a: serverTimestamp(), b: { c: serverTimestamp() } });
    const { a, b } = server.service.read('t') as { a: number; b: { c: number } };
    expect(a).toBe(b.c);
    expect(a).toBeGreaterThanOrEqual(before);
    expect(a).toBeLessThanOrEqual(Date.now());
  });

  it('raises child events for what another client does', async () => {
    server.service.update({ list: { a: 1, b: 2 } });
    const events: string[] = [];
    const list = ref(bob.database, 'list');
    const stops = [
      onChildAdded(list, (snapshot) => events.push(`+${snapshot.key}`)),
      onChildChanged(list, (snapshot) => events.push(`~${snapshot.key}=${snapshot.val()}`)),
      onChildRemoved(list, (snapshot) => events.push(`-${snapshot.key}`)),
    ];
    await until(() => expect(events).toEqual(['+a', '+b']));
    await update(ref(ann.database, 'list'), { a: null, b: 20, c: 3 });
    await until(() => expect(events).toHaveLength(5));
    expect(new Set(events.slice(2))).toEqual(new Set(['-a', '~b=20', '+c']));
    for (const stop of stops) stop();
  });
});

describe('an update of very many paths, which the SDK does not apply before the answer', () => {
  const manyPaths = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`m/p${n}`, { at: n }]));

  it('is sent in the public way where the SDK is not as it was', () => {
    expect(updateUnapplied({} as Database, manyPaths)).toBeNull();
  });

  it('is stored as a whole, and seen by own listeners only then', async () => {
    server.service.update({ m: { p0: { at: -1 } } });
    const seen: unknown[] = [];
    onValue(ref(ann.database, 'm/p0/at'), (snapshot) => seen.push(snapshot.val()));
    await until(() => expect(seen).toEqual([-1]));
    goOffline(ann.database);
    const updating = updateUnapplied(ann.database, manyPaths);
    expect(updating).not.toBeNull();
    await firstValue(ref(ann.database, '.info/connected'), (isConnected) => isConnected === false);
    expect(seen).toEqual([-1]);
    goOnline(ann.database);
    await updating;
    expect(Object.keys(server.service.read('m') as object)).toHaveLength(500);
    await until(() => expect(seen).toEqual([-1, 0]));
  });

  it('fails as any other where it is refused', async () => {
    bob.setToken(null);
    await expect(updateUnapplied(bob.database, manyPaths)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: 'PERMISSION_DENIED: Permission denied',
    });
    expect(server.service.read('m')).toBeNull();
  });
});
