import { get, set } from 'idb-keyval';
import { beforeEach, describe, expect, it } from 'vitest';
import { FORMER_BOOKED_ROWS_KEY } from '#contract/browserStorage.ts';
import { deserializeMappings, serializeMappings } from '#contract/serializedMappings.ts';
import type { EntryId } from '#model/log/version.ts';
import { mappingKey } from '#model/mapping.ts';
import { deleteCachedLists } from '#src/services/browserStorage.ts';
import { type MappingCacheEntry, openMappingStorage } from '#workers/ledger/list/MappingCache.ts';

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

  it('takes what an earlier version kept of journals with it, when it is read and when all are deleted', async () => {
    for (const forget of [() => openMappingStorage('ann').read(), deleteCachedLists]) {
      await set(FORMER_BOOKED_ROWS_KEY, new Float64Array([1, 2]));
      await forget();
      expect(await get(FORMER_BOOKED_ROWS_KEY)).toBeUndefined();
    }
  });
});
