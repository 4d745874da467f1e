import { onValue, ref, runTransaction, type TransactionResult } from 'firebase/database';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../support/random.ts';
import { type Data, randomData } from './support/random.ts';
import { openGuard } from './support/server.ts';
import { setupDatabase } from './support/setup.ts';

const setup = setupDatabase();

/** Replaces what is stored, which the server takes only when both compute the same hash of it. */
function replace(
  client: ReturnType<typeof setup.client>,
  path: string,
  value: unknown,
): Promise<TransactionResult> {
  return runTransaction(ref(client.database, path), () => value);
}

describe('transactions through the SDK', () => {
  it('add up 2 × 20 concurrent increments', async () => {
    const server = await setup.server({ guard: openGuard });
    const clients = [setup.client(server), setup.client(server)];
    const add = (value: number | null) => (value ?? 0) + 1;
    await Promise.all(
      clients.flatMap((client) =>
        Array.from({ length: 20 }, () => runTransaction(ref(client.database, 'n'), add)),
      ),
    );
    expect(server.service.read('n')).toBe(40);
  });

  it('start from what is stored although the client has not read it', async () => {
    const server = await setup.server({ guard: openGuard });
    server.service.update({ o: { a: 1 } });
    const client = setup.client(server);
    const result = await runTransaction(ref(client.database, 'o'), (value) => ({ ...value, b: 2 }));
    expect(result.committed).toBe(true);
    expect(server.service.read('o')).toEqual({ a: 1, b: 2 });
  });

  it.each<[string, Data]>([
    ['integer-like keys', { 1: 'a', '01': 'b', 10: 'c', 9: 'd', '-3': 'e', 2147483648: 'f', a: 'g' }],
    [
      'powers of two and their neighbours',
      { a: 8, b: 3.9999999999999996, c: 2 ** -29, d: 2 ** 53 - 1, e: 2 ** 31 },
    ],
    ['extreme numbers', { a: 5e-324, b: 1.7976931348623157e308, c: -0.1, d: 2.2250738585072014e-308 }],
    ['Unicode, lone surrogates too', { ключ: 'значение', '😀': '👍🏽', a: '\ud800x', b: 'x\udc00' }],
    ['escapes', { a: 'line\nbreak "quoted" \\ \u0001' }],
    ['booleans and empty texts', { a: true, b: false, c: '' }],
  ])('hash alike: %s', async (_name, value) => {
    const server = await setup.server({ guard: openGuard });
    server.service.update({ o: value });
    const client = setup.client(server);
    const result = await replace(client, 'o', 'replaced');
    expect(result.committed).toBe(true);
    expect(server.service.read('o')).toBe('replaced');
  });

  it('hash alike for 60 random trees', async () => {
    const server = await setup.server({ guard: openGuard });
    const client = setup.client(server);
    const random = seededRandom(7);
    for (let round = 0; round < 60; round += 1) {
      const data = randomData(random, 3);
      server.service.update({ o: data });
      const seen: unknown[] = [];
      const stop = onValue(ref(client.database, 'o'), (snapshot) => seen.push(snapshot.val()));
      const result = await runTransaction(ref(client.database, 'o'), () => round);
      expect(result.committed, JSON.stringify(data)).toBe(true);
      stop();
    }
    expect(server.service.read('o')).toBe(59);
  });

  it('do not disturb another place that changes at the same time', async () => {
    const server = await setup.server({ guard: openGuard });
    const [ann, bob] = [setup.client(server), setup.client(server)];
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => [
        runTransaction(ref(ann.database, 'x'), (value) => ({ ...value, [`a${i}`]: i })),
        runTransaction(ref(bob.database, 'y'), (value) => ({ ...value, [`b${i}`]: i })),
      ]).flat(),
    );
    expect(Object.keys(server.service.read('x') as object)).toHaveLength(10);
    expect(Object.keys(server.service.read('y') as object)).toHaveLength(10);
  });
});
