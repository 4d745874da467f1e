import { describe, expect, it } from 'vitest';
import { type ListVersion, newListVersion, readListStep } from '#model/listVersion.ts';
import { mappingKey } from '#model/mapping.ts';
import { deserializeMappings, serializeMappings } from '#model/serializedMappings.ts';
import {
  type MappingCacheEntry,
  type MappingStorage,
  readCacheEntry,
} from '#workers/ledger/list/MappingCache.ts';
import { settled } from '../support/fakeTiming.ts';
import { MAPPINGS, setupLedger } from '../support/ledgerSetup.ts';
import type { MemoryDatabase } from '../support/memoryDatabase.ts';

const V1 = 'v1' as ListVersion;
const STORED = { ...MAPPINGS, gl_mappings_version: { id: V1 } };
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

function cachedList(version: ListVersion, accounts: Readonly<Record<string, string>>): MappingCacheEntry {
  const mappings = Object.entries(accounts).map(([description, glAccount]) => ({
    key: mappingKey(description),
    description,
    glAccount,
  }));
  return { version, cachedAt: Date.parse('2026-02-28T09:00:00Z'), mappings: serializeMappings(mappings) };
}
const AS_STORED = cachedList(V1, { 'PREMIER INN': '6200', 'TESCO STORES': '6100' });

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
    accountsCached: () =>
      deserializeMappings(mappingStorage.entry?.mappings ?? serializeMappings([])).map(
        ({ key, glAccount }) => [key, glAccount],
      ),
    accountsHere: () =>
      [...ledger.ledger.list.entries.values()].map(({ key, glAccount }) => [key, glAccount]),
  };
}

const versionOf = (database: MemoryDatabase) => readListStep(database.stored('gl_mappings_version')).id;

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
    await timing.advance(15_000);
    expect(eventsOf('list').at(-1)?.status).toMatchObject({ kind: 'cached', isUnreachable: true });
  });

  it('is brought up to date: rows are flagged, what was removed goes', async () => {
    const { database, paste, finish, eventsOf, copied, accountsHere, accountsCached, savingCache } =
      await setup(cachedList('v0' as ListVersion, { 'PREMIER INN': '5000', 'GONE SHOP': '1' }));
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
    expect(accountsCached()).toEqual(accountsHere());
  });

  it('that differs from the stored one flags rows already classified with it', async () => {
    const cached = cachedList('v0' as ListVersion, { 'PREMIER INN': '5000' });
    const { database, ledger, paste, finish, eventsOf, copied, statuses } = await setup(cached, {});
    database.holdValues();
    ledger.retry();
    paste('PREMIER INN\nTESCO STORES');
    await finish();
    expect(await copied()).toBe('5000\nNo Match');
    database.writeElsewhere(STORED);
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
    await ledger.rows.saveKeyword('NORTHERN RAIL', '6300');
    await savingCache();
    expect(mappingStorage.entry?.version).toBe(versionOf(database));
    expect(accountsCached()).toContainEqual(['NORTHERN RAIL', '6300']);
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
    const mappingStorage = { ...storageOf(), ...faults };
    const { timing, paste, finish, copied, eventsOf } = await setupLedger(STORED, { mappingStorage });
    await timing.advance(2_000);
    paste('tesco stores');
    await finish();
    expect(await copied()).toBe('6100');
    expect(eventsOf('list').at(-1)?.status).toEqual({ kind: 'ready', size: 2 });
  });
});

