import { describe, expect, it } from 'vitest';
import { type Mapping, mappingKey } from '#model/mapping.ts';
import { deserializeMappings, isSerializedMappings, serializeMappings } from '#model/serializedMappings.ts';

describe('serialised mappings', () => {
  it.each([
    ['none', []],
    ['ordinary ones', [toMapping('Shop 1', '4000'), toMapping('Café/Zürich', '4001')]],
    ['empty parts', [toMapping('', ''), toMapping('Shop', '')]],
    [
      'half a surrogate pair, line breaks, zeros',
      [toMapping('a\ud83d', '\udc00\n\0"\\'), toMapping('\ufeff😀', '1')],
    ],
  ])('gives back what was put in, also after another thread has had it: %s', (_case, mappings) => {
    const serialized = structuredClone(serializeMappings(mappings));
    expect(serialized.size).toBe(mappings.length);
    expect(deserializeMappings(serialized)).toEqual(mappings);
  });

  it('are distinguished from what else may be stored', () => {
    const whole = serializeMappings([toMapping('Shop', '1')]);
    expect(isSerializedMappings(whole)).toBe(true);
    expect(isSerializedMappings(serializeMappings([]))).toBe(true);
    for (const other of [
      undefined,
      null,
      7,
      {},
      { size: 1, blob: new Blob(['["SHOP","Shop","1"]']) },
      { ...whole, size: 2 },
      { ...whole, text: `${whole.text}x` },
      { ...whole, ends: [...whole.ends] },
      { ...whole, ends: whole.ends.toReversed() },
    ]) {
      expect(isSerializedMappings(other)).toBe(false);
    }
  });
});

function toMapping(description: string, glAccount: string): Mapping {
  return { key: mappingKey(description), description, glAccount };
}
