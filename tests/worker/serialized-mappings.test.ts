import { describe, expect, it } from 'vitest';
import {
  deserializeMappings,
  isSerializedMappings,
  serializeMappings,
} from '#contract/serializedMappings.ts';
import { type Mapping, mappingKey } from '#model/mapping.ts';

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
    expect(isSerializedMappings(serializeMappings([]))).toBe(true);
    for (const other of [
      undefined,
      null,
      7,
      {},
      { text: '', ends: new Uint32Array() },
      { size: 1, blob: 'x' },
    ]) {
      expect(isSerializedMappings(other)).toBe(false);
    }
  });
});

function toMapping(description: string, glAccount: string): Mapping {
  return { key: mappingKey(description), description, glAccount };
}
