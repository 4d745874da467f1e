import { beforeEach, describe, expect, it } from 'vitest';
import type { ListVersion } from '#model/listVersion.ts';
import { mappingKey } from '#model/mapping.ts';
import { packMappings } from '#model/serializedMappings.ts';
import { dropKeptLists } from '#src/services/browserStorage.ts';
import { type MappingCacheEntry, openMappingCache } from '#workers/ledger/list/indexedDbMappingCache.ts';

const LIST: MappingCacheEntry = {
  version: 'v1' as ListVersion,
  cachedAt: 1_700_000_000_000,
  mappings: packMappings(
    ['Café Ü', 'PREMIER INN', '東京駅'].map((description) => ({
      key: mappingKey(description),
      description,
      glAccount: '6100',
    })),
  ),
};

describe('a mapping list kept in the browser', () => {
  beforeEach(() => dropKeptLists());

  it('comes back as it was, the last one kept', async () => {
    const cache = openMappingCache('ann');
    expect(await cache.read()).toBeNull();
    await cache.keep({ ...LIST, version: 'v0' as ListVersion });
    await cache.keep(LIST);
    expect(await openMappingCache('ann').read()).toEqual(LIST);
  });

  it('is not shown to the next user, and gone when they begin', async () => {
    await openMappingCache('ann').keep(LIST);
    expect(await openMappingCache('bob').read()).toBeNull();
    expect(await openMappingCache('ann').read()).toBeNull();
  });

  it('is gone once dropped, alone or with all others', async () => {
    const cache = openMappingCache('ann');
    await cache.keep(LIST);
    await cache.drop();
    expect(await cache.read()).toBeNull();
    await cache.keep(LIST);
    await dropKeptLists();
    expect(await cache.read()).toBeNull();
  });
});