describe('a list known by its version', () => {
  it('is read and followed from the first change by somebody else', async () => {
    const { database, accountsHere, accountsCached, savingCache, mappingStorage } = await setup(AS_STORED);
    database.writeElsewhere(change('TESCO STORES', '7100'));
    await settled();
    expect(database.listsRead).toBe(1);
    database.writeElsewhere(change('PREMIER INN', null));
    await settled();
    expect(database.listsRead).toBe(1);
    expect(accountsHere()).toEqual([['TESCO STORES', '7100']]);
    await savingCache();
    expect(accountsCached()).toEqual(accountsHere());
    expect(mappingStorage.entry?.version).toBe(versionOf(database));
  });

  it('takes own changes without being read', async () => {
    const { database, ledger, accountsHere, accountsCached, savingCache, mappingStorage } =
      await setup(AS_STORED);
    expect(await ledger.rows.saveKeyword('NORTHERN RAIL', '6300')).toEqual({ kind: 'saved' });
    expect(database.listsRead).toBe(0);
    expect(accountsHere()).toContainEqual(['NORTHERN RAIL', '6300']);
    await savingCache();
    expect(accountsCached()).toEqual(accountsHere());
    expect(mappingStorage.entry?.version).toBe(versionOf(database));
  });

  it('is compared anew when the connection comes back, and read only if it changed meanwhile', async () => {
    const { database, accountsHere } = await setup(AS_STORED);
    database.setConnected(false);
    database.setConnected(true);
    await settled();
    expect(database.listsRead).toBe(0);
    database.setConnected(false);
    database.writeElsewhere(change('TESCO STORES', '7100'));
    database.setConnected(true);
    await settled();
    expect(database.listsRead).toBe(1);
    expect(accountsHere()).toContainEqual(['TESCO STORES', '7100']);
  });

  it('is read at a refresh, which finds what was changed past the rules', async () => {
    const { database, ledger, accountsHere } = await setup(AS_STORED);
    database.writePastRules(change('TESCO STORES', '7100'));
    ledger.list.readAnew();
    await settled();
    expect(accountsHere()).toContainEqual(['TESCO STORES', '7100']);
  });
});

describe('a change that names what it changes', () => {
  /** Another ledger at the same list, which names what it changes. */
  async function withOther() {
    const first = await setup(AS_STORED);
    const other = await setupLedger({}, { database: first.database, mappingStorage: storageOf(AS_STORED) });
    expect(first.database.listsRead).toBe(0);
    return { ...first, other };
  }

  it('is all that is read, one after another, and is cached', async () => {
    const { database, other, accountsHere, accountsCached, savingCache, mappingStorage } = await withOther();
    await other.ledger.rows.saveKeyword('NORTHERN RAIL', '6300');
    await other.ledger.rows.saveKeyword('TESCO STORES', '7100');
    await settled();
    expect(database.listsRead).toBe(0);
    expect(accountsHere()).toEqual([
      ['PREMIER INN', '6200'],
      ['TESCO STORES', '7100'],
      ['NORTHERN RAIL', '6300'],
    ]);
    await savingCache();
    expect(accountsCached()).toEqual(accountsHere());
    expect(mappingStorage.entry?.version).toBe(versionOf(database));
  });

  it('removes what it removed, and flags the rows', async () => {
    const { database, other, paste, finish, eventsOf, accountsHere } = await withOther();
    paste('TESCO STORES');
    await finish();
    const before = other.ledger.list.entries.get(mappingKey('TESCO STORES')) ?? null;
    await other.ledger.list.write(() => [{ key: mappingKey('TESCO STORES'), before, after: null }]);
    await settled();
    expect(database.listsRead).toBe(0);
    expect(accountsHere()).toEqual([['PREMIER INN', '6200']]);
    expect([...(eventsOf('changed').at(-1)?.rows ?? [])]).toEqual([0]);
  });

  it('is all that a reload reads when it was the only one since', async () => {
    const { database, other } = await withOther();
    await other.ledger.rows.saveKeyword('NORTHERN RAIL', '6300');
    const { ledger, eventsOf } = await setupLedger({}, { database, mappingStorage: storageOf(AS_STORED) });
    expect(database.listsRead).toBe(0);
    expect(eventsOf('list').at(-1)?.status).toEqual({ kind: 'ready', size: 3 });
    expect(ledger.list.entries.get(mappingKey('NORTHERN RAIL'))?.glAccount).toBe('6300');
  });

  it('is not enough after two', async () => {
    const { database, other } = await withOther();
    await other.ledger.rows.saveKeyword('NORTHERN RAIL', '6300');
    await other.ledger.rows.saveKeyword('SHELL GARAGE', '6400');
    const { ledger } = await setupLedger({}, { database, mappingStorage: storageOf(AS_STORED) });
    expect(database.listsRead).toBe(1);
    expect(ledger.list.entries.size).toBe(4);
  });

  it('does not name the entries of a large change, which are read with the whole list', async () => {
    const { database, other, accountsHere } = await withOther();
    const shops = Array.from({ length: 21 }, (_unused, i) => mappingKey(`Shop ${i}`));
    await other.ledger.list.write(() =>
      shops.map((key) => ({ key, before: null, after: { key, description: key, glAccount: '1' } })),
    );
    await settled();
    expect(database.listsRead).toBe(1);
    expect(accountsHere()).toHaveLength(23);
  });

  it('is followed by another while it is read: that one is read, too', async () => {
    const { database, other, ledger, accountsHere } = await withOther();
    const { read } = database;
    let reads = 0;
    database.read = async (path) => {
      if (path === 'gl_mappings/NORTHERN RAIL' && reads++ === 0) {
        await other.ledger.rows.saveKeyword('TESCO STORES', '7100');
      }
      return read(path);
    };
    await other.ledger.rows.saveKeyword('NORTHERN RAIL', '6300');
    await settled();
    expect(accountsHere()).toContainEqual(['TESCO STORES', '7100']);
    expect(database.listsRead).toBe(0);
    expect((await ledger.rows.saveKeyword('SHELL GARAGE', '6400')).kind).toBe('saved');
  });

  it('that cannot be read is read with the list', async () => {
    const { database, other, accountsHere } = await withOther();
    database.read = () => Promise.reject(new Error('Client is offline'));
    await other.ledger.rows.saveKeyword('NORTHERN RAIL', '6300');
    await settled();
    expect(database.listsRead).toBe(1);
    expect(accountsHere()).toContainEqual(['NORTHERN RAIL', '6300']);
  });
});

