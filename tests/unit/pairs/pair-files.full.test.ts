import { expect, it } from 'vitest';
import type { ByteSource } from '#engine/read/byteSource.ts';
import { MAX_PAIRS, parsePairFile } from '#engine/read/files.ts';

it('reading stops at more pairs than a tab can hold', async () => {
  const result = await parsePairFile(
    generated((MAX_PAIRS + 5) * 16, (i) => `k${`${i}`.padStart(12, '0')},1\n`),
  );
  expect(result).toEqual({ kind: 'too-many-pairs', limit: MAX_PAIRS });
});

/** A file of `size` bytes made of records of 16 bytes each. */
function generated(size: number, record: (i: number) => string): ByteSource {
  return {
    size,
    read: async (from, to) => {
      const first = Math.floor(from / 16);
      const count = Math.ceil(to / 16) - first;
      const text = Array.from({ length: count }, (_unused, i) => record(first + i)).join('');
      return new TextEncoder().encode(text).subarray(from - first * 16, to - first * 16);
    },
  };
}
