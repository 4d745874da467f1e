import { describe, expect, it } from 'vitest';
import { type Changes, type LedgerDatabase, suppressOptimisticEvents } from '#workers/ledger/database.ts';
import { createMemoryDatabase } from '../support/memoryDatabase.ts';

/** A database that, as the SDK, shows an update at once and gets the server's answer when the test gives it. */
function setup() {
  const memory = createMemoryDatabase({ 'list/a': 1, 'list/b': 2, total: 10 });
  const answers: ((outcome: 'taken' | 'refused') => void)[] = [];
  const eager: LedgerDatabase = {
    ...memory,
    async update(changes: Changes) {
      const former = Object.fromEntries(Object.keys(changes).map((path) => [path, memory.stored(path)]));
      memory.writeElsewhere(changes);
      const outcome = await new Promise((resolve) => answers.push(resolve));
      if (outcome === 'taken') return;
      memory.writeElsewhere(former);
      throw new Error('PERMISSION_DENIED');
    },
  };
  const database = suppressOptimisticEvents(eager);
  const list = new Map<string, unknown>();
  const totals: unknown[] = [];
  const watch = (path: string, onValue: (value: unknown) => void) =>
    database.watchValue(path, onValue, () => {});
  for (const key of ['a', 'b', 'c'])
    watch(`list/${key}`, (value) => (value === null ? list.delete(key) : list.set(key, value)));
  watch('total', (value) => totals.push(value));
  const answer = (outcome: 'taken' | 'refused') => answers.shift()?.(outcome);
  return { database, memory, list, totals, answer };
}

describe('what the server does not have yet', () => {
  it('is not shown, and is there when the update resolves', async () => {
    const { database, list, totals, answer } = setup();
    const update = database.update({ 'list/a': null, 'list/c': 3, total: 11 });
    expect(Object.fromEntries(list)).toEqual({ a: 1, b: 2 });
    expect(totals).toEqual([10]);
    answer('taken');
    await update;
    expect(Object.fromEntries(list)).toEqual({ b: 2, c: 3 });
    expect(totals).toEqual([10, 11]);
  });

  it('is never shown when it is refused', async () => {
    const { database, list, totals, answer } = setup();
    const update = database.update({ 'list/a': 7, total: 11 });
    answer('refused');
    await expect(update).rejects.toThrow('PERMISSION_DENIED');
    expect(list.get('a')).toBe(1);
    expect(totals).not.toContain(11);
  });

  it('defers nothing of other places, and the last event of its own', async () => {
    const { database, memory, list, answer } = setup();
    const update = database.update({ 'list/a': 7 });
    memory.writeElsewhere({ 'list/b': 20, 'list/a': 8 });
    expect(Object.fromEntries(list)).toEqual({ a: 1, b: 20 });
    answer('taken');
    await update;
    expect(list.get('a')).toBe(8);
  });

  it('waits for the last of several updates of one place', async () => {
    const { database, list, answer } = setup();
    const first = database.update({ 'list/a': 7 });
    const second = database.update({ 'list/a': 8 });
    answer('taken');
    await first;
    expect(list.get('a')).toBe(1);
    answer('taken');
    await second;
    expect(list.get('a')).toBe(8);
  });
});