describe('a list that is followed', () => {
  const followed = async () => {
    const first = await setup(null);
    expect(first.database.listsRead).toBe(1);
    return first;
  };

  it('is cached under a new version only when all that belongs to it is here', async () => {
    const { database, mappingStorage, savingCache, ledger } = await followed();
    database.holdValues();
    database.writeElsewhere(change('TESCO STORES', '7100'));
    await savingCache();
    expect(mappingStorage.entry?.version).toBe(V1);
    database.releaseValues();
    await savingCache();
    expect(mappingStorage.entry?.version).toBe(versionOf(database));
    expect(ledger.list.entries.get(mappingKey('TESCO STORES'))?.glAccount).toBe('7100');
  });

  it('is not read again after a lost connection when nothing has changed, and is then followed by its version', async () => {
    const { database, accountsHere, ledger } = await followed();
    database.setConnected(false);
    database.setConnected(true);
    await settled();
    expect(database.listsRead).toBe(1);
    database.writeElsewhere(change('TESCO STORES', '7100'));
    await settled();
    expect(database.listsRead).toBe(2);
    expect(accountsHere()).toContainEqual(['TESCO STORES', '7100']);
    expect((await ledger.rows.saveKeyword('NORTHERN RAIL', '6300')).kind).toBe('saved');
  });

  it('is settled again when the connection was lost while it was being settled', async () => {
    const { database, ledger } = await followed();
    database.holdValues();
    database.writeElsewhere(change('TESCO STORES', '7100'));
    database.releaseValues();
    database.setConnected(false);
    database.setConnected(true);
    database.writeElsewhere(change('TESCO STORES', '7200'));
    await settled();
    expect((await ledger.rows.saveKeyword('NORTHERN RAIL', '6300')).kind).toBe('saved');
    expect(ledger.list.entries.get(mappingKey('TESCO STORES'))?.glAccount).toBe('7200');
  });
});

