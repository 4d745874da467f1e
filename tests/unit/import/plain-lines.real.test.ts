import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { type ColumnRow, readColumns } from '#engine/read/readColumns.ts';
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
    expect((await readColumns(source, ['description'], {}, take)).kind).toBe('read');
    expect(read).toEqual(lines);
  });
});
