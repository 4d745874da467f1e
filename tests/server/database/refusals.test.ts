import {
  get,
  limitToFirst,
  limitToLast,
  onDisconnect,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  orderByValue,
  type Query,
  query,
  ref,
  runTransaction,
  setPriority,
  setWithPriority,
  update,
} from 'firebase/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tablesOf } from '../../support/tablesOf.ts';
import { until } from '../../support/until.ts';
import { RawSocket } from './support/RawSocket.ts';
import { openRules, PROJECT, startDatabase, type TestServer } from './support/server.ts';
import { setupDatabase } from './support/setup.ts';

const table = tablesOf('server/database/refusals');

/** The server refuses, by name, each part of a known request that it does not implement: it never reads over one. */
describe('a request over the wire', () => {
  let server: TestServer;
  let socket: RawSocket;

  beforeEach(async () => {
    server = await startDatabase({ rules: openRules });
    socket = await new RawSocket(server.port).open();
  });
  afterEach(async () => {
    socket.socket.terminate();
    await server.stop();
    server.store.close();
  });

  it.each(table<[action: string, name: string, body: object]>('not implemented'))(
    '%s with "%s" is answered "not implemented"',
    async (action, name, body) => {
      const { s, d } = await socket.ask(action, body);
      expect([s, d]).toEqual(['not_implemented', expect.stringContaining(`"${name}"`)]);
      expect(server.service.read('')).toBe(null);
    },
  );

  it.each(table<[name: string, action: string, body: object, status: string]>('invalid'))(
    '%s is invalid',
    async (_name, action, body, status) => {
      expect((await socket.ask(action, body)).s).toBe(status);
      expect(server.service.read('')).toBe(null);
    },
  );

  it.each(['9007199254740993', '1e400', '-0.0', '9223372036854775808'])(
    'with the number %s, which would come back as another one, is refused by its name',
    async (literal) => {
      socket.socket.send(`{"t":"d","d":{"r":99,"a":"m","b":{"p":"/a","d":{"n":${literal}}}}}`);
      await until(() =>
        expect(socket.received).toContainEqual({
          t: 'd',
          d: { r: 99, b: { s: 'invalid_data', d: expect.stringContaining(literal) } },
        }),
      );
      expect(server.service.read('')).toBe(null);
    },
  );

  it('of another layer is named in an error message', async () => {
    socket.socket.send(JSON.stringify({ t: 'c', d: { t: 'n', d: {} } }));
    await until(() =>
      expect(socket.received[1]).toEqual({ t: 'c', d: { t: 'e', d: expect.stringContaining('"n"') } }),
    );
  });

  it('with a member more ends the socket', async () => {
    const closed = socket.closed();
    socket.socket.send(JSON.stringify({ t: 'd', d: { r: 1, a: 's', b: { c: {} }, x: 1 } }));
    expect(await closed).toBe(1007);
  });

  it.each(['ac=token', 'r=f', 'x=1'])('a connection with %s is refused for good', async (parameter) => {
    const other = await new RawSocket(server.port, `v=5&ns=${PROJECT}&${parameter}`).open();
    const name = parameter.split('=')[0];
    expect(other.received[0]).toMatchObject({
      t: 'c',
      d: { t: 's', d: expect.stringContaining(`"${name}"`) },
    });
  });
});

const setup = setupDatabase();

describe('the SDK', () => {
  it('rejects at once what the server does not implement', async () => {
    const server = await setup.server({ rules: openRules });
    server.service.update({ a: { x: { seq: 1 } } });
    const { database } = setup.client(server);
    const place = ref(database, 'a');
    for (const refused of [
      () => setPriority(ref(database, 'a/x'), 1),
      () => setWithPriority(ref(database, 'a/y'), 1, 2),
      () => update(ref(database), { 'a/y': { '.value': 1, '.priority': 2 } }),
      () => onDisconnect(place).set(1),
      () => onDisconnect(place).update({ b: 1 }),
      () => onDisconnect(place).remove(),
      () => runTransaction(ref(database, 'other'), () => 1),
      () => get(query(place, orderByKey(), limitToLast(1))),
      () => get(query(place, orderByValue(), limitToLast(1))),
      () => get(query(place, orderByChild('seq'), limitToFirst(1))),
      () => listening(query(place, orderByPriority(), limitToLast(1))),
      () => listening(query(place, orderByChild('seq'), limitToLast(1))),
    ]) {
      await expect(refused(), refused.toString()).rejects.toThrow(/not.implemented/i);
    }
    expect(server.service.read('')).toEqual({ a: { x: { seq: 1 } } });
    expect((await get(query(place, orderByChild('seq'), limitToLast(1)))).val()).toEqual({ x: { seq: 1 } });
  });
});

function listening(asked: Query): Promise<unknown> {
  return new Promise((resolve, reject) => onValue(asked, resolve, reject));
}
