import { describe, expect, it } from 'vitest';
import {
  deserializeMappings,
  isSerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import { mapping as toMapping } from '../support/mapping.ts';

describe('serialised mappings', () => {
  it.each([
    ['none', []],
    ['ordinary ones', [toMapping('Shop 1', '4000'), toMapping('Café/Zürich', '4001')]],
    ['empty parts', [toMapping('', ''), toMapping('Shop', '')]],
    [
      'half a surrogate pair, line breaks, zeros',
      [toMapping('a\ud83d', '\udc00\n\0"\\'), toMapping('\ufeff😀', '1')],
    ],
  ])('gives back what was put in, also after another thread has had it: %s', async (_case, mappings) => {
    const serialized = structuredClone(serializeMappings(mappings));
    expect(serialized.size).toBe(mappings.length);
    expect(await deserializeMappings(serialized)).toEqual(mappings);
  });

  it('are distinguished from what else may be stored', () => {
    expect(isSerializedMappings(serializeMappings([toMapping('Shop', '1')]))).toBe(true);
    expect(isSerializedMappings(serializeMappings([]))).toBe(true);
    const bytes = new Blob(['SHOPShop1']);
    const former = { size: 1, text: 'SHOPShop1', ends: Uint32Array.of(4, 8, 9) };
    for (const other of [undefined, null, 7, {}, { size: 1, blob: bytes }, { bytes }, former]) {
      expect(isSerializedMappings(other)).toBe(false);
    }
  });

  it('are not read where bytes are missing', async () => {
    const { size, bytes } = serializeMappings([toMapping('Shop', '1'), toMapping('Hotel', '2')]);
    for (const end of [0, 10, 24, bytes.size - 1]) {
      await expect(
        deserializeMappings({ size, bytes: bytes.slice(0, end) }),
        `${end} bytes`,
      ).rejects.toThrow();
    }
    await expect(deserializeMappings({ size: 1, bytes })).rejects.toThrow();
  });
});
