import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import type { ColumnRow } from '#engine/read/readColumns.ts';
import { readLines } from '#engine/read/readLines.ts';
import { descriptionsOf, realSets } from '../../support/realSets.ts';

describe('real descriptions, one a line', () => {
  it.each(realSets())('$name: are read whole, whatever stands in them', async (set) => {
    const lines = descriptionsOf(set).filter((line) => line.trim() !== '');
    const read: (string | undefined)[] = [];
    const take = ({ values }: ColumnRow) => {
      read.push(values[0]);
      return 'taken' as const;
    };
    const source = sourceOfBytes(new TextEncoder().encode(lines.join('\n')));
    const sink = () => {
      read.length = 0;
      return { take };
    };
    expect((await readLines(source, {}, sink)).result.kind).toBe('read');
    expect(read).toEqual(lines);
  });
});
