import { increment, onValue, push, ref, runTransaction, set, update } from 'firebase/database';
import { expect, it, vi } from 'vitest';
import { startJitterProxy } from '../../support/jitterProxy.ts';
import { seededRandom } from '../../support/random.ts';
import { openGuard } from './support/server.ts';
import { setupDatabase } from './support/setup.ts';

const setup = setupDatabase();

it.each([1, 2])('clients on a line that delays everything agree with the server (seed %i)', async (seed) => {
  const server = await setup.server({ guard: openGuard });
  const random = seededRandom(seed);
  const proxy = await startJitterProxy(`http://127.0.0.1:${server.port}`, { random, most: 40 });
  const clients = [setup.client(proxy), setup.client(proxy), setup.client(proxy)];
  const seen: unknown[] = [];
  clients.forEach(({ database }, index) => {
    onValue(ref(database, '/'), (snapshot) => {
      seen[index] = snapshot.val();
    });
  });
  const writes: Promise<unknown>[] = [];
  for (let step = 0; step < 30; step += 1) {
    for (const [index, { database }] of clients.entries()) {
      const key = `k${Math.floor(random() * 5)}`;
      const what = Math.floor(random() * 4);
      if (what === 0) writes.push(set(ref(database, `all/${key}`), { step, index }));
      if (what === 1) writes.push(update(ref(database), { [`all/${key}/n`]: step, sum: increment(1) }));
      if (what === 2) writes.push(set(ref(database, `all/${key}`), null));
      if (what === 3) writes.push(Promise.resolve(push(ref(database, 'list'), step)));
    }
  }
  for (const { database } of clients)
    for (let n = 0; n < 4; n += 1)
      writes.push(runTransaction(ref(database, 'counter'), (value) => Number(value ?? 0) + 1));
  await Promise.all(writes);
  expect(server.service.read('counter')).toBe(12);
  for (const index of clients.keys())
    await vi.waitFor(() => expect(seen[index]).toEqual(server.service.read('')), { timeout: 10_000 });
  await proxy.close();
});
