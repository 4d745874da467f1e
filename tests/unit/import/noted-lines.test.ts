import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/import/byteSource.ts';
import { parsePairFile } from '#engine/import/files.ts';
import { type ColumnRow, readColumns } from '#engine/import/readColumns.ts';
import { readFailureText, readingNotes } from '#model/text/readMessages.ts';

const taken = () => 'taken' as const;
const read = (text: string, onRow: (row: ColumnRow) => 'taken' | 'skip' = taken) =>
  readColumns(sourceOfBytes(new TextEncoder().encode(text)), ['description'], {}, onRow);

describe('a line with bytes that are no text', () => {
  const LINES = 'Description,GL Account\nPREMIER INN,6100\nACME X Ltd,6200\n';
  const utf16 = Buffer.from(`\ufeff${LINES}`, 'utf16le');
  it.each([
    [
      'UTF-8',
      Buffer.from(`\ufeff${LINES.replace('X', '\u00e9')}`),
      Uint8Array.of(0xc3, 0xa9),
      Uint8Array.of(0xc3, 0x20),
    ],
    ['UTF-16', utf16, Buffer.from('X', 'utf16le'), Uint8Array.of(0x3d, 0xd8)],
  ])('is named in a file with the byte order mark of %s, too', async (_name, bytes, part, damaged) => {
    const broken = Buffer.from(bytes);
    broken.set(damaged, broken.indexOf(part, 30));
    const result = await parsePairFile(sourceOfBytes(broken));
    if (result.kind !== 'pairs') throw new Error(result.kind);
    expect(result.parsed.pairs).toEqual([{ line: 2, description: 'PREMIER INN', glAccount: '6100' }]);
    expect(result.parsed.rejected.map(({ line, reason }) => [line, reason])).toEqual([[3, 'undecodable']]);
    expect(readingNotes(result.reading)).toEqual([]);
  });
});

describe('a line of a statement', () => {
  it('with a comma too many is read, and named', async () => {
    const lines = [
      'Date,Description,Amount',
      '01/02,Tesco,5.00',
      '02/02,Smith, Jones and Co,6.00',
      '03/02,Rent,7.00',
    ];
    const result = await read(lines.join('\n'));
    if (result.kind !== 'read') throw new Error(result.kind);
    expect(result.reading.extraLines).toEqual([3]);
    expect(readingNotes(result.reading)).toEqual([
      'Line 3: more cells than columns. A separator may stand in a text without quotation marks; check these rows.',
    ]);
  });

  it('with bytes that are no text is read, and named', async () => {
    const bytes = Buffer.from('\ufeffDate,Description\n01/02,Tesco X\n02/02,Rent\n');
    bytes[bytes.indexOf('X')] = 0xc3;
    const rows: (readonly string[])[] = [];
    const result = await readColumns(sourceOfBytes(bytes), ['description'], {}, ({ cells }) => {
      rows.push(cells);
      return 'taken';
    });
    if (result.kind !== 'read') throw new Error(result.kind);
    expect(rows).toEqual([
      ['01/02', 'Tesco \ufffd'],
      ['02/02', 'Rent'],
    ]);
    expect(readingNotes(result.reading)).toEqual([
      'Line 2: \ufffd stands for a character that was lost, here or in the program that wrote the file; check these rows.',
    ]);
  });

  it('with a million columns is refused', async () => {
    const result = await read(`Description${','.repeat(1_000_000)}\nTesco\n`);
    if (result.kind === 'read') throw new Error(result.kind);
    expect(readFailureText(result)).toBe('it is too large (line 1 has 1,000,001 columns). Split it.');
  });
});
