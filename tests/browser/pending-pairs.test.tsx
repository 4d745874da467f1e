import { get, set } from 'idb-keyval';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { serializeMappings } from '#contract/serializedMappings.ts';
import { openUploadStorage, type UploadStorage } from '#src/services/uploadStorage.ts';
import { itInFull } from '../support/itInFull.ts';
import { emptyUploadStorage } from './support/emptyUploadStorage.ts';

const now = new Date('2026-03-04T05:06:07Z');

beforeEach(emptyUploadStorage);

/** A tab of the browser; `memory` is its `sessionStorage`. */
async function openTab(owner = 'ann', memory = new TabMemory()): Promise<UploadStorage> {
  const tab = await openUploadStorage(owner, memory);
  onTestFinished(() => tab.close());
  return tab;
}

class TabMemory {
  readonly #items = new Map<string, string>();
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
}

const asPending = (text: string, headerIsPair = false) => ({ text, headerIsPair });
const asStored = (text: string, headerIsPair = false) => ({ kind: 'stored', text, headerIsPair });

/** From now on no transaction of IndexedDB comes to its end. */
function hangIndexedDb(): void {
  const hanging = vi
    .spyOn(IDBDatabase.prototype, 'transaction')
    .mockImplementation(() => ({ objectStore: () => HANGING_STORE }) as unknown as IDBTransaction);
  onTestFinished(() => hanging.mockRestore());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const HANGING_STORE = { get: () => ({}), put: () => ({}), delete: () => ({}), transaction: {} };

/** What comes of `work` within five seconds. */
async function within5s<T>(work: Promise<T>): Promise<T | 'still waiting'> {
  let answer: T | 'still waiting' = 'still waiting';
  work.then((value) => {
    answer = value;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  return answer;
}

/** As WebKit does in private windows: there is no room for Blobs, and the broken transaction has no error of its own. */
function refuseBlobs(): void {
  const { put } = IDBObjectStore.prototype;
  const refusing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    const request = put.call(this, value, key);
    this.transaction.abort();
    return request;
  });
  onTestFinished(() => refusing.mockRestore());
}

describe('where IndexedDB refuses a Blob', () => {
  it('an upload goes on, and cannot be resumed', async () => {
    const tab = await openTab();
    refuseBlobs();
    const pairs = serializeMappings([]);
    await tab.saveUnfinishedUpload({ pairs, skipped: 0, batch: 'batch' });
    expect(await tab.readUnfinishedUpload()).toBeNull();
  });
});

describe('without an answer of IndexedDB', () => {
  const long = 'Shop.0\t4000\n'.repeat(30_000);

  it('a short text is stored', async () => {
    const tab = await openTab();
    await get('any');
    hangIndexedDb();
    expect(await within5s(tab.save(asPending('Shop\t1'), now))).toEqual({ kind: 'saved' });
    expect(await within5s(tab.read())).toEqual(asStored('Shop\t1'));
  });

  it('a long text is said not to be stored', async () => {
    const tab = await openTab();
    await get('any');
    hangIndexedDb();
    expect(await within5s(tab.save(asPending(long), now))).toMatchObject({ kind: 'refused' });
  });

  it('a long text that cannot be read is not replaced', async () => {
    const memory = new TabMemory();
    const tab = await openTab('ann', memory);
    await tab.save(asPending(long), now);
    await tab.close();
    const next = await openTab('ann', memory);
    hangIndexedDb();
    expect(await within5s(next.read())).toMatchObject({ kind: 'refused' });
    expect(await within5s(next.save(asPending('Shop\t1'), now))).toMatchObject({ kind: 'refused' });
    vi.useRealTimers();
    vi.restoreAllMocks();
    await next.close();
    expect(await (await openTab('ann', memory)).read()).toEqual(asStored(long));
  });

  it('an upload goes on', async () => {
    const tab = await openTab();
    await get('any');
    hangIndexedDb();
    const plan = { pairs: serializeMappings([]), skipped: 0, batch: 'b' };
    expect(await within5s(tab.saveUnfinishedUpload(plan as never))).toBeUndefined();
    expect(await within5s(tab.readUnfinishedUpload())).toBeNull();
    expect(await within5s(tab.dropUnfinishedUpload())).toBeUndefined();
  });
});

describe('the text of the Upload screen', () => {
  it.each([
    ['short', 'Shop.0\t4000\nno tab at all\nShop.0\t4001'],
    ['very long', `${'Shop.0\t4000\n'.repeat(30_000)}no tab at all`],
    ['with half a surrogate pair', 'Shop \ud83d\t4000'],
  ])('comes back after a reload, lines that are no pairs included: %s', async (_name, text) => {
    const memory = new TabMemory();
    const tab = await openTab('ann', memory);
    expect(await tab.save(asPending(text, true), now)).toEqual({ kind: 'saved' });
    await tab.close();
    expect(await (await openTab('ann', memory)).read()).toEqual(asStored(text, true));
  });

  it('is stored under localMappings, with its owner and time', async () => {
    await (await openTab()).save(asPending('Shop.0\t4000'), now);
    expect(JSON.parse(localStorage.getItem('localMappings') ?? '')).toEqual({
      owner: 'ann',
      savedAt: now.toISOString(),
      headerIsPair: false,
      text: 'Shop.0\t4000',
    });
  });

  it('is replaced by the next one, however long', async () => {
    const tab = await openTab();
    await tab.save(asPending('Shop.0\t4000\n'.repeat(30_000)), now);
    await tab.save(asPending('Other\t1'), now);
    expect(await tab.read()).toEqual(asStored('Other\t1'));
    expect(await get('localMappings')).toBeUndefined();
  });

  it('is gone once it is blank', async () => {
    const tab = await openTab();
    await tab.save(asPending('Shop\t1'), now);
    await tab.save(asPending(' \n'), now);
    expect(await tab.read()).toEqual({ kind: 'none' });
    expect(localStorage.getItem('localMappings')).toBeNull();
  });

  it('that a former version stored as pairs comes back', async () => {
    const entry = { owner: 'ann', savedAt: now.toISOString(), pairs: [['Shop.0', '4000']] };
    localStorage.setItem('localMappings', JSON.stringify(entry));
    expect(await (await openTab()).read()).toEqual(asStored('Shop.0\t4000'));
  });

  it('that a former version stored as pairs in IndexedDB comes back', async () => {
    const parts = ['Shop_0', 'Shop.0', '4000', 'Shop_1', 'Shop.1', '4000'];
    const entry = { owner: 'ann', savedAt: now.toISOString(), pairs: 'in-indexed-db' };
    localStorage.setItem('localMappings', JSON.stringify(entry));
    const pairs = { size: 2, blob: new Blob([JSON.stringify(parts)]) };
    await set('localMappings', { savedAt: entry.savedAt, pairs });
    expect(await (await openTab()).read()).toEqual(asStored('Shop.0\t4000\nShop.1\t4000'));
  });

  it.each(['{', 'null', '[]', '{"owner":"ann","savedAt":"x"}'])(
    'that no version has stored is a text as it is: %s',
    async (text) => {
      localStorage.setItem('localMappings', text);
      expect(await (await openTab()).read()).toEqual(asStored(text));
    },
  );

  it('that is damaged is not handed out to another person', async () => {
    const damaged = '{"owner":"ann","savedAt":"2026-01-01T00:00:00Z","text":"Secr';
    localStorage.setItem('localMappings', damaged);
    expect(await (await openTab('bob')).read()).toEqual({ kind: 'none' });
    expect(await (await openTab('ann')).read()).toEqual(asStored(damaged));
  });

  it('is not looked for where the browser forbids it', async () => {
    const tab = await openTab();
    const forbidden = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('access is denied', 'SecurityError');
    });
    const result = await tab.read();
    forbidden.mockRestore();
    expect(result).toEqual({ kind: 'refused', detail: 'SecurityError: access is denied' });
  });

  it('that the browser has no room for is reported as not saved', async () => {
    const tab = await openTab();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    const result = await tab.save(asPending('Shop\t1'), now);
    full.mockRestore();
    expect(result).toEqual({ kind: 'refused', detail: 'QuotaExceededError: no room' });
  });
});

