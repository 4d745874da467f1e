import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { main } from '#cli/classifyProgram.ts';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { parsePairFile } from '#engine/read/files.ts';
import { type ColumnRow, readColumns } from '#engine/read/readColumns.ts';
import { readFailureText, readingNotes } from '#model/text/readMessages.ts';
import { runProgram } from '../../support/runProgram.ts';

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

const OPENING = ':20:A\n:25:DE1\n:60F:C260301EUR10,00';
const camtEntry = (status: string) =>
  `<Ntry><Amt Ccy="EUR">6.80</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>${status}</Sts><AddtlNtryInf>SHOP</AddtlNtryInf></Ntry>`;
const CAMT = (...entries: string[]) =>
  `<Document xmlns="camt.053.001.02"><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
const QIF = '!Type:Bank\nD01/31/2026\nT-6.80\nPSHOP ONE';

it.each<[name: string, input: string, said: readonly string[]]>([
  [
    'payments to come, in a file of one line',
    CAMT(camtEntry('BOOK'), camtEntry('PDNG'), camtEntry('<Cd>INFO</Cd>')),
    ['2 entries were left out: not booked yet (line 1).'],
  ],
  [
    'lines above a statement',
    `Dear all\n\n:61:2603020302D6,80NMSCNONREF\n:86:SHOP`,
    ['1 line was left out: no part of the statement (line 1).'],
  ],
  [
    'balances that do not add up',
    `${OPENING}\n:61:2603020302D6,80NMSCNONREF\n:86:SHOP\n:62F:C260302EUR3,00\n-`,
    ['Account DE1, 2026-03-02: 10.00 − 6.80 is not the closing balance 3.00 EUR: -0.20 differ.'],
  ],
  ['nothing of balances that do', `${OPENING}\n:61:2603020302D6,80NMSCNONREF\n:62F:C260302EUR3,20\n-`, []],
  [
    'a payment within which the file ends',
    QIF,
    [
      'Line 2: the file ends within this payment, which was read as far as it goes. It may have been cut off: compare it with the statement.',
    ],
  ],
  ['nothing of a whole one', `${QIF}\n^`, []],
])('classify says what is left out of its input, and why: %s', async (_name, stdin, said) => {
  const list = join(mkdtempSync(join(tmpdir(), 'noted-')), 'list.tsv');
  onTestFinished(() => rmSync(dirname(list), { recursive: true }));
  writeFileSync(list, 'ACME Ltd\t6100\n');
  const { code, err } = await runProgram(main, ['--mappings', list], { stdin });
  const notes = err.split('\n').filter((note) => /left out: |differ|file ends/.test(note));
  expect({ code, notes }).toEqual({ code: 0, notes: said.map((note) => `standard input: ${note}`) });
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

  it('with a hundred thousand columns is refused', async () => {
    const result = await read(`Description${','.repeat(100_000)}\nTesco\n`);
    if (result.kind === 'read') throw new Error(result.kind);
    expect(readFailureText(result)).toBe('it is too large (line 1 has 100,001 columns). Split it.');
  });
});
