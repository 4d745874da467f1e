import { describe, expect, test, vi } from 'vitest';
import { type CommitResult, type Context, commitWrites } from '#server/firestore/commit.ts';
import { DocumentStore } from '#server/firestore/documents/DocumentStore.ts';
import { parseWrite } from '#server/firestore/documents/writes.ts';
import { RulesEvaluator } from '#server/firestore/RulesEvaluator.ts';
import { ResourceNames } from '#server/firestore/values/names.ts';
import { formatMicros } from '#server/firestore/values/timestamps.ts';
import { log } from '#server/log.ts';
import type { Fields, FirestoreRequest, FirestoreRules, TaggedValue } from '#server/rules/rules.ts';
import { StorageFailure } from '#server/store/StorageFailure.ts';
import type { Store } from '#server/store/store.ts';
import { someQuotaClient } from '../../support/grantingQuota.ts';
import { createMemoryStore } from '../../support/memoryStore.ts';

const names = new ResourceNames('demo');
const name = (path: string) => `projects/demo/databases/(default)/documents/${path}`;
const integer = (value: number): TaggedValue => ({ integerValue: String(value) });
const map = (fields: Fields): TaggedValue => ({ mapValue: { fields } });

function setup(rules: FirestoreRules = { evaluate: () => ({ allowed: true, reads: new Set() }) }) {
  const store = createMemoryStore();
  const documents = new DocumentStore(store, Date.now);
  const context: Context = { documents, names, evaluator: new RulesEvaluator(rules, documents) };
  const commit = (...writes: object[]): CommitResult => {
    const parsed = writes.map((write) => parseWrite(write, names));
    let outcome: (() => CommitResult) | undefined;
    const failed = (error: unknown) => {
      outcome = () => {
        throw error;
      };
    };
    const done = (result: CommitResult) => {
      outcome = () => result;
    };
    commitWrites(context, { auth: null, writes: parsed, client: someQuotaClient() }, { done, failed });
    store.settle();
    if (outcome === undefined) throw new Error('The commit was not settled.');
    return outcome();
  };
  const read = (path: string) => documents.get(path.split('/'))?.fields ?? null;
  return { store, documents, context, commit, read };
}

const set = (path: string, fields: object, rest: object = {}) => ({
  update: { name: name(path), fields },
  ...rest,
});
const transform = (path: string, ...updateTransforms: object[]) =>
  set(path, {}, { updateMask: { fieldPaths: [] }, updateTransforms });