describe('two tabs', () => {
  it('do not overwrite each other, and each gets its own back after a reload', async () => {
    const memories = [new TabMemory(), new TabMemory()] as const;
    const first = await openTab('ann', memories[0]);
    const second = await openTab('ann', memories[1]);
    await first.save(asPending('First\t1'), now);
    await second.save(asPending('Second\t2'), now);
    await first.close();
    await second.close();
    expect(await (await openTab('ann', memories[1])).read()).toEqual(asStored('Second\t2'));
    expect(await (await openTab('ann', memories[0])).read()).toEqual(asStored('First\t1'));
  });

  it('each note their own unfinished upload', async () => {
    const [first, second] = [await openTab(), await openTab()];
    const plan = { pairs: serializeMappings([]), skipped: 3, batch: 'b1' };
    await first.saveUnfinishedUpload(plan);
    expect(await second.readUnfinishedUpload()).toBeNull();
    await second.dropUnfinishedUpload();
    expect(await first.readUnfinishedUpload()).toMatchObject({ skipped: 3 });
  });

  it('of two people: neither sees nor overwrites the other', async () => {
    const ann = await openTab('ann');
    await ann.save(asPending('Secret\t1'), now);
    await ann.close();
    const bob = await openTab('bob');
    expect(await bob.read()).toEqual({ kind: 'none' });
    expect(await bob.orphanedDrafts()).toEqual([]);
    await bob.save(asPending('Other\t2'), now);
    await bob.close();
    expect(await (await openTab('ann')).read()).toEqual(asStored('Secret\t1'));
  });

  itInFull('after a duplication have a storage each', async () => {
    const memory = new TabMemory();
    const original = await openTab('ann', memory);
    await original.save(asPending('Original\t1'), now);
    const duplicate = await openTab('ann', memory);
    expect(await duplicate.read()).toEqual({ kind: 'none' });
    await duplicate.save(asPending('Duplicate\t2'), now);
    expect(await original.read()).toEqual(asStored('Original\t1'));
  });
});

