import { describe, expect, it, vi } from 'vitest';
import { CHANGES_PATH, LIST_SEAL_PATH, LIST_VERSION_PATH } from '#model/paths.ts';
import type { LastSeenStorage, SeenEntry } from '#workers/ledger/list/lastSeenStorage.ts';
import type { MappingCacheEntry, MappingStorage } from '#workers/ledger/list/MappingCache.ts';
// Loaded when it is first needed; then the first test would have to wait longer than the others.
import '#workers/ledger/list/LastSeen.ts';
import { settled } from '../support/fakeTiming.ts';
import { setupLedger } from '../support/ledgerSetup.ts';
import { leavesOf } from '../support/mapping.ts';
import { createMemoryDatabase, MEMORY_TIME, type MemoryDatabase } from '../support/memoryDatabase.ts';
import { saveKeyword } from '../support/saveKeyword.ts';

const HOUR = 3_600_000;

/** What one browser stores, whoever uses it. */
function createBrowser() {
  const lists = (): MappingStorage & { entry: MappingCacheEntry | null } => {
    const storage = {
      entry: null as MappingCacheEntry | null,
      read: async () => storage.entry,
      write: async (entry: MappingCacheEntry) => {
        storage.entry = entry;
      },
      delete: async () => {
        storage.entry = null;
      },
    };
    return storage;
  };
  const seen: LastSeenStorage & { entry: SeenEntry | null } = {
    entry: null,
    read: async () => seen.entry,
    write: (entry) => {
      seen.entry = entry;
    },
  };
  return { mappingStorage: lists(), setAsideStorage: lists(), lastSeenStorage: seen };
}

type Options = { browser?: ReturnType<typeof createBrowser>; isAdmin?: boolean; hasSeals?: boolean };

/** Opens the app in a browser. */
async function open(database: MemoryDatabase, { browser = createBrowser(), ...options }: Options = {}) {
  const opened = await setupLedger({}, { database, ...browser, ...options });
  await settled();
  return {
    ...opened,
    browser,
    seen: () => browser.lastSeenStorage.entry,
    loss: () => opened.eventsOf('loss').at(-1)?.loss ?? null,
  };
}

/** A server with a list of so many entries. */
function createServer(entries: number) {
  const database = createMemoryDatabase();
  const add = (names: readonly string[]) => {
    for (const name of names) database.writeElsewhere(leavesOf({ [name]: '6100' }));
  };
  add(Array.from({ length: entries }, (_unused, i) => `SHOP ${i + 1}`));
  return { database, add };
}

const idOf = (database: MemoryDatabase) =>
  (database.stored(LIST_VERSION_PATH) as { readonly id: string } | null)?.id;
const historyReads = ({ reads }: MemoryDatabase) => reads.filter((path) => path.startsWith('gl_mappings'));

/** A server that loses entries 4 and 5 while the page is open. */
async function lose(options: Options = {}) {
  const server = createServer(3);
  const { database } = server;
  const page = await open(database, options);
  const goBack = database.keepCopy();
  server.add(['SHOP 4', 'SHOP 5']);
  await settled();
  const goOn = database.keepCopy();
  database.setTime(MEMORY_TIME + HOUR);
  goBack();
  await settled();
  return { ...server, ...page, goOn };
}

const MISSING = { kind: 'missing', from: 4, seq: 5, at: MEMORY_TIME };

