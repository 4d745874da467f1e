import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrate } from '#server/store/migrations.ts';
import { openStore } from '#server/store/openStore.ts';
import { StorageFailure } from '#server/store/StorageFailure.ts';
import { type SharedWrite, type Store, storeTogether } from '#server/store/store.ts';
import { testFolder } from '../support/testFolder.ts';
import { until } from '../support/until.ts';

let folder: string;
let store: Store;
/** The calls of the writes, in order. */
let calls: string[];
/** Statements that begin and end transactions. */
let executed: string[];

beforeEach(() => {
  folder = testFolder();
  store = openStore(folder);
  migrate(store, 'test', ['CREATE TABLE things (name TEXT PRIMARY KEY) STRICT']);
  calls = [];
  executed = [];
  const exec = store.db.exec.bind(store.db);
  vi.spyOn(store.db, 'exec').mockImplementation((sql) => {
    executed.push(sql);
    return exec(sql);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  store.close();
});

const names = () =>
  store.db.prepare('SELECT name FROM things ORDER BY name').raw(true).all().flat() as unknown as string[];
const insert = (name: string) => store.db.prepare('INSERT INTO things VALUES (?)').run([name]);
const commits = () => executed.filter((sql) => sql === 'COMMIT').length;

/** A write of one row; `also` happens as a part of it. */
function writeOf(name: string, also: () => void = () => {}): SharedWrite {
  return {
    store: () => {
      insert(name);
      also();
      calls.push(`store ${name}`);
    },
    applySpeculatively: () => {
      calls.push(`ahead ${name}`);
      return () => calls.push(`back ${name}`);
    },
    committed: () => calls.push(`done ${name}`),
    failed: (error) => calls.push(`failed ${name}: ${(error as Error).message}`),
  };
}

const join3 = (middle: SharedWrite) => {
  store.join(writeOf('a'));
  store.join(middle);
  store.join(writeOf('c'));
};

describe('writes of the same moment', () => {
  it('share one commit, and are notified afterwards, in their order', async () => {
    join3(writeOf('b'));
    expect(calls).toEqual([]);
    await until(() => expect(calls.at(-1)).toBe('done c'));
    expect(calls.slice(-5)).toEqual(['back b', 'back a', 'done a', 'done b', 'done c']);
    expect([names(), commits()]).toEqual([['a', 'b', 'c'], 1]);
  });

  it('change the memory ahead of the commit for those that follow, and only then', () => {
    join3(writeOf('b'));
    store.settle();
    expect(calls.slice(0, 5)).toEqual(['store a', 'ahead a', 'store b', 'ahead b', 'store c']);
    calls = [];
    store.join(writeOf('alone'));
    store.settle();
    expect(calls).toEqual(['store alone', 'done alone']);
  });

  it('are refused one by one: what one throws undoes its rows and nobody else’s', () => {
    const fail = () => {
      throw new Error('no');
    };
    join3(writeOf('b', fail));
    store.settle();
    expect(calls).toEqual(['store a', 'ahead a', 'store c', 'back a', 'done a', 'failed b: no', 'done c']);
    expect([names(), commits()]).toEqual([['a', 'c'], 1]);
  });

  it('are refused one by one, too, where a transaction within one fails', () => {
    const swallowing = () => {
      try {
        store.transaction(() => insert('a'));
      } catch {}
      throw new Error('half');
    };
    join3(writeOf('b', swallowing));
    store.settle();
    expect(calls.slice(-3)).toEqual(['done a', 'failed b: half', 'done c']);
    expect(names()).toEqual(['a', 'c']);
  });

  it('are all refused, and taken back, when their commit fails', () => {
    const exec = vi.mocked(store.db.exec);
    const real = exec.getMockImplementation();
    exec.mockImplementation((sql) => {
      if (sql === 'COMMIT') throw new StorageFailure('unwritable');
      return real?.(sql) ?? store.db;
    });
    join3(writeOf('b'));
    store.settle();
    const message = new StorageFailure('unwritable').message;
    expect(calls).toEqual([
      ...['store a', 'ahead a', 'store b', 'ahead b', 'store c', 'back b', 'back a'],
      ...['a', 'b', 'c'].map((name) => `failed ${name}: ${message}`),
    ]);
    expect(names()).toEqual([]);
  });

  it('are tried by themselves when the disk is too full for all of them', () => {
    const tooBig = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    join3(writeOf('b', tooBig));
    store.settle();
    const message = new StorageFailure('full').message;
    expect(calls.filter((line) => /done|failed/.test(line))).toEqual([
      'done a',
      `failed b: ${message}`,
      'done c',
    ]);
    expect(names()).toEqual(['a', 'c']);
    expect(store.isWritable()).toBe(true);
  });

  it('may bring about others, which come in a commit of their own', async () => {
    const first = writeOf('a');
    const next = () => {
      store.join(writeOf('later'));
      store.settle();
    };
    store.join({ ...first, committed: () => [next(), first.committed()] });
    store.join(writeOf('b'));
    store.settle();
    expect(calls.slice(-2)).toEqual(['done a', 'done b']);
    await until(() => expect(calls.at(-1)).toBe('done later'));
    expect(commits()).toBe(2);
  });

  it('are notified even when notifying one fails', () => {
    const write = writeOf('a');
    const silence = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    store.join({
      ...write,
      committed: () => {
        throw new Error('a defect');
      },
    });
    store.join(writeOf('b'));
    store.settle();
    expect(calls.at(-1)).toBe('done b');
    silence.mockRestore();
  });

  it('are on disk once the store is closed', () => {
    store.join(writeOf('a'));
    store.close();
    store = openStore(folder);
    expect([calls.at(-1), names()]).toEqual(['done a', ['a']]);
  });
});

describe('work that keeps nothing in memory', () => {
  it('gives its result when it is stored, or its error', async () => {
    const stored = storeTogether(store, () => insert('a').changes);
    const refused = storeTogether(store, () => insert('a'));
    expect(await stored).toBe(1);
    await expect(refused).rejects.toThrow('UNIQUE');
    expect(names()).toEqual(['a']);
  });
});