describe('writes', () => {
  test('a mask sets what is there and removes what is not', () => {
    const { commit, read } = setup();
    const nest = map({ x: integer(3), y: integer(4) });
    commit(set('c/a', { keep: integer(1), gone: integer(2), nest }));
    const sent = { nest: map({ x: integer(30), 'z.z': integer(5) }), unmasked: integer(9) };
    const fieldPaths = ['nest.x', 'nest.y', 'nest.`z.z`', 'gone', 'toString', 'none.x'];
    commit(set('c/a', sent, { updateMask: { fieldPaths } }));
    expect(read('c/a')).toEqual({ keep: integer(1), nest: map({ x: integer(30), 'z.z': integer(5) }) });
  });

  test.each([[['o.name', 'o']], [['o', 'o.name']], [['o.gone', 'o', 'o.name']]])(
    'a mask of a map and of what is in it, %j, replaces the map',
    (fieldPaths) => {
      for (const o of [map({ name: integer(2) }), map({}), integer(7)]) {
        const { commit, read } = setup();
        commit(set('c/a', { o: map({ name: integer(1), gone: integer(1) }) }));
        commit(set('c/a', { o }, { updateMask: { fieldPaths } }));
        expect(read('c/a')).toEqual({ o });
      }
    },
  );

  test('without a mask the document is replaced', () => {
    const { commit, read } = setup();
    commit(set('c/a', { a: integer(1) }));
    commit(set('c/a', { b: integer(2) }));
    expect(read('c/a')).toEqual({ b: integer(2) });
  });

  test('later writes of a commit see the earlier ones', () => {
    const { commit, read } = setup();
    const merge = (fields: object) =>
      set('c/a', fields, {
        updateMask: { fieldPaths: Object.keys(fields) },
        currentDocument: { exists: true },
      });
    const { writeResults } = commit(
      set('c/a', { n: integer(5) }),
      merge({ m: integer(6) }),
      merge({ n: integer(7) }),
      { delete: name('c/b') },
    );
    expect(read('c/a')).toEqual({ n: integer(7), m: integer(6) });
    expect(writeResults).toHaveLength(4);
  });

  test('one that updates what it has deleted is an invalid argument, as on the hosted service', () => {
    const { commit, read } = setup();
    commit(set('c/a', { a: integer(1) }));
    const exists = { currentDocument: { exists: true } };
    for (const id of ['c/a', 'c/none']) {
      expect(() => commit({ delete: name(id) }, set(id, {}, exists))).toThrow(
        expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
      );
    }
    expect(read('c/a')).toEqual({ a: integer(1) });
    commit({ delete: name('c/a') }, set('c/a', { b: integer(2) }), set('c/a', { b: integer(3) }, exists));
    expect(read('c/a')).toEqual({ b: integer(3) });
  });

  test('one that changes something changes the update time and leaves the creation time', () => {
    const { commit, documents } = setup();
    commit(set('c/a', { a: integer(1) }));
    const first = documents.get(['c', 'a']);
    commit(set('c/a', { a: integer(2) }));
    const second = documents.get(['c', 'a']);
    expect(second?.updated).toBeGreaterThan(first?.updated ?? Number.POSITIVE_INFINITY);
    expect(second?.created).toBe(first?.created);
  });

  test('one that changes nothing keeps the update time, says so, and concerns no listener', () => {
    const { commit, documents } = setup();
    const fields = { a: integer(1), m: { mapValue: { fields: { x: integer(1), y: integer(2) } } } };
    commit(set('c/a', fields));
    const first = documents.get(['c', 'a']);
    const seen: unknown[] = [];
    documents.onCommit(({ changes }) => seen.push(...changes));
    const otherOrder = { m: { mapValue: { fields: { y: integer(2), x: integer(1) } } }, a: integer(1) };
    for (const write of [set('c/a', otherOrder), set('c/a', fields, { updateMask: { fieldPaths: ['m'] } })]) {
      const { commitTime, writeResults } = commit(write);
      expect(writeResults).toEqual([{ updateTime: formatMicros(first?.updated ?? 0) }]);
      expect(commitTime).toBe(formatMicros(documents.version));
      expect(documents.get(['c', 'a'])).toBe(first);
    }
    expect(seen).toEqual([]);
    expect(documents.version).toBeGreaterThan(first?.updated ?? Number.POSITIVE_INFINITY);
  });

  test.each([
    ['a missing document is to exist', set('c/none', {}, { currentDocument: { exists: true } }), 'NOT_FOUND'],
    [
      'an existing one is not to',
      set('c/there', {}, { currentDocument: { exists: false } }),
      'ALREADY_EXISTS',
    ],
    ['it only verifies', { verify: name('c/there'), currentDocument: { exists: true } }, 'UNIMPLEMENTED'],
    [
      'a document is to have an update time',
      set('c/there', {}, { currentDocument: { updateTime: '2020-01-01T00:00:00.000000000Z' } }),
      'UNIMPLEMENTED',
    ],
    ['a deletion is of nothing', { delete: name('c/none'), currentDocument: { exists: true } }, 'NOT_FOUND'],
    ['a write is of no kind', {}, 'INVALID_ARGUMENT'],
    ['a transform is of no kind', transform('c/there', { fieldPath: 'a', toString: 1 }), 'UNIMPLEMENTED'],
    ['a mask has no path', set('c/there', {}, { updateMask: { fieldPaths: ['m..x'] } }), 'INVALID_ARGUMENT'],
  ])('when %s, nothing of the commit is done', (_name, write, code) => {
    const { commit, read, documents } = setup();
    commit(set('c/there', { a: integer(1) }));
    const { version } = documents;
    expect(() => commit(set('c/other', { a: integer(2) }), write)).toThrow(expect.objectContaining({ code }));
    expect([read('c/other'), documents.version]).toEqual([null, version]);
  });
});

describe('transforms', () => {
  test('all server times of a commit are its commit time', () => {
    const { commit, read } = setup();
    const now = { setToServerValue: 'REQUEST_TIME' };
    const { commitTime } = commit(
      transform('c/a', { fieldPath: 'at', ...now }),
      transform('c/b', { fieldPath: 'nest.at', ...now }),
    );
    const at = { timestampValue: commitTime };
    expect([read('c/a'), read('c/b')]).toEqual([{ at }, { nest: map({ at }) }]);
  });
});