describe('nothing is said', () => {
  it('while the list is followed, and nothing is read for it', async () => {
    const server = createServer(3);
    const { database } = server;
    const { ledger, seen, browser, eventsOf, timing } = await open(database);
    expect(seen()).toEqual({ id: idOf(database), seq: 3, at: MEMORY_TIME });
    server.add(['SHOP 4']);
    await settled();
    await saveKeyword(ledger.rows, 'NORTHERN RAIL', '6300');
    expect(seen()).toMatchObject({ id: idOf(database), seq: 5 });
    await timing.advance(1_000);
    server.add(['SHOP 6', 'SHOP 7', 'SHOP 8']);
    await settled();
    database.setConnected(false);
    server.add(['SHOP 9', 'SHOP 10']);
    database.setConnected(true);
    await settled();
    const next = await open(database, { browser });
    expect(seen()).toMatchObject({ id: idOf(database), seq: 10 });
    expect([...eventsOf('loss'), ...next.eventsOf('loss')]).toEqual([]);
    expect(
      historyReads(database).filter((path) => path !== CHANGES_PATH && !path.startsWith(CHANGES_PATH)),
    ).toEqual([]);
  });

  it('when the list is newer than what was seen: after Logout, that costs one number', async () => {
    const server = createServer(3);
    const { browser } = await open(server.database);
    const seen = browser.lastSeenStorage.entry;
    browser.mappingStorage.entry = null;
    server.add(['SHOP 4', 'SHOP 5']);
    await settled();
    browser.lastSeenStorage.entry = seen;
    const before = historyReads(server.database).length;
    const next = await open(server.database, { browser });
    expect(next.eventsOf('loss')).toEqual([]);
    expect(next.seen()).toMatchObject({ seq: 5 });
    expect(historyReads(server.database).slice(before)).toEqual([
      expect.stringMatching(/changes\/\w+\/seq$/),
    ]);
  });

  it('of a list without a history', async () => {
    const { eventsOf, seen } = await open(createMemoryDatabase(leavesOf({ 'OLD SHOP': '77' })));
    expect([seen(), eventsOf('loss')]).toEqual([null, []]);
  });

  it('of entries that were moved to an archive', async () => {
    const server = createServer(3);
    const { browser } = await open(server.database);
    browser.mappingStorage.entry = null;
    const old = browser.lastSeenStorage.entry;
    server.add(['SHOP 4', 'SHOP 5']);
    await settled();
    browser.lastSeenStorage.entry = old;
    server.database.writePastRules({ [`${CHANGES_PATH}/${old?.id}`]: null });
    const { eventsOf } = await open(server.database, { browser });
    expect(eventsOf('loss')).toEqual([]);
  });

  it('when another tab has seen more than the server said to this one so far', async () => {
    const server = createServer(3);
    const browser = createBrowser();
    const slow = await open(server.database, { browser });
    server.database.holdValues();
    server.add(['SHOP 4']);
    browser.lastSeenStorage.entry = { id: idOf(server.database) as SeenEntry['id'], seq: 4, at: MEMORY_TIME };
    slow.ledger.retry();
    await settled();
    server.database.releaseValues();
    await settled();
    expect(slow.eventsOf('loss')).toEqual([]);
  });
});

describe('a server that is behind what was seen', () => {
  it('is noticed by a page that is open, and by the next one, also after Logout', async () => {
    const { database, browser, loss, seen, ledger } = await lose();
    expect(loss()).toEqual(MISSING);
    expect(ledger.list.entries.size).toBe(3);
    expect(seen()).toMatchObject({ seq: 5 });
    expect((await open(database, { browser })).loss()).toEqual(MISSING);
    browser.mappingStorage.entry = null;
    expect((await open(database, { browser })).loss()).toEqual(MISSING);
    expect((await open(database)).loss()).toBeNull();
  });

  it('is the same for the next account of the browser, which learns no numbers unless it is an admin', async () => {
    const { database, browser, loss } = await lose({ isAdmin: false });
    expect(loss()).toEqual({ ...MISSING, from: null });
    expect((await open(database, { browser })).loss()).toEqual(MISSING);
    expect((await open(database, { browser, isAdmin: false })).loss()).toEqual(MISSING);
  });

  it('still is when it has gone on, beyond the number too: the missing entries stay the same', async () => {
    const { add, loss, browser, database, seen } = await lose();
    for (const name of ['OTHER 4', 'OTHER 5', 'OTHER 6']) {
      add([name]);
      await settled();
      expect(loss()).toEqual(MISSING);
    }
    expect(seen()).toMatchObject({ seq: 5 });
    expect((await open(database, { browser })).loss()).toEqual(MISSING);
  });

  it('may have had another history before that: then nobody knows the first missing entry', async () => {
    const { browser } = await lose();
    browser.lastSeenStorage.entry = { id: 'e5' as SeenEntry['id'], seq: 5, at: MEMORY_TIME };
    const emptied = createMemoryDatabase();
    emptied.setTime(MEMORY_TIME + HOUR);
    emptied.writeElsewhere(leavesOf({ 'SAMPLE SHOP': '6100' }));
    const { loss, ledger } = await open(emptied, { browser });
    expect(loss()).toEqual({ ...MISSING, from: null });
    await ledger.list.acknowledgeBehind();
    await settled();
    expect(loss()).toBeNull();
  });

  it('is noticed by what was cached before anything was remembered', async () => {
    const { database, add } = createServer(3);
    const goBack = database.keepCopy();
    add(['SHOP 4', 'SHOP 5']);
    const { browser, timing } = await open(database);
    await timing.advance(1_000);
    goBack();
    await settled();
    browser.lastSeenStorage.entry = null;
    expect((await open(database, { browser })).loss()).toEqual({ ...MISSING, at: MEMORY_TIME + 1_000 });
  });

  it('is well again once it has what was seen', async () => {
    const { goOn, loss, seen, add } = await lose();
    goOn();
    await settled();
    expect(loss()).toBeNull();
    add(['SHOP 6']);
    await settled();
    expect([loss(), seen()?.seq]).toEqual([null, 6]);
  });

  it.each([
    ['refuses', { read: () => Promise.reject(new DOMException('x', 'SecurityError')), write: () => {} }],
    ['never answers', { read: () => new Promise<never>(() => {}), write: () => {} }],
  ])('is noticed by the page that is open where the storage %s', async (_name, lastSeenStorage) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const server = createServer(2);
    const goBack = server.database.keepCopy();
    server.add(['SHOP 3']);
    const { timing, eventsOf, status } = await setupLedger(
      {},
      { database: server.database, lastSeenStorage },
    );
    await timing.advance(2_000);
    expect(status()).toMatchObject({ kind: 'ready' });
    goBack();
    await timing.advance(4_000);
    expect(eventsOf('loss').at(-1)?.loss).toMatchObject({ from: 3, seq: 3 });
    expect(warned).toHaveBeenCalled();
  });
});

