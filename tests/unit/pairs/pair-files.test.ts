import { describe, expect, it } from 'vitest';
import { type PairFileResult, parsePairFile } from '#engine/read/files.ts';
import { sampledByStage } from '../../support/fullRun.ts';
import { sourceOf, textSource } from './byteSource.ts';

describe('the pairs of a CSV file', () => {
  const files: readonly [name: string, text: string, pairs: string[]][] = [
    ['unquoted fields', 'ACME Ltd,4000\n', ['ACME Ltd → 4000']],
    ['quoted fields', '"ACME, Ltd","4000"\r\n', ['ACME, Ltd → 4000']],
    ['doubled quotation marks', '"ACME ""A"" Ltd",4000', ['ACME "A" Ltd → 4000']],
    [
      'a quotation mark inside an unquoted field',
      'Pipe 5" long,4000\nother one,1',
      ['Pipe 5" long → 4000', 'other one → 1'],
    ],
    [
      'the first comma parts, the others belong to the account',
      'ACME Ltd,Fees, other',
      ['ACME Ltd → Fees, other'],
    ],
    ['empty columns at the end are dropped', 'ACME Ltd,4000,,', ['ACME Ltd → 4000']],
    [
      'a line break in quotes is a space',
      '"ACME\r\nLtd",4000\r\nother one,1',
      ['ACME Ltd → 4000', 'other one → 1'],
    ],
    ['semicolons', 'ACME Ltd;4000\nCafé, Bar;4001', ['ACME Ltd → 4000', 'Café, Bar → 4001']],
    ['tabs', 'ACME, Ltd\t4000\nother one\t1', ['ACME, Ltd → 4000', 'other one → 1']],
    ['a guarded formula', '"\'=SUM(A1)",4000\n"\'\'-x and y",1', ['=SUM(A1) → 4000', "'-x and y → 1"]],
    ['an apostrophe that guards nothing stays', "'tis a shop,4000", ["'tis a shop → 4000"]],
    [
      'keys that resemble those that objects know',
      '__PROTO__,1\nConstructor,2',
      ['__PROTO__ → 1', 'Constructor → 2'],
    ],
  ];
  it.each(files)('%s', async (_name, text, expected) => {
    const pairs = pairsOf(await parsePairFile(textSource(text)));
    expect(pairs.map((pair) => pair.join(' → '))).toEqual(expected);
  });

  const text = 'Café Zürich,4000\nŘeka 東京,4001\n';
  const utf16 = (littleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), littleEndian);
    return new Uint8Array(view.buffer);
  };
  const utf8 = new TextEncoder().encode(text);
  const encodings: readonly [name: string, bytes: Uint8Array, encoding: string][] = [
    ['UTF-8', utf8, 'utf-8'],
    ['UTF-8 with byte order mark', joined([0xef, 0xbb, 0xbf], utf8), 'utf-8'],
    ['UTF-16 LE', utf16(true), 'utf-16le'],
    ['UTF-16 LE with byte order mark', joined([0xff, 0xfe], utf16(true)), 'utf-16le'],
    ['UTF-16 BE', utf16(false), 'utf-16be'],
    ['UTF-16 BE with byte order mark', joined([0xfe, 0xff], utf16(false)), 'utf-16be'],
  ];
  it.each(encodings)('%s', async (_name, bytes, encoding) => {
    const result = await parsePairFile(sourceOf(bytes));
    expect(pairsOf(result)).toEqual([
      ['Café Zürich', '4000'],
      ['Řeka 東京', '4001'],
    ]);
    expect(result).toMatchObject({ reading: { encoding: { name: encoding } } });
  });

  it('Windows-1252', async () => {
    const bytes = Uint8Array.from([...'Caf\xe9 \x80uro,4000'].map((c) => c.charCodeAt(0)));
    expect(pairsOf(await parsePairFile(sourceOf(bytes)))).toEqual([['Café €uro', '4000']]);
  });

  it.each([
    ['UTF-8', 'utf-8', 0],
    ['Windows-1252', 'windows-1252', 0xe9],
  ] as const)('one NUL among 300 lines of %s does not make them UTF-16', async (_name, encoding, eighth) => {
    const lines = Array.from({ length: 300 }, (_, i) => `Merchant ${i}x,${4000 + i}`);
    const bytes = new TextEncoder().encode(lines.join('\n'));
    if (eighth !== 0) bytes[8] = eighth;
    bytes[20] = 0;
    const result = await parsePairFile(sourceOf(bytes));
    expect(result).toMatchObject({ reading: { encoding: { name: encoding } } });
    expect(pairsOf(result)).toHaveLength(299);
  });

  it('UTF-16 in which few bytes are zero', async () => {
    const japanese = Array.from(
      { length: 50 },
      (_, i) => `${'会計年度任用職員報酬'.repeat(3)}${i}\t${i}`,
    ).join('\n');
    const units = Uint16Array.from(japanese, (c) => c.charCodeAt(0));
    const result = await parsePairFile(sourceOf(new Uint8Array(units.buffer)));
    expect(result).toMatchObject({ reading: { encoding: { name: 'utf-16le' } } });
    expect(pairsOf(result)).toHaveLength(50);
  });

  const refusals: readonly [name: string, bytes: readonly number[], result: PairFileResult][] = [
    [
      'a damaged workbook',
      [0x50, 0x4b, 3, 4, 20, 0],
      { kind: 'damaged-workbook', detail: 'invalid zip data' },
    ],
    ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], { kind: 'not-text', looksLike: 'xls' }],
    ['an empty file', [], { kind: 'empty' }],
  ];
  it.each(refusals)('%s is refused', async (_name, bytes, expected) => {
    expect(await parsePairFile(sourceOf(Uint8Array.from(bytes)))).toEqual(expected);
  });

  it('names the line of a rejected record behind quoted line breaks', async () => {
    const result = await parsePairFile(textSource('"two\nlines",1\nabc,2\nno delimiter'));
    const rejected =
      result.kind === 'pairs' ? result.parsed.rejected.map(({ line, reason }) => [line, reason]) : [];
    expect(rejected).toEqual([
      [3, 'too-short'],
      [4, 'no-tab'],
    ]);
  });

  it('reads the same whatever the pieces: they end in characters, line ends and quotes', async () => {
    const filler = 'x'.repeat((1 << 20) - 7);
    for (const shift of sampledByStage([...Array(14).keys()], 3)) {
      const content = `${filler}${'y'.repeat(shift)},1\r\n"Café ""東京""\r\nbar",2\r\nlast one,3\r\n`;
      const result = await parsePairFile(textSource(content));
      expect(pairsOf(result), `shift ${shift}`).toEqual([
        ['Café "東京" bar', '2'],
        ['last one', '3'],
      ]);
    }
  });

  it('stops when cancelled', async () => {
    const controller = new AbortController();
    const reading = parsePairFile(
      textSource('ACME Ltd,1\n'.repeat(300_000)),
      () => controller.abort(),
      controller.signal,
    );
    await expect(reading).rejects.toThrow(/abort/i);
  });
});

function pairsOf(result: PairFileResult): [string, string][] {
  if (result.kind !== 'pairs') throw new Error(`refused: ${result.kind}`);
  return result.parsed.pairs.map(({ description, glAccount }) => [description, glAccount]);
}

function joined(head: readonly number[], rest: Uint8Array): Uint8Array {
  return Uint8Array.from([...head, ...rest]);
}