describe('rules', () => {
  /** Records what it is asked and allows what `allow` does. */
  function recording(allow: (request: FirestoreRequest) => boolean = () => true) {
    const asked: FirestoreRequest[] = [];
    const rules: FirestoreRules = {
      evaluate(request) {
        asked.push(request);
        return { allowed: allow(request), reads: new Set() };
      },
    };
    return { asked, rules };
  }

  test('see each write with the document before and after it, and the state before all', () => {
    const { asked, rules } = recording();
    const { commit } = setup(rules);
    commit(set('c/b', { n: integer(1) }));
    asked.length = 0;
    const { commitTime } = commit(
      set('c/a', { n: integer(1) }),
      transform('c/a', { fieldPath: 'at', setToServerValue: 'REQUEST_TIME' }),
      { delete: name('c/b') },
    );
    const at = { timestampValue: commitTime };
    expect(
      asked.map(({ operation, path, resource, after }) => [operation, path.join('/'), resource, after]),
    ).toEqual([
      ['create', 'c/a', null, { n: integer(1) }],
      ['update', 'c/a', { n: integer(1) }, { n: integer(1), at }],
      ['delete', 'c/b', { n: integer(1) }, null],
    ]);
    expect(asked.every(({ time }) => time === commitTime)).toBe(true);
    // After the commit, the lookups of the past would show the present: so look at a refused one.
    const refused = recording(({ before }) => {
      expect(before(['c', 'x'])).toBeNull();
      return false;
    });
    expect(() => setup(refused.rules).commit(set('c/y', {}), set('c/x', { n: integer(2) }))).toThrow(
      expect.objectContaining({ code: 'PERMISSION_DENIED' }),
    );
    expect(refused.asked).toHaveLength(1);
  });

  test('one refused write refuses the commit', () => {
    const { rules } = recording(({ path }) => path[1] !== 'bad');
    const { commit, read } = setup(rules);
    expect(() => commit(set('c/good', {}), set('c/bad', {}))).toThrow(/permissions/);
    expect(read('c/good')).toBeNull();
  });

  test('who may not read a document does not learn whether it exists', () => {
    const { rules } = recording(() => false);
    const { commit, documents } = setup(rules);
    documents.commit({
      version: documents.nextVersion(),
      by: 'trusted',
      changes: [
        {
          path: ['c', 'a'],
          key: 'c/a',
          before: null,
          after: { path: ['c', 'a'], key: 'c/a', fields: {}, created: 1, updated: 1 },
        },
      ],
    });
    for (const id of ['c/a', 'c/b'])
      for (const exists of [true, false])
        for (const write of [set(id, {}), { delete: name(id) }])
          expect(() => commit({ ...write, currentDocument: { exists } })).toThrow(/permissions/);
  });

  test('who may read it learns that it is missing, though creating it would be refused', () => {
    const { rules } = recording(({ operation }) => operation === 'get');
    const { commit } = setup(rules);
    expect(() => commit(set('c/none', {}, { currentDocument: { exists: true } }))).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
  });

  test('rules that break allow nothing', () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue();
    const rules = {
      evaluate: () => {
        throw new Error('broken');
      },
    };
    expect(() => setup(rules).commit(set('c/a', {}))).toThrow(/permissions/);
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });
});

describe('storing', () => {
  test('a commit that cannot be stored changes nothing, and reading goes on', () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue();
    const { commit, documents, read, store } = setup();
    commit(set('c/a', { n: integer(1) }));
    const seen: unknown[] = [];
    documents.onCommit((one) => seen.push(one));
    const { version } = documents;
    for (const [error, code] of [
      [new StorageFailure('full'), 'FAILED_PRECONDITION'],
      [new StorageFailure('unwritable'), 'FAILED_PRECONDITION'],
      [new Error('busy'), 'UNAVAILABLE'],
    ] as const) {
      const broken = vi.spyOn(store, 'transaction').mockImplementationOnce(() => {
        throw error;
      });
      expect(() => commit(set('c/a', { n: integer(2) }))).toThrow(expect.objectContaining({ code }));
      broken.mockRestore();
    }
    expect([read('c/a'), documents.version, seen]).toEqual([{ n: integer(1) }, version, []]);
    commit(set('c/a', { n: integer(3) }));
    expect([read('c/a'), seen.length]).toEqual([{ n: integer(3) }, 1]);
    logged.mockRestore();
  });

  test('a commit is on disk before a listener is called', () => {
    const { commit, documents, store } = setup();
    const rows: unknown[] = [];
    documents.onCommit(() =>
      rows.push(store.db.prepare('SELECT path, fields FROM firestore_documents').all()),
    );
    commit(set('c/a', { n: integer(1) }));
    expect(rows).toEqual([[{ path: 'c/a', fields: '{"n":{"integerValue":"1"}}' }]]);
  });
});

