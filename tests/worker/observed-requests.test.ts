import { expect, it } from 'vitest';
import { observeRequests, type WatchFailure } from '#workers/ledger/database.ts';
import { settled } from '../support/fakeTiming.ts';
import { createMemoryDatabase } from '../support/memoryDatabase.ts';

/** A database of which each kind of request is sent and waits; `waiting` is the number that is observed. */
function setup() {
  const memory = createMemoryDatabase({ total: 10 });
  const requests = new Set<object>();
  let failWatch: (failure: WatchFailure) => void = () => {};
  const watched = {
    ...memory,
    watchValue: (...[path, onValue, onFailure]: Parameters<typeof memory.watchValue>) => {
      failWatch = onFailure;
      return memory.watchValue(path, onValue, onFailure);
    },
  };
  const database = observeRequests(watched, () => {
    const request = {};
    requests.add(request);
    return () => requests.delete(request);
  });
  return {
    memory,
    database,
    waiting: () => requests.size,
    failWatch: () => failWatch({ kind: 'broken', detail: '' }),
  };
}

it('reads and writes wait until they are answered, or refused', async () => {
  const { memory, database, waiting } = setup();
  memory.holdValues();
  memory.holdWrites();
  const requests = [database.read('total'), database.readChildren('usage'), database.update({ total: 11 })];
  expect(waiting()).toBe(3);
  memory.releaseValues();
  await settled();
  expect(waiting()).toBe(1);
  memory.refuse = true;
  memory.releaseWrites();
  await expect(requests[2]).rejects.toThrow('PERMISSION_DENIED');
  expect(waiting()).toBe(0);
});

it('a watch waits until its first value, its failure or its end', () => {
  const { memory, database, waiting, failWatch } = setup();
  memory.holdValues();
  const values: unknown[] = [];
  const watch = () =>
    database.watchValue(
      'total',
      (value) => values.push(value),
      () => {},
    );
  const end = watch();
  expect(waiting()).toBe(1);
  end();
  expect(waiting()).toBe(0);
  watch();
  failWatch();
  expect(waiting()).toBe(0);
  watch();
  memory.releaseValues();
  expect([waiting(), values]).toEqual([0, [10, 10]]);
});
