import { goOffline, goOnline, onValue, ref, set } from 'firebase/database';
import { describe, expect, it, vi } from 'vitest';
import { SocketSession } from '#server/database/sockets/SocketSession.ts';
import { seededRandom } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { type Data, randomData } from './support/random.ts';
import { openRules } from './support/server.ts';
import { setupDatabase } from './support/setup.ts';

const setup = setupDatabase();

/** Collects the values that the server pushes. */
function watchPushes() {
  const pushed: string[] = [];
  const send = SocketSession.prototype.send;
  vi.spyOn(SocketSession.prototype, 'send').mockImplementation(function (
    this: SocketSession,
    message: string,
  ) {
    if (message.startsWith('{"t":"d","d":{"a":"d"')) pushed.push(message);
    send.call(this, message);
  });
  return pushed;
}

/** After a reconnect the SDK sends the hash of what it holds: only where both hash alike the server pushes nothing. */
describe('the SDK and the server hash alike', () => {
  it.each<[string, Data]>([
    ['integer-like keys', { 1: 'a', '01': 'b', 10: 'c', 9: 'd', '-3': 'e', 2147483648: 'f', a: 'g' }],
    [
      'powers of two and their neighbours',
      { a: 8, b: 3.9999999999999996, c: 2 ** -29, d: 2 ** 53 - 1, e: 2 ** 31 },
    ],
    ['extreme numbers', { a: 5e-324, b: 1.7976931348623157e308, c: -0.1, d: 2.2250738585072014e-308 }],
    ['Unicode', { ключ: 'значение', '😀': '👍🏽', a: '\uffffx' }],
    ['escapes', { a: 'line\nbreak "quoted" \\ \u0001' }],
    ['booleans and empty texts', { a: true, b: false, c: '' }],
    ...Array.from({ length: 4 }, (_, seed): [string, Data] => {
      const random = seededRandom(seed + 1);
      const trees = Array.from({ length: 25 }, (_, n) => [`t${n}`, randomData(random, 3)]);
      return [`random trees (seed ${seed + 1})`, Object.fromEntries(trees)];
    }),
  ])('%s', async (_name, value) => {
    const server = await setup.server({ rules: openRules });
    server.service.update({ o: value });
    const client = setup.client(server);
    const pushed = watchPushes();
    const seen = vi.fn();
    onValue(ref(client.database, 'o'), seen);
    await until(() => expect(seen).toHaveBeenCalledOnce());
    expect(pushed).toHaveLength(1);
    goOffline(client.database);
    goOnline(client.database);
    // The answer to a later request: the listen has been answered by then.
    await set(ref(client.database, 'other'), 1);
    expect(pushed).toHaveLength(1);
    vi.restoreAllMocks();
  });
});