describe('an acknowledgement', () => {
  it('ends it in the page that made it, in others, and in those to come', async () => {
    const { database, ledger, loss, browser, seen } = await lose();
    const late = structuredClone(browser.lastSeenStorage.entry);
    const other = await open(database, { browser });
    await ledger.list.acknowledgeBehind('Entries 4 to 5');
    await settled();
    expect([loss(), other.loss()]).toEqual([null, null]);
    expect(seen()).toEqual({ id: idOf(database), seq: 4, at: MEMORY_TIME + HOUR });
    browser.lastSeenStorage.entry = late;
    const next = await open(database, { browser });
    expect(next.eventsOf('loss')).toEqual([]);
  });

  it('made before a browser has noticed is enough, also when the list has gone on since', async () => {
    const { database, browser, add, ledger } = await lose();
    const elsewhere = createBrowser();
    elsewhere.lastSeenStorage.entry = { id: 'e5' as SeenEntry['id'], seq: 5, at: MEMORY_TIME };
    await ledger.list.acknowledgeBehind();
    add(['OTHER 5', 'OTHER 6', 'OTHER 7']);
    expect((await open(database, { browser: elsewhere, isAdmin: false })).eventsOf('loss')).toEqual([]);
    expect((await open(database, { browser })).eventsOf('loss')).toEqual([]);
  });

  it('of a former loss says nothing about the next one', async () => {
    const { database, ledger, loss, browser, add } = await lose();
    await ledger.list.acknowledgeBehind();
    const goBack = database.keepCopy();
    database.setTime(MEMORY_TIME + 2 * HOUR);
    add(['OTHER 5', 'OTHER 6']);
    await settled();
    goBack();
    await settled();
    expect(loss()).toMatchObject({ from: 5, seq: 6 });
    expect((await open(database, { browser })).loss()).toMatchObject({ from: 5, seq: 6 });
  });

  it('counts where the clock of the server goes wrong, once the loss was noticed', async () => {
    const { database, browser, loss, ledger } = await lose();
    const noticed = browser.lastSeenStorage.entry as SeenEntry;
    browser.lastSeenStorage.entry = { ...noticed, at: MEMORY_TIME + 24 * HOUR };
    const page = await open(database, { browser, isAdmin: false });
    expect(page.loss()).not.toBeNull();
    await ledger.list.acknowledgeBehind();
    await settled();
    expect([loss(), page.loss()]).toEqual([null, null]);
  });
});