describe('a new tab', () => {
  it('gets the latest text that is left over, and the others on demand', async () => {
    const closed = [await openTab(), await openTab(), await openTab()];
    for (const [i, tab] of closed.entries())
      await tab.save(asPending(`Shop ${i}\t${i}`), new Date(now.getTime() + i));
    const open = await openTab();
    await open.save(asPending('Still open\t1'), now);
    for (const tab of closed) await tab.close();

    const tab = await openTab();
    expect(await tab.read()).toEqual(asStored('Shop 2\t2'));
    const left = await tab.orphanedDrafts();
    const taken: string[] = [];
    await tab.endOrphanedDrafts(left, async (text) => taken.push(text) > 0);
    expect(taken).toEqual(['Shop 1\t1', 'Shop 0\t0']);
    expect(await tab.orphanedDrafts()).toEqual([]);
    expect(await open.read()).toEqual(asStored('Still open\t1'));
  });

  it('does not remove what could not be added', async () => {
    const closed = await openTab();
    const tab = await openTab();
    await closed.save(asPending('Shop\t1'), now);
    await closed.close();
    const left = await tab.orphanedDrafts();
    const failing = tab.endOrphanedDrafts(left, () => Promise.reject(new Error('no room')));
    await expect(failing).rejects.toThrow('no room');
    await tab.endOrphanedDrafts(left, async () => false);
    expect(await tab.orphanedDrafts()).toEqual(left);
  });
});
