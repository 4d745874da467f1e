import { describe, expect, it, vi } from 'vitest';
import { deserializeMappings, serializeMappings } from '#contract/serializedMappings.ts';
import { LIST_DIFFERS_REFUSAL } from '#model/integrityMismatch.ts';
import { EMPTY_SUM, sumOf } from '#model/listChecksum.ts';
import { type EntryId, newEntryId, readListVersion } from '#model/log/version.ts';
import { mappingKey } from '#model/mapping.ts';
import {
  type MappingCacheEntry,
  type MappingStorage,
  readCacheEntry,
} from '#workers/ledger/list/MappingCache.ts';
import { newChangeSet } from '#workers/ledger/log/LogWriter.ts';
import { settled } from '../support/fakeTiming.ts';
import { ACCOUNT, MAPPINGS, setupLedger } from '../support/ledgerSetup.ts';
import { createMemoryDatabase, MEMORY_TIME, type MemoryDatabase } from '../support/memoryDatabase.ts';
import { saveKeyword } from '../support/saveKeyword.ts';

const V1 = 'v1' as EntryId;
const stored = (accounts: Readonly<Record<string, string>>) =>
  Object.entries(accounts).map(
    ([description, glAccount]) => [description, { description, glAccount }] as const,
  );
const ACCOUNTS = { 'PREMIER INN': '6200', 'TESCO STORES': '6100' };
const STORED = {
  ...MAPPINGS,
  gl_mappings_version: { id: V1, seq: 1, after: 'v0', ...sumOf(stored(ACCOUNTS)) },
  'gl_mappings_changes/v1': {
    seq: 1,
    changes: { 'TESCO STORES': { after: { description: 'TESCO STORES', glAccount: '6100' } } },
  },
};
const change = (description: string, glAccount: string | null) => ({
  [`gl_mappings/${description}`]: glAccount === null ? null : { description, glAccount },
});

type MemoryStorage = MappingStorage & { entry: MappingCacheEntry | null };

function storageOf(entry: MappingCacheEntry | null = null): MemoryStorage {
  const storage: MemoryStorage = {
    entry,
    read: async () => storage.entry,
    write: async (list) => {
      storage.entry = list;
    },
    delete: async () => {
      storage.entry = null;
    },
  };
  return storage;
}

function cachedList(id: string, seq: number, accounts: Readonly<Record<string, string>>): MappingCacheEntry {
  const mappings = Object.entries(accounts).map(([description, glAccount]) => ({
    key: mappingKey(description),
    description,
    glAccount,
  }));
  return {
    version: { id: id as EntryId, seq },
    sum: sumOf(stored(accounts)),
    former: [],
    cachedAt: Date.parse('2026-02-28T09:00:00Z'),
    mappings: serializeMappings(mappings),
  };
}
const AS_STORED = cachedList(V1, 1, ACCOUNTS);

/** A ledger whose browser has cached `cached`, over a database with `leaves`. */
async function setup(cached: MappingCacheEntry | null, leaves: Readonly<Record<string, unknown>> = STORED) {
  const mappingStorage = storageOf(cached);
  const ledger = await setupLedger(leaves, { mappingStorage });
  return {
    ...ledger,
    mappingStorage,
    /** Lets the time pass after which the list is cached. */
    savingCache: () => ledger.timing.advance(1_000),
    statuses: () => ledger.eventsOf('list').map(({ status }) => status.kind),
    accountsCached: async () => {
      const cached = await deserializeMappings(mappingStorage.entry?.mappings ?? serializeMappings([]));
      return cached.map(({ key, glAccount }) => [key, glAccount]);
    },
    accountsHere: () =>
      [...ledger.ledger.list.entries.values()].map(({ key, glAccount }) => [key, glAccount]),
  };
}

const versionOf = (database: MemoryDatabase) => readListVersion(database.stored('gl_mappings_version')).id;

