import { set } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { deserializeMappings, serializeMappings } from '#model/serializedMappings.ts';
import { dropPendingPairs, readPendingPairs, savePendingPairs } from '#src/services/uploadStorage.ts';

const now = new Date('2026-03-04T05:06:07Z');

beforeEach(async () => {
  await dropPendingPairs();
});

describe('pending pairs', () => {
  it.each([
    ['a few', 3],
    ['very many', 30_000],
  ])('come back after a reload: %s', async (_name, count) => {
    const pairs = shops(count);
    expect(await savePendingPairs('ann', serializeMappings(pairs), now)).toEqual({ kind: 'saved' });
    const stored = await readPendingPairs('ann');
    expect(stored).toMatchObject({ kind: 'stored', savedAt: now });
    expect(stored.kind === 'stored' && deserializeMappings(stored.pairs)).toEqual(pairs);
  });

  it('are stored under localMappings, with their owner and time', async () => {
    await savePendingPairs('ann', serializeMappings(shops(1)), now);
    expect(JSON.parse(localStorage.getItem('localMappings') ?? '')).toEqual({
      owner: 'ann',
      savedAt: now.toISOString(),
      pairs: [['Shop.0', '4000']],
    });
  });

  it('are not shown to another person', async () => {
    await savePendingPairs('ann', serializeMappings(shops(3)), now);
    expect(await readPendingPairs('bob')).toEqual({ kind: 'none' });
  });

  it('are replaced by the next ones, however many', async () => {
    await savePendingPairs('ann', serializeMappings(shops(30_000)), now);
    await savePendingPairs('ann', serializeMappings(shops(2)), now);
    const stored = await readPendingPairs('ann');
    expect(stored.kind === 'stored' && deserializeMappings(stored.pairs)).toEqual(shops(2));
  });

  it('are gone once there are none', async () => {
    await savePendingPairs('ann', serializeMappings(shops(3)), now);
    await savePendingPairs('ann', serializeMappings([]), now);
    expect(await readPendingPairs('ann')).toEqual({ kind: 'none' });
    expect(localStorage.getItem('localMappings')).toBeNull();
  });

  it.each([
    '{',
    'null',
    '[]',
    '{"owner":"ann","savedAt":"x","pairs":[]}',
    '{"owner":"ann","savedAt":"2026-01-01","pairs":[["a"]]}',
  ])('that this version cannot read are handed out as they are: %s', async (text) => {
    localStorage.setItem('localMappings', text);
    expect(await readPendingPairs('ann')).toEqual({ kind: 'unreadable', raw: text });
  });

  it('that another version has stored in IndexedDB are handed out as they are', async () => {
    await savePendingPairs('ann', serializeMappings(shops(30_000)), now);
    await set('localMappings', { savedAt: now.toISOString(), pairs: { text: 'Shop4000' } });
    expect(await readPendingPairs('ann')).toEqual({ kind: 'unreadable', raw: '{"text":"Shop4000"}' });
  });

  it('that are damaged are not handed out to another person', async () => {
    localStorage.setItem('localMappings', '{"owner":"ann","savedAt":"2026-01-01T00:00:00Z","pairs":[["Secr');
    expect(await readPendingPairs('bob')).toEqual({ kind: 'none' });
    expect(await readPendingPairs('ann')).toMatchObject({ kind: 'unreadable' });
  });

  it('are not looked for where the browser forbids it', async () => {
    const forbidden = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('access is denied', 'SecurityError');
    });
    const result = await readPendingPairs('ann');
    forbidden.mockRestore();
    expect(result).toEqual({ kind: 'unavailable', detail: 'SecurityError: access is denied' });
  });

  it('that the browser has no room for are reported as not saved', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    const result = await savePendingPairs('ann', serializeMappings(shops(3)), now);
    full.mockRestore();
    expect(result).toEqual({ kind: 'failed', detail: 'QuotaExceededError: no room' });
  });
});

function shops(count: number): Mapping[] {
  return Array.from({ length: count }, (_unused, i) => ({
    key: mappingKey(`Shop.${i}`),
    description: `Shop.${i}`,
    glAccount: `${4000 + i}`,
  }));
}