describe('a list that the server no longer leads on from', () => {
  it('is set aside before the whole list is read, and never written back', async () => {
    const { browser, database, ledger, timing } = await lose();
    expect(browser.setAsideStorage.entry).toMatchObject({ version: { seq: 5 }, mappings: { size: 5 } });
    expect(ledger.list.entries.size).toBe(3);
    await timing.advance(2_000);
    expect(database.updates).toEqual([]);
    const names = (await ledger.list.readSetAside())?.map(({ key }) => key);
    expect(names).toEqual(['SHOP 1', 'SHOP 2', 'SHOP 3', 'SHOP 4', 'SHOP 5']);
  });

  it('is set aside from the cache, too', async () => {
    const server = createServer(3);
    const goBack = server.database.keepCopy();
    server.add(['SHOP 4']);
    const first = await open(server.database);
    await first.timing.advance(1_000);
    const { browser } = first;
    goBack();
    await settled();
    browser.setAsideStorage.entry = null;
    await open(server.database, { browser });
    expect(browser.setAsideStorage.entry).toMatchObject({ version: { seq: 4 } });
  });

  it('is not replaced by what a tab had that was behind already; by the next loss it is', async () => {
    const { browser, database, add, ledger } = await lose();
    const seen = browser.lastSeenStorage.entry as SeenEntry;
    const late = createBrowser();
    const slow = createServer(2);
    const first = await open(slow.database, { browser: late });
    await first.timing.advance(1_000);
    await open(database, { browser: { ...browser, mappingStorage: late.mappingStorage } });
    expect(browser.setAsideStorage.entry?.version).toEqual({ id: seen.id, seq: 5 });
    await ledger.list.acknowledgeBehind();
    const goBack = database.keepCopy();
    add(['OTHER 5']);
    await settled();
    goBack();
    await settled();
    expect(browser.setAsideStorage.entry).toMatchObject({ version: { seq: 5 }, mappings: { size: 4 } });
  });

  it('is none where the history only costs more than the list', async () => {
    const server = createServer(3);
    const first = await open(server.database);
    await first.timing.advance(1_000);
    server.add(Array.from({ length: 150 }, () => 'SHOP 1').map((name, i) => `${name} ${i % 2}`));
    await open(server.database, { browser: first.browser });
    expect(first.browser.setAsideStorage.entry).toBeNull();
  });

  it('goes with the cached one when reading is refused', async () => {
    const { browser, database, add } = await lose();
    database.refuse = true;
    add(['OTHER 4']);
    await settled();
    expect(browser.setAsideStorage.entry).toBeNull();
  });
});

describe('the seal that was seen', () => {
  const SEALS = Object.fromEntries(Array.from({ length: 9 }, (_unused, i) => [i + 1, `${i + 1}`.repeat(64)]));
  /** The newest seal, and the others by number, as our server shows them. */
  const seal = (database: MemoryDatabase, seq: number, changed: Readonly<Record<number, string>> = {}) =>
    database.writePastRules({
      [LIST_SEAL_PATH]: { ...SEALS, ...changed, seq, hash: { ...SEALS, ...changed }[seq] },
    });

  async function sealed() {
    const server = createServer(3);
    seal(server.database, 3);
    const page = await open(server.database, { hasSeals: true });
    await page.timing.advance(1_000);
    /** The next visit, which has looked at the seals. */
    const visit = async (options: Options = {}) => {
      const next = await open(server.database, { browser: page.browser, hasSeals: true, ...options });
      await next.timing.advance(1_000);
      return next;
    };
    return { ...server, ...page, visit };
  }

  it('is asked for by admins, once while nothing changes, and kept with the number', async () => {
    const { database, seen, visit } = await sealed();
    expect(seen()?.seal).toEqual({ seq: 3, hash: SEALS[3], at: MEMORY_TIME });
    const before = historyReads(database).length;
    expect((await visit()).loss()).toBeNull();
    expect(historyReads(database).slice(before)).toEqual([LIST_SEAL_PATH]);
  });

  it('is not asked for by others, who keep it, nor on Firebase', async () => {
    const { database, seen, visit } = await sealed();
    const before = historyReads(database).length;
    await visit({ isAdmin: false });
    await visit({ hasSeals: false });
    expect(historyReads(database).slice(before)).toEqual([]);
    expect(seen()?.seal).toMatchObject({ seq: 3 });
  });

  it.each([
    ['as long as nothing was added', 0],
    ['when entries came since', 2],
  ])('shows that the history was altered, %s', async (_name, added) => {
    const { database, add, visit, browser } = await sealed();
    add(Array.from({ length: added }, (_unused, i) => `LATER ${i}`));
    seal(database, 3 + added);
    expect((await visit()).loss()).toBeNull();
    seal(database, 3 + added, { [3 + added]: 'f'.repeat(64) });
    const { loss, ledger, timing } = await visit();
    const seq = 3 + added;
    expect(loss()).toEqual({
      kind: 'altered',
      from: null,
      seq,
      at: MEMORY_TIME,
      seal: `${seq}:${String(seq).repeat(12)}`,
    });
    database.setTime(MEMORY_TIME + HOUR);
    await ledger.list.acknowledgeBehind();
    seal(database, seq + 1, { [seq]: 'f'.repeat(64) });
    await timing.advance(1_000);
    expect(loss()).toBeNull();
    expect(browser.lastSeenStorage.entry?.seal).toMatchObject({ seq: seq + 1 });
    expect((await visit()).loss()).toBeNull();
  });

  it('that is older than the newest is compared with that of its entry', async () => {
    const { database, add, visit } = await sealed();
    add(['LATER 1', 'LATER 2']);
    seal(database, 5, { 3: 'e'.repeat(64) });
    expect((await visit()).loss()).toMatchObject({ kind: 'altered', seq: 3 });
  });
});