describe('the cached list', () => {
  it('serves without a download while its version is the stored one', async () => {
    const { database, statuses, ledger } = await setup(AS_STORED);
    expect(statuses()).toEqual(['loading', 'cached', 'ready']);
    expect(database.listsRead).toBe(0);
    expect(ledger.list.isConfirmed).toBe(true);
  });

  it('classifies before the database answers, and is not taken for the stored one', async () => {
    const { database, paste, finish, copied, statuses, ledger, timing, eventsOf } = await setup(
      AS_STORED,
      {},
    );
    database.holdValues();
    ledger.retry();
    paste('tesco stores');
    await finish();
    expect(await copied()).toBe('6100');
    expect(statuses().at(-1)).toBe('cached');
    expect(ledger.list.isConfirmed).toBe(false);
    await timing.advance(3_500);
    expect(eventsOf('list').at(-1)?.status).toMatchObject({ kind: 'cached', isUnreachable: true });
  });

  it('is brought up to date: rows are flagged, what was removed goes', async () => {
    const { database, paste, finish, eventsOf, copied, accountsHere, accountsCached, savingCache } =
      await setup(cachedList('other', 1, { 'PREMIER INN': '5000', 'GONE SHOP': '1' }));
    paste('PREMIER INN\nGONE SHOP\nTESCO STORES');
    await finish();
    expect(database.listsRead).toBe(1);
    expect(accountsHere()).toEqual([
      ['PREMIER INN', '6200'],
      ['TESCO STORES', '6100'],
    ]);
    expect(await copied()).toBe('6200\nNo Match\n6100');
    expect(eventsOf('list').at(-1)?.status).toEqual({ kind: 'ready', size: 2 });
    await savingCache();
    expect(await accountsCached()).toEqual(accountsHere());
  });

  it('that differs from the stored one flags rows already classified with it', async () => {
    const cached = cachedList('other', 1, { 'PREMIER INN': '5000' });
    const { database, ledger, paste, finish, eventsOf, copied, statuses } = await setup(cached, {});
    database.holdValues();
    ledger.retry();
    paste('PREMIER INN\nTESCO STORES');
    await finish();
    expect(await copied()).toBe('5000\nNo Match');
    database.writePastRules(STORED);
    database.releaseValues();
    await settled();
    expect(statuses().at(-1)).toBe('ready');
    const last = eventsOf('changed').at(-1);
    expect([...(last?.rows ?? [])]).toEqual([0, 1]);
    expect(last?.suggested[0]).toBeGreaterThanOrEqual(0);
    expect(await copied()).toBe('5000\n6100');
  });

  it('is not used where the list has no version, and is cached from the first change on', async () => {
    const { database, statuses, mappingStorage, savingCache, ledger, accountsCached } = await setup(
      null,
      MAPPINGS,
    );
    await savingCache();
    expect(mappingStorage.entry).toBeNull();
    expect(statuses()).toEqual(['loading', 'ready']);
    await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300');
    await savingCache();
    expect(mappingStorage.entry?.version.id).toBe(versionOf(database));
    expect(await accountsCached()).toContainEqual(['NORTHERN RAIL', '6300']);
  });

  it('is dropped, from memory too, when reading is refused', async () => {
    const { database, ledger, mappingStorage, eventsOf } = await setup(AS_STORED);
    database.refuse = true;
    database.writeElsewhere(change('NORTHERN RAIL', '6300'));
    await settled();
    expect(eventsOf('list').at(-1)?.status).toEqual({ kind: 'failed', reason: 'refused' });
    expect(mappingStorage.entry).toBeNull();
    ledger.retry();
    await settled();
    expect(ledger.list.entries.size).toBe(0);
  });

  it.each([
    ['refuses to be read', { read: async () => Promise.reject(new DOMException('x', 'SecurityError')) }],
    ['is full', { write: async () => Promise.reject(new DOMException('x', 'QuotaExceededError')) }],
    ['never answers', { read: () => new Promise<never>(() => {}) }],
  ])('is done without where the storage %s', async (_name, faults: Partial<MappingStorage>) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const mappingStorage = { ...storageOf(), ...faults };
    const { timing, paste, finish, copied, eventsOf } = await setupLedger(STORED, { mappingStorage });
    await timing.advance(2_000);
    paste('tesco stores');
    await finish();
    expect(await copied()).toBe('6100');
    expect(eventsOf('list').at(-1)?.status).toEqual({ kind: 'ready', size: 2 });
    expect(warned).toHaveBeenCalled();
  });
});

