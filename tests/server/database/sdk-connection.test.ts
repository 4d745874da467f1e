import { get, goOffline, goOnline, onValue, ref, update } from 'firebase/database';
import { describe, expect, it, vi } from 'vitest';
import { byStage } from '../../support/fullRun.ts';
import { until } from '../../support/until.ts';
import { openRules, startDatabase } from './support/server.ts';
import { setupDatabase } from './support/setup.ts';
import { tokenFor } from './support/tokens.ts';

const setup = setupDatabase();

describe('a restart of the server', () => {
  it.each([
    ['without a change', null],
    ['with a change', { 'm/a': 2, 'm/b': null }],
  ])('%s: the client comes back, and its listen shows what is stored', async (_name, change) => {
    const first = await startDatabase({ rules: openRules });
    first.service.update({ m: { a: 1, b: 1, 10: 1, 9: 1 } });
    const client = setup.client(first);
    const seen: unknown[] = [];
    onValue(ref(client.database, 'm'), (snapshot) => seen.push(snapshot.val()));
    await until(() => expect(seen).toHaveLength(1));
    await first.stop();
    const pending = update(ref(client.database), { 'm/queued': 1 });
    const second = await setup.server({ rules: openRules, store: first.store, port: first.port });
    if (change !== null) second.service.update(change);
    await pending;
    const expected = second.service.read('m');
    expect(expected).toMatchObject({ queued: 1, 10: 1, ...(change === null ? { a: 1, b: 1 } : { a: 2 }) });
    await until(() => expect(seen.at(-1)).toEqual(expected));
  });

  it('tells nobody of a value that is as it was', async () => {
    const server = await setup.server({ rules: openRules });
    server.service.update({ m: { a: 1, 10: 2, '01': 'x' } });
    const client = setup.client(server);
    const seen = vi.fn();
    onValue(ref(client.database, 'm'), seen);
    await until(() => expect(seen).toHaveBeenCalledOnce());
    goOffline(client.database);
    goOnline(client.database);
    await update(ref(client.database), { other: 1 });
    expect(seen).toHaveBeenCalledOnce();
  });
});

describe('large messages', () => {
  const size = byStage({ usual: 10_000, full: 100_000 });
  it(`arrive whole: ${size} mappings in one listen, uploaded in parts of 500`, async () => {
    const server = await setup.server();
    const [ann, bob] = [setup.client(server, tokenFor('ann')), setup.client(server, tokenFor('bob'))];
    const entry = (i: number) => [
      `SUPPLIER ${i} GmbH & Co`,
      { description: `Supplier ${i} GmbH & Co`, glAccount: `${4000 + (i % 97)}` },
    ];
    const all = Array.from({ length: size }, (_, i) => entry(i));
    server.service.update({ gl_mappings: Object.fromEntries(all.slice(5_000)) });
    for (let start = 0; start < 5_000; start += 500) {
      await update(ref(ann.database, 'gl_mappings'), Object.fromEntries(all.slice(start, start + 500)));
    }
    const seen = await get(ref(bob.database, 'gl_mappings'));
    expect(seen.size).toBe(size);
    expect(seen.val()).toEqual(Object.fromEntries(all));
  });

  it.each([
    ['two-byte letters', 'ü'.repeat(16_384 * 2 + 5)],
    ['letters of three bytes across the cut', `x${'漢字'.repeat(20_000)}`],
    ['a text of exactly several frames', 'y'.repeat(16_384 * 3)],
  ])('survive the cut at 16,384 units: %s', async (_name, text) => {
    const server = await setup.server({ rules: openRules });
    const client = setup.client(server);
    await update(ref(client.database), { text });
    expect(server.service.read('text')).toBe(text);
  });
});