describe('after a restart', () => {
  const reopen = (store: Store, now: () => number) => new DocumentStore(store, now);

  test('documents and the clock are as they were', () => {
    const { commit, documents, store } = setup();
    commit(set('c/a', { n: integer(1) }), set('c/ü 😀', { t: { stringValue: '\uffff 😀' } }));
    commit(set('c/b', {}));
    commit({ delete: name('c/b') });
    const again = reopen(store, () => 0);
    expect([...again.collection(['c'])]).toEqual([...documents.collection(['c'])]);
    expect(again.version).toBe(documents.version);
    expect(again.nextVersion()).toBe(documents.version + 1);
  });

  test('the clock goes on from an empty store as well', () => {
    const documents = reopen(createMemoryStore(), () => 5);
    expect(documents.version).toBe(5_000);
    expect(documents.nextVersion()).toBe(5_001);
  });

  test('a row that an earlier version left of a deleted document is none', () => {
    const { commit, store } = setup();
    store.db.exec("INSERT INTO firestore_documents VALUES ('c/gone', NULL, 1, 2)");
    expect([...reopen(store, Date.now).collection(['c'])]).toEqual([]);
    commit(set('c/gone', { n: integer(1) }));
    expect([...reopen(store, Date.now).collection(['c'])].map(({ key }) => key)).toEqual(['c/gone']);
  });
});

describe('commits of the same moment', () => {
  const outcomes: string[] = [];
  const settled = (name: string) => ({
    done: () => outcomes.push(`${name} done`),
    failed: (error: unknown) => outcomes.push(`${name} ${(error as Error).message}`),
  });

  /** Commits that share a transaction, and what listeners are sent of them. */
  function shared() {
    const { store, documents, commit, read, context } = setup();
    outcomes.length = 0;
    const notified: unknown[] = [];
    documents.onCommit(({ version, changes }) =>
      notified.push([version === documents.version, changes.map(({ key }) => [key, read(key)])]),
    );
    const join = (id: string, ...writes: object[]) =>
      commitWrites(
        context,
        { auth: null, writes: writes.map((write) => parseWrite(write, names)), client: someQuotaClient() },
        settled(id),
      );
    return { store, documents, commit, read, join, notified };
  }

  test('are evaluated on the result of those before them, and reach listeners one by one', () => {
    const { store, documents, read, join, notified } = shared();
    const before = documents.version;
    join('1', set('c/a', { n: integer(1) }));
    join('2', set('c/a', { n: integer(2) }, { currentDocument: { exists: true } }));
    join('3', set('c/a', { n: integer(3) }, { currentDocument: { exists: false } }));
    join('4', { delete: name('c/a') });
    expect([read('c/a'), documents.version]).toEqual([null, before]);
    store.settle();
    expect(outcomes).toEqual(['1 done', '2 done', expect.stringContaining('3 '), '4 done']);
    expect(notified).toEqual([
      [true, [['c/a', { n: integer(1) }]]],
      [true, [['c/a', { n: integer(2) }]]],
      [true, [['c/a', null]]],
    ]);
  });

  test('leave everything as it was when the disk refuses them', () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue();
    const { store, documents, commit, read, join, notified } = shared();
    commit(set('c/a', { n: integer(1) }), set('c/gone', {}));
    commit({ delete: name('c/gone') });
    const { version } = documents;
    notified.length = 0;
    join('1', { delete: name('c/a') }, set('c/gone', {}), set('d/new', {}));
    join('2', set('c/a', { n: integer(2) }));
    const exec = store.db.exec.bind(store.db);
    const refusing = vi.spyOn(store.db, 'exec').mockImplementation((sql) => {
      if (sql === 'COMMIT') throw new StorageFailure('unwritable');
      return exec(sql);
    });
    store.settle();
    refusing.mockRestore();
    expect(outcomes).toEqual(['1', '2'].map((id) => `${id} ${new StorageFailure('unwritable').message}`));
    expect([documents.version, read('c/a'), read('c/gone'), read('d/new')]).toEqual([
      version,
      { n: integer(1) },
      null,
      null,
    ]);
    expect(notified).toEqual([]);
    expect([...documents.collection(['d'])]).toEqual([]);
    logged.mockRestore();
  });
});
