import { type Database, increment, onValue, push, ref, update } from 'firebase/database';
import { expect, it } from 'vitest';
import { startJitterProxy } from '../../support/jitterProxy.ts';
import { seededRandom } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { openRules } from './support/server.ts';
import { setupDatabase } from './support/setup.ts';

const setup = setupDatabase();

/** Sets, changes or removes a place that all clients use, or adds one. */
async function writeSomething(database: Database, random: () => number, step: number): Promise<void> {
  const key = `k${Math.floor(random() * 5)}`;
  const what = Math.floor(random() * 4);
  if (what === 0) return update(ref(database), { [`all/${key}`]: { step } });
  if (what === 1) return update(ref(database), { [`all/${key}/n`]: step, sum: increment(1) });
  if (what === 2) return update(ref(database), { [`all/${key}`]: null });
  await update(ref(database, 'list'), { [push(ref(database, 'list')).key ?? '']: step });
}

async function count(database: Database): Promise<void> {
  await update(ref(database), { counter: increment(1) });
}

it.each([1, 2])('clients on a line that delays everything agree with the server (seed %i)', async (seed) => {
  const server = await setup.server({ rules: openRules });
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
  for (let step = 0; step < 30; step += 1)
    for (const { database } of clients) writes.push(writeSomething(database, random, step));
  for (const { database } of clients) for (let n = 0; n < 4; n += 1) writes.push(count(database));
  await Promise.all(writes);
  expect(server.service.read('counter')).toBe(12);
  for (const index of clients.keys()) await until(() => expect(seen[index]).toEqual(server.service.read('')));
  await proxy.close();
});
