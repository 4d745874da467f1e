import { afterEach, describe, expect, it } from 'vitest';
import { RealtimeDatabase } from '#server/database/RealtimeDatabase.ts';
import { type ChangeTree, eachChange } from '#server/database/tree/changes.ts';
import { type Branch, toPlain } from '#server/database/tree/node.ts';
import { seededRandom } from '../../support/random.ts';
import { outcomeOf, statusOf } from './support/outcomeOf.ts';
import { RawSocket } from './support/RawSocket.ts';
import { randomData, randomPath } from './support/random.ts';
import { openRules, startDatabase } from './support/server.ts';
import { openTestStore, type TestStore } from './support/store.ts';

const stores: TestStore[] = [];

afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

/** A database that notes what every write has found and left. */
function openDatabase() {
  const store = openTestStore();
  stores.push(store);
  const seen: unknown[] = [];
  const tell = (changes: ChangeTree) =>
    eachChange(changes, ({ path, value }) => seen.push([path.join('/'), toPlain(value), whole()]));
  const database: RealtimeDatabase = new RealtimeDatabase({
    store,
    rules: openRules,
    now: () => 0,
    onChange: tell,
    onCommit: ({ changes, before }) => {
      for (const { path } of changes) seen.push(['before', path.join('/'), toPlain(before(path))]);
    },
  });
  const whole = () => toPlain(database.at([]));
  return { store, database, seen, whole };
}

describe('writes that share a commit', () => {
  it.each([1, 2, 3, 4])('do what they do one after the other, or nothing (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const together = openDatabase();
    const alone = openDatabase();
    for (let round = 0; round < 60; round += 1) {
      const fails = random() < 0.25;
      together.store.breakWith(fails ? new Error('the disk fails') : null);
      const outcomes: string[] = [];
      const expected: string[] = [];
      for (let count = Math.floor(random() * 6); count >= 0; count -= 1) {
        const assignments = [{ path: randomPath(random, 3), data: randomData(random, 3) }];
        together.database.write({ assignments, by: null }, (error) => {
          outcomes.push(statusOf(error));
        });
        expected.push(fails ? 'failed' : outcomeOf(() => alone.database.writeNow({ assignments, by: null })));
      }
      together.store.settle();
      expect(outcomes).toEqual(expected);
      expect(together.whole()).toEqual(alone.whole());
    }
    expect(together.seen).toEqual(alone.seen);
    const reloaded = new RealtimeDatabase({
      store: together.store,
      rules: openRules,
      now: () => 0,
      onChange: () => {},
    });
    expect(toPlain(reloaded.at([]))).toEqual(together.whole());
  });

  it('leave what takes no more memory than after a start', () => {
    const { database, store } = openDatabase();
    const data = { a: { b: { c: 1 } }, d: 'text' };
    for (const key of ['x', 'y'])
      database.write({ assignments: [{ path: ['list', key], data }], by: null }, () => {});
    store.settle();
    for (const key of ['x', 'y']) expect((database.at(['list', key]) as Branch).packed).toEqual(data);
  });

  it('see what those before them leave', () => {
    const { database, store, whole } = openDatabase();
    const outcomes: string[] = [];
    const add = { '.sv': { increment: 1 } };
    const write = (data: unknown) =>
      database.write({ assignments: [{ path: ['n'], data }], by: null }, (error) => {
        outcomes.push(statusOf(error));
      });
    write(add);
    write(add);
    write({ '.priority': 1 });
    write({ 'x/y': 1 });
    write(add);
    store.settle();
    expect([outcomes, whole()]).toEqual([
      ['written', 'written', 'not_implemented', 'invalid', 'written'],
      { n: 3 },
    ]);
  });
});

describe('a socket that does not wait for answers', () => {
  it('is answered in its order, and reads what it has written', async () => {
    const store = openTestStore();
    stores.push(store);
    const server = await startDatabase({ store, rules: openRules });
    const socket = await new RawSocket(server.port).open();
    const answers = await Promise.all([
      socket.ask('m', { p: '/', d: { a: 1 } }),
      socket.ask('m', { p: '/', d: { a: 2, b: 2 } }),
      socket.ask('g', { p: '/', q: {} }),
      socket.ask('m', { p: '/', d: { a: { 'x/y': 1 } } }),
      socket.ask('m', { p: '/', d: { b: null } }),
      socket.ask('q', { p: '/', h: '' }),
    ]);
    expect(answers.map(({ s }) => s)).toEqual(['ok', 'ok', 'ok', 'invalid_data', 'ok', 'ok']);
    expect(answers[2]?.d).toEqual({ a: 2, b: 2 });
    expect(socket.log).toEqual(['ok 1', 'ok 2', 'ok 3', 'invalid_data 4', 'ok 5', 'd /', 'ok 6']);
    await socket.close();
    await server.stop();
  });
});
