import { clear, get, set } from 'idb-keyval';
import { beforeEach, describe, expect, it } from 'vitest';
import { FORMER_BOOKED_ROWS_KEY } from '#contract/browserStorage.ts';
import { deserializeMappings, serializeMappings } from '#contract/serializedMappings.ts';
import type { EntryId } from '#model/log/version.ts';
import { mappingKey } from '#model/mapping.ts';
import { deleteCachedLists, deleteDrafts } from '#src/services/browserStorage.ts';
import { openLastSeenStorage, type SeenEntry } from '#workers/ledger/list/lastSeenStorage.ts';
import {
  type MappingCacheEntry,
  openMappingStorage,
  openSetAsideStorage,
} from '#workers/ledger/list/MappingCache.ts';

const MAPPINGS = ['Café Ü', 'PREMIER INN', '東京駅'].map((description) => ({
  key: mappingKey(description),
  description,
  glAccount: '6100',
}));
const LIST: MappingCacheEntry = {
  version: { id: 'v1' as EntryId, seq: 7 },
  sum: { count: 3, sum: 5 },
  former: [[mappingKey('OLD'), '77']],
  cachedAt: 1_700_000_000_000,
  mappings: serializeMappings(MAPPINGS),
};

describe('a mapping list cached in the browser', () => {
  beforeEach(() => deleteCachedLists());

  it('comes back as it was, the last one written', async () => {
    const storage = openMappingStorage('ann');
    expect(await storage.read()).toBeNull();
    await storage.write({ ...LIST, version: { id: 'v0' as EntryId, seq: 6 } });
    await storage.write(LIST);
    const { mappings, ...rest } = (await openMappingStorage('ann').read()) as MappingCacheEntry;
    const expected = { ...LIST, mappings: MAPPINGS };
    expect({ ...rest, mappings: await deserializeMappings(mappings) }).toEqual(expected);
  });

  it('is not shown to the next user, and gone when they begin', async () => {
    await openMappingStorage('ann').write(LIST);
    expect(await openMappingStorage('bob').read()).toBeNull();
    expect(await openMappingStorage('ann').read()).toBeNull();
  });

  it('is gone once deleted, alone or with all others', async () => {
    const storage = openMappingStorage('ann');
    await storage.write(LIST);
    await storage.delete();
    expect(await storage.read()).toBeNull();
    await storage.write(LIST);
    await deleteCachedLists();
    expect(await storage.read()).toBeNull();
  });

  it('is beside one that was set aside, which goes with it', async () => {
    await openMappingStorage('ann').write(LIST);
    await openSetAsideStorage('ann').write({ ...LIST, version: { id: 'v2' as EntryId, seq: 9 } });
    expect((await openMappingStorage('ann').read())?.version.seq).toBe(7);
    expect((await openSetAsideStorage('ann').read())?.version.seq).toBe(9);
    expect(await openMappingStorage('bob').read()).toBeNull();
    expect(await openSetAsideStorage('ann').read()).toBeNull();
    await openSetAsideStorage('ann').write(LIST);
    await deleteCachedLists();
    expect(await openSetAsideStorage('ann').read()).toBeNull();
  });

  it('takes what an earlier version kept of journals with it, when it is read and when all are deleted', async () => {
    for (const forget of [() => openMappingStorage('ann').read(), deleteCachedLists]) {
      await set(FORMER_BOOKED_ROWS_KEY, new Float64Array([1, 2]));
      await forget();
      expect(await get(FORMER_BOOKED_ROWS_KEY)).toBeUndefined();
    }
  });
});

describe('the entry that was seen last', () => {
  const FIREBASE = {
    kind: 'firebase',
    apiKey: 'k',
    authDomain: 'x.example.com',
    projectId: 'x',
    databaseURL: 'https://x.example.com',
  } as const;
  const OTHER = { ...FIREBASE, databaseURL: 'https://y.example.com' };
  const OWN = { kind: 'embedded', origin: location.origin, projectId: 'gl-classifier' } as const;
  const entry = (seq: number, id = `v${seq}`): SeenEntry => ({
    id: id as EntryId,
    seq,
    at: 1_700_000_000_000,
  });
  beforeEach(() => clear());

  it('stays when everybody has signed out, by backend', async () => {
    openLastSeenStorage(OWN).write(entry(7), null);
    openLastSeenStorage(FIREBASE).write(entry(9), null);
    await deleteCachedLists();
    await deleteDrafts();
    await expect.poll(() => openLastSeenStorage(OWN).read()).toEqual(entry(7));
    await expect.poll(() => openLastSeenStorage(FIREBASE).read()).toEqual(entry(9));
    expect(await openLastSeenStorage(OTHER).read()).toBeNull();
  });

  it('is the newest of all tabs; what goes on from a loss comes in the place of what was lost', async () => {
    const storage = openLastSeenStorage(OWN);
    // What is written first is read after it.
    const stored = async (next: SeenEntry, former: SeenEntry | null) => {
      storage.write(next, former);
      return (await storage.read())?.id;
    };
    expect(await stored(entry(9), null)).toBe('v9');
    expect(await stored(entry(8), entry(7))).toBe('v9');
    expect(await stored(entry(10), entry(8))).toBe('v10');
    expect(await stored(entry(6, 'behind'), entry(10))).toBe('behind');
  });
});