/** What was read of the history, as keys of the last node. */
const historyReads = (database: MemoryDatabase) =>
  database.reads.filter((path) => path.startsWith('gl_mappings_changes'));

describe('a list known by its version', () => {
  it('takes own changes without reading anything', async () => {
    const { database, ledger, accountsHere, accountsCached, savingCache, mappingStorage } =
      await setup(AS_STORED);
    expect(await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300')).toEqual({ kind: 'saved' });
    expect(database.listsRead).toBe(0);
    expect(historyReads(database)).toEqual([]);
    expect(accountsHere()).toContainEqual(['NORTHERN RAIL', '6300']);
    await savingCache();
    expect(await accountsCached()).toEqual(accountsHere());
    expect(mappingStorage.entry?.version.id).toBe(versionOf(database));
  });

  it('is read at a refresh', async () => {
    const { database, ledger } = await setup(AS_STORED);
    ledger.list.reload();
    await settled();
    expect(database.listsRead).toBe(1);
    expect((await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300')).kind).toBe('saved');
  });
});

describe('changes by others', () => {
  it('are followed entry by entry, and cached', async () => {
    const { database, accountsHere, accountsCached, savingCache, mappingStorage } = await setup(AS_STORED);
    database.writeElsewhere(change('NORTHERN RAIL', '6300'));
    await settled();
    database.writeElsewhere({ ...change('TESCO STORES', '7100'), ...change('PREMIER INN', null) });
    await settled();
    expect(database.listsRead).toBe(0);
    expect(historyReads(database)).toHaveLength(2);
    expect(accountsHere()).toEqual([
      ['TESCO STORES', '7100'],
      ['NORTHERN RAIL', '6300'],
    ]);
    await savingCache();
    expect(await accountsCached()).toEqual(accountsHere());
    expect(mappingStorage.entry?.version.id).toBe(versionOf(database));
  });

  it('flag the rows', async () => {
    const { database, paste, finish, eventsOf } = await setup(AS_STORED);
    paste('TESCO STORES');
    await finish();
    database.writeElsewhere(change('TESCO STORES', null));
    await settled();
    expect([...(eventsOf('changed').at(-1)?.rows ?? [])]).toEqual([0]);
  });

  it.each([1, 2, 40])('since the last visit are all that is read: %i of them', async (count) => {
    const { database } = await setup(AS_STORED);
    for (let i = 0; i < count; i++) database.writeElsewhere(change(`SHOP ${i}`, String(i)));
    const { ledger, eventsOf } = await setupLedger({}, { database, mappingStorage: storageOf(AS_STORED) });
    await settled();
    expect(database.listsRead).toBe(0);
    expect(eventsOf('list').at(-1)?.status).toEqual({ kind: 'ready', size: 2 + count });
    expect(ledger.list.entries.get(mappingKey(`SHOP ${count - 1}`))?.glAccount).toBe(String(count - 1));
  });

  it('while the connection was lost are read when it comes back', async () => {
    const { database, accountsHere } = await setup(AS_STORED);
    database.setConnected(false);
    database.setConnected(true);
    await settled();
    expect(historyReads(database)).toEqual([]);
    database.setConnected(false);
    for (const account of ['7100', '7200']) database.writeElsewhere(change('TESCO STORES', account));
    database.setConnected(true);
    await settled();
    expect(database.listsRead).toBe(0);
    expect(accountsHere()).toContainEqual(['TESCO STORES', '7200']);
  });

  it('that come while another is being read are read, too', async () => {
    const { database, ledger, accountsHere } = await setup(AS_STORED);
    const { read } = database;
    let reads = 0;
    database.read = async (path) => {
      if (reads++ === 0) database.writeElsewhere(change('TESCO STORES', '7100'));
      return read(path);
    };
    database.writeElsewhere(change('NORTHERN RAIL', '6300'));
    await settled();
    expect(accountsHere()).toEqual(
      expect.arrayContaining([
        ['TESCO STORES', '7100'],
        ['NORTHERN RAIL', '6300'],
      ]),
    );
    expect(database.listsRead).toBe(0);
    expect((await saveKeyword(ledger.rows, 'SHELL GARAGE', '6400')).kind).toBe('saved');
  });

  it('of a list in former forms are followed from its first entry on', async () => {
    const former = { 'gl_mappings/OLD SHOP': '77', gl_mappings_version: { id: 'f1', after: 'f0' } };
    const { database, ledger, accountsHere, savingCache, mappingStorage } = await setup(null, former);
    expect(database.listsRead).toBe(1);
    await savingCache();
    database.writeElsewhere(change('NORTHERN RAIL', '6300'));
    await settled();
    expect(database.listsRead).toBe(1);
    const key = mappingKey('OLD SHOP');
    await ledger.list.write(newChangeSet('delete'), () => [
      { key, before: ledger.list.entries.get(key) ?? null, after: null },
    ]);
    const changes = database.stored(`gl_mappings_changes/${versionOf(database)}/changes`);
    expect(changes).toEqual({ 'OLD SHOP': { before: '77' } });
    expect(accountsHere()).toEqual([['NORTHERN RAIL', '6300']]);
    await savingCache();
    expect(mappingStorage.entry?.former).toEqual([]);
    expect(mappingStorage.entry?.sum).toEqual(sumOf(stored({ 'NORTHERN RAIL': '6300' })));
  });

  it.each<[string, (database: MemoryDatabase) => void]>([
    [
      'after a backup was put back',
      (database) => database.writePastRules({ 'gl_mappings_changes/v1': null }),
    ],
    [
      'when an entry is missing',
      (database) => database.writePastRules({ [`gl_mappings_changes/${versionOf(database)}`]: null }),
    ],
    [
      'when an earlier version is back',
      (database) => database.writePastRules({ gl_mappings_version: { id: 'v0', seq: 1, after: 'none' } }),
    ],
    ['when the list has no version', (database) => database.writePastRules({ gl_mappings_version: null })],
    [
      'when they are more than the list',
      (database) => {
        for (let i = 0; i < 150; i++) database.writeElsewhere(change('TESCO STORES', String(i)));
      },
    ],
  ])('are read with the whole list %s', async (_name, happen) => {
    const database = createMemoryDatabase(STORED);
    for (let i = 0; i < 3; i++) database.writeElsewhere(change(`SHOP ${i}`, '1'));
    happen(database);
    const { ledger, eventsOf } = await setupLedger({}, { database, mappingStorage: storageOf(AS_STORED) });
    await settled();
    expect(database.listsRead).toBe(1);
    expect(eventsOf('list').at(-1)?.status).toEqual({ kind: 'ready', size: 5 });
    expect(ledger.list.entries.has(mappingKey('SHOP 2'))).toBe(true);
  });

  it('are cached only with all that belongs to their version', async () => {
    const { database, mappingStorage, savingCache, ledger } = await setup(AS_STORED);
    await savingCache();
    database.holdValues();
    database.writeElsewhere(change('TESCO STORES', '7100'));
    await savingCache();
    expect(mappingStorage.entry?.version.id).toBe(V1);
    database.releaseValues();
    await savingCache();
    expect(mappingStorage.entry?.version.id).toBe(versionOf(database));
    expect(ledger.list.entries.get(mappingKey('TESCO STORES'))?.glAccount).toBe('7100');
  });
});

describe('a list that is not what its history says', () => {
  const expected = sumOf(stored(ACCOUNTS));
  const found = sumOf(stored({ ...ACCOUNTS, 'SHOP OUTSIDE': '1' }));

  /** Something was added past the rules, and the list was read since. */
  async function differing() {
    const setting = await setup(AS_STORED);
    setting.paste('TESCO STORES\nSHOP OUTSIDE');
    await setting.finish();
    setting.database.writePastRules(change('SHOP OUTSIDE', '1'));
    setting.ledger.list.reload();
    await settled();
    return setting;
  }

  it('is read once more, and then named with both figures', async () => {
    const { database, eventsOf, accountsHere } = await differing();
    expect(database.listsRead).toBe(2);
    expect(eventsOf('list').at(-1)?.status).toEqual({
      kind: 'mismatch',
      size: 3,
      mismatch: { expected, found },
    });
    expect(accountsHere()).toContainEqual(['SHOP OUTSIDE', '1']);
  });

  it('leaves rows the answers they have, gives new ones none, and counts nothing', async () => {
    const { paste, finish, copied, eventsOf, counters, ledger, run } = await differing();
    expect(await copied()).toBe('6100\nNo Match');
    expect(eventsOf('changed')).toEqual([]);
    expect(ledger.rows.editRow(run(), 1, 'TESCO STORES')?.shown).toBe(-3);
    paste('TESCO STORES\nTESCO');
    await finish();
    expect(eventsOf('batch').filter((batch) => batch.run === run())).toEqual([]);
    expect(counters().total).toBe(2);
  });

  it('takes no changes', async () => {
    const { ledger } = await differing();
    expect(await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300')).toEqual({
      kind: 'failed',
      detail: LIST_DIFFERS_REFUSAL,
    });
  });

  it('counts from when an admin accepts it, for every ledger', async () => {
    const { database, ledger, finish, copied, eventsOf, counters, paste, accountsHere } = await differing();
    paste('SHOP OUTSIDE');
    const other = await setupLedger({}, { database, mappingStorage: storageOf(AS_STORED) });
    expect(other.eventsOf('list').at(-1)?.status.kind).toBe('ready');
    await ledger.list.accept();
    await settled();
    await finish();
    expect(await copied()).toBe('1');
    expect(eventsOf('list').at(-1)?.status).toEqual({ kind: 'ready', size: 3 });
    expect(counters().total).toBe(3);
    expect([...other.ledger.list.entries.keys()]).toContain('SHOP OUTSIDE');
    const id = versionOf(database);
    expect(database.stored(`gl_mappings_history/${id}`)).toMatchObject({ kind: 'outside', expected, found });
    expect(database.stored(`gl_mappings_changes/${id}`)).toEqual({ seq: 2 });
    expect((await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300')).kind).toBe('saved');
    expect(accountsHere()).toHaveLength(4);
  });

  it('counts again as soon as it agrees, and rows edited meanwhile get their answers', async () => {
    const { database, ledger, eventsOf, run, copied } = await differing();
    ledger.rows.editRow(run(), 1, 'PREMIER INN');
    database.writePastRules(change('SHOP OUTSIDE', null));
    ledger.list.reload();
    await settled();
    expect(eventsOf('list').at(-1)?.status).toEqual({ kind: 'ready', size: 2 });
    expect(await copied()).toBe('6100\n6200');
  });

  it('answers nothing where there is no other list, until it agrees', async () => {
    const { database, ledger, paste, finish, eventsOf, copied, accountsHere } = await setup(null, {
      ...STORED,
      ...change('SHOP OUTSIDE', '1'),
    });
    paste('TESCO STORES');
    await finish();
    expect(eventsOf('list').at(-1)?.status.kind).toBe('mismatch');
    expect(eventsOf('batch')).toEqual([]);
    expect(accountsHere()).toHaveLength(3);
    database.writePastRules(change('SHOP OUTSIDE', null));
    ledger.list.reload();
    await finish();
    expect(await copied()).toBe('6100');
  });
});

describe('a change of the list', () => {
  it('is an entry of the history: who, when, what kind, and what it changed', async () => {
    const { database, ledger } = await setup(AS_STORED);
    await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300');
    const id = versionOf(database);
    const after = { description: 'NORTHERN RAIL', glAccount: '6300' };
    expect(database.stored('gl_mappings_version')).toEqual({
      id,
      seq: 2,
      after: V1,
      ...sumOf(stored({ ...ACCOUNTS, 'NORTHERN RAIL': '6300' })),
    });
    expect(database.stored(`gl_mappings_history/${id}`)).toEqual({
      seq: 2,
      after: V1,
      at: MEMORY_TIME,
      by: { uid: ACCOUNT.uid, email: ACCOUNT.email },
      kind: 'add',
      left: 0,
      batch: expect.stringMatching(/^[0-9a-f]{24}$/),
      set: 1,
      removed: 0,
    });
    expect(database.stored(`gl_mappings_changes/${id}`)).toEqual({
      seq: 2,
      changes: { 'NORTHERN RAIL': { after } },
    });
    expect(database.stored(`gl_mappings_changes_by_key/NORTHERN RAIL/${id}`)).toBe(2);
    expect(database.updates).toHaveLength(1);
  });

  it('that changes nothing is not stored', async () => {
    const { database, ledger } = await setup(AS_STORED);
    expect(await saveKeyword(ledger.rows, 'TESCO STORES', '6100')).toEqual({ kind: 'saved' });
    expect(database.updates).toEqual([]);
  });

  it('is planned again when somebody else was first, however late the event of their change comes', async () => {
    const { database, ledger } = await setup(AS_STORED);
    const plans: (string | undefined)[] = [];
    const key = mappingKey('TESCO STORES');
    database.holdValues();
    database.writeElsewhere(change('TESCO STORES', '7100'));
    const writing = ledger.list.write(newChangeSet('delete'), () => {
      const before = ledger.list.entries.get(key) ?? null;
      plans.push(before?.glAccount);
      return before?.glAccount === '6100' ? [{ key, before, after: null }] : [];
    });
    await settled();
    database.releaseValues();
    expect(await writing).toEqual([]);
    expect(plans).toEqual(['6100', '7100']);
    expect(database.stored('gl_mappings/TESCO STORES')).toEqual({
      description: 'TESCO STORES',
      glAccount: '7100',
    });
  });

  it('that was sent twice, since the answer was lost, was made once', async () => {
    const { database, ledger, accountsHere } = await setup(AS_STORED);
    const { update } = database;
    database.update = async (changes) => {
      await update(changes);
      await update(changes);
    };
    expect(await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300')).toEqual({ kind: 'saved' });
    expect(accountsHere()).toHaveLength(3);
  });

  it('that was sent twice is recognised behind the changes of others', async () => {
    const { database, ledger, accountsHere } = await setup(AS_STORED);
    const { update } = database;
    database.update = async (changes) => {
      await update(changes);
      database.writeElsewhere(change('SHELL GARAGE', '6400'));
      await update(changes);
    };
    expect(await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300')).toEqual({ kind: 'saved' });
    expect(database.updates).toHaveLength(1);
    expect(accountsHere()).toHaveLength(4);
    expect(database.listsRead).toBe(0);
  });

  it('whose answer is lost with the connection is found in the history afterwards', async () => {
    const { database, ledger, accountsHere } = await setup(AS_STORED);
    const { update } = database;
    database.update = async (changes) => {
      await update(changes);
      database.setConnected(false);
      database.setConnected(true);
      await settled();
      await update(changes);
    };
    expect(await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300')).toEqual({ kind: 'saved' });
    expect(accountsHere()).toHaveLength(3);
    expect(database.listsRead).toBe(0);
  });

  it('fails with what the server says when it is refused for itself', async () => {
    const { database, ledger } = await setup(AS_STORED);
    database.update = async () => Promise.reject(new Error('PERMISSION_DENIED: Permission denied'));
    expect(await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300')).toEqual({
      kind: 'failed',
      detail: 'PERMISSION_DENIED: Permission denied',
    });
  });

  it('waits for the one before it', async () => {
    const { database, ledger } = await setup(AS_STORED);
    const results = await Promise.all(
      ['A SHOP', 'B SHOP', 'C SHOP'].map((shop) => saveKeyword(ledger.rows, shop, '1')),
    );
    expect(results.map(({ kind }) => kind)).toEqual(['saved', 'saved', 'saved']);
    expect(database.updates).toHaveLength(3);
  });
});

describe('two ledgers at one list', () => {
  it('lose no change, whoever is first', async () => {
    const first = await setup(AS_STORED);
    const second = await setupLedger({}, { database: first.database });
    const add = (ledger: typeof first.ledger) => (account: string) => {
      const key = mappingKey('COUNTER');
      return ledger.list.write(newChangeSet('edit'), () => {
        const before = ledger.list.entries.get(key) ?? null;
        const glAccount = `${before?.glAccount ?? ''}${account}`;
        return [{ key, before, after: { key, description: 'COUNTER', glAccount } }];
      });
    };
    await Promise.all([
      ...['a', 'b', 'c', 'd'].map(add(first.ledger)),
      ...['e', 'f', 'g', 'h'].map(add(second.ledger)),
    ]);
    const { glAccount } = first.database.stored('gl_mappings/COUNTER') as { glAccount: string };
    expect([...glAccount].sort().join('')).toBe('abcdefgh');
    await settled();
    expect(first.ledger.list.entries).toEqual(second.ledger.list.entries);
  });
});

describe('a cached entry', () => {
  const whole = { form: 5, ...AS_STORED };
  const cases: readonly [name: string, stored: unknown][] = [
    ['nothing', undefined],
    ['a text', 'x'],
    ['another form', { ...whole, form: 4 }],
    ['no version', { ...whole, version: undefined }],
    ['a version without an id', { ...whole, version: { id: '', seq: 1 } }],
    ['a version without a number', { ...whole, version: { id: 'v1' } }],
    ['the version of a list without one', { ...whole, version: { id: 'none', seq: 0 } }],
    ['no sum', { ...whole, sum: undefined }],
    ['half a sum', { ...whole, sum: { count: 2 } }],
    ['no former values', { ...whole, former: undefined }],
    ['no time', { ...whole, cachedAt: undefined }],
    ['no mappings', { ...whole, mappings: undefined }],
  ];
  it.each(cases)('is not used when it is %s', (_name, entry) => {
    expect(readCacheEntry(entry)).toBeNull();
  });

  it('is used when it is whole, an empty list too', () => {
    expect(readCacheEntry(whole)).toEqual(AS_STORED);
    const empty = { ...whole, sum: EMPTY_SUM, mappings: serializeMappings([]) };
    expect(readCacheEntry(empty)?.mappings.size).toBe(0);
  });
});

describe('a version', () => {
  it('is read in every form, and distinguished from none', () => {
    const whole = { id: 'v7', seq: 7, after: 'v6', count: 2, sum: 5 };
    expect(readListVersion(whole)).toEqual({ id: 'v7', seq: 7, parent: 'v6', sum: { count: 2, sum: 5 } });
    for (const former of [{ id: 'v7' }, { id: 'v7', after: 'v6', keys: { A: true } }])
      expect(readListVersion(former)).toEqual({ id: 'v7', seq: 0, parent: null, sum: null });
    for (const none of [null, undefined, 'v7', 7, {}, { id: 7 }, { id: '' }]) {
      expect(readListVersion(none)).toEqual({ id: 'none', seq: 0, parent: null, sum: null });
    }
  });

  it('is another one each time', () => {
    const made = Array.from({ length: 100 }, () => newEntryId((bytes) => crypto.getRandomValues(bytes)));
    expect(new Set(made).size).toBe(100);
    expect(made[0]).toMatch(/^[0-9a-f]{24}$/);
  });
});