describe('a change of the list', () => {
  it('brings a new version in the same update, and names the one that it was planned on', async () => {
    const { database, ledger } = await setup(AS_STORED);
    await ledger.rows.saveKeyword('NORTHERN RAIL', '6300');
    expect(database.updates).toEqual([
      {
        'gl_mappings/NORTHERN RAIL': { description: 'NORTHERN RAIL', glAccount: '6300' },
        gl_mappings_version: { id: versionOf(database), after: V1, keys: { 'NORTHERN RAIL': true } },
      },
    ]);
  });

  it('is planned again when somebody else was first, however late the event of their change comes', async () => {
    const { database, ledger } = await setup(AS_STORED);
    const plans: (string | undefined)[] = [];
    const key = mappingKey('TESCO STORES');
    database.holdValues();
    database.writeElsewhere(change('TESCO STORES', '7100'));
    const writing = ledger.list.write(() => {
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
    const { database, ledger } = await setup(AS_STORED);
    const { update } = database;
    database.update = async (changes) => {
      await update(changes);
      await update(changes);
    };
    expect(await ledger.rows.saveKeyword('NORTHERN RAIL', '6300')).toEqual({ kind: 'saved' });
  });

  it('fails with what the server says when it is refused for itself', async () => {
    const { database, ledger } = await setup(AS_STORED);
    database.update = async () => Promise.reject(new Error('PERMISSION_DENIED: Permission denied'));
    expect(await ledger.rows.saveKeyword('NORTHERN RAIL', '6300')).toEqual({
      kind: 'failed',
      detail: 'PERMISSION_DENIED: Permission denied',
    });
  });

  it('waits for the one before it', async () => {
    const { database, ledger } = await setup(AS_STORED);
    const results = await Promise.all(
      ['A SHOP', 'B SHOP', 'C SHOP'].map((shop) => ledger.rows.saveKeyword(shop, '1')),
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
      return ledger.list.write(() => {
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
  const whole = { form: 3, ...AS_STORED };
  const { size, text, ends } = AS_STORED.mappings;
  const cases: readonly [name: string, stored: unknown][] = [
    ['nothing', undefined],
    ['a text', 'x'],
    ['another form', { ...whole, form: 2 }],
    ['no version', { ...whole, version: '' }],
    ['the version of a list without one', { ...whole, version: 'none' }],
    ['no time', { ...whole, cachedAt: undefined }],
    ['no mappings', { ...whole, mappings: undefined }],
    ['part of the text', { ...whole, mappings: { size, text: text.slice(0, -1), ends } }],
    ['part of the places', { ...whole, mappings: { size, text, ends: ends.slice(0, -1) } }],
    ['places that go back', { ...whole, mappings: { size, text, ends: ends.toReversed() } }],
    ['places of another kind', { ...whole, mappings: { size, text, ends: [...ends] } }],
    ['the former form, without a size', { ...whole, mappings: { text, ends } }],
  ];
  it.each(cases)('is not used when it is %s', (_name, stored) => {
    expect(readCacheEntry(stored)).toBeNull();
  });

  it('is used when it is whole, an empty list too', () => {
    expect(readCacheEntry(whole)).toEqual(AS_STORED);
    const empty = { ...whole, mappings: serializeMappings([]) };
    expect(readCacheEntry(empty)?.mappings.text).toBe('');
  });
});

describe('a version', () => {
  it('is read in every form, and distinguished from none', () => {
    const named = { 'A SHOP': true, 'B SHOP': true };
    expect(readListStep({ id: 'v7', after: 'v6', keys: named })).toEqual({
      id: 'v7',
      after: 'v6',
      keys: ['A SHOP', 'B SHOP'],
    });
    expect(readListStep({ id: 'v7', keys: [null, true] })).toEqual({ id: 'v7', after: null, keys: ['1'] });
    for (const stored of [null, undefined, 'v7', 7, {}, { id: 7 }, { id: '' }]) {
      expect(readListStep(stored)).toEqual({ id: 'none', after: null, keys: null });
    }
  });

  it('is another one each time', () => {
    const made = Array.from({ length: 100 }, () => newListVersion((bytes) => crypto.getRandomValues(bytes)));
    expect(new Set(made).size).toBe(100);
    expect(made[0]).toMatch(/^[0-9a-f]{24}$/);
  });
});
