import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { main as classifyMain } from '#cli/classifyProgram.ts';
import { main } from '#cli/importProgram.ts';
import { sourceOfBytes } from '#engine/import/byteSource.ts';
import { parsePairFile } from '#engine/import/files.ts';
import { readFailureText } from '#model/text/readMessages.ts';
import { runProgram } from '../../support/runProgram.ts';
import { type SheetPart, sheetPart, textCell, workbookOf } from '../../support/workbook.ts';

const HONEST = `<row r="1">${textCell('A1', 'ACME Ltd')}${textCell('B1', '6100')}</row>`;

const at = (place: string) => workbookOf([sheetPart(`${HONEST}<row>${textCell(place, 'x')}</row>`)]);
const UNREADABLE = (reason: string) =>
  `it is a workbook that cannot be read (${reason}). Open it in Excel, save it again and use that file.`;
const NO_PLACE = (place: string) => UNREADABLE(`“${place}” is no place of a sheet, which ends at XFD1048576`);
const elsewhere = (rows: string): SheetPart => ({ target: 'data/one.xml', path: 'xl/data/one.xml', rows });

const refused: readonly [name: string, bytes: Uint8Array, text: string][] = [
  ['a cell beyond any sheet', at('ZZZZZZ999999999'), NO_PLACE('ZZZZZZ999999999')],
  ['a row beyond any sheet', at('A99999999'), NO_PLACE('A99999999')],
  ['a row behind the last one', at('A1048577'), NO_PLACE('A1048577')],
  ['a column behind the last one', at('XFE1'), NO_PLACE('XFE1')],
  ['small letters', at('xfd1048576'), NO_PLACE('xfd1048576')],
  ['a cell without letters', at('7'), NO_PLACE('7')],
  ['a row zero', at('A0'), NO_PLACE('A0')],
  ['letters that are none', at('Ä1'), NO_PLACE('Ä1')],
  ['a long address', at('A'.repeat(5_000)), NO_PLACE('A'.repeat(30))],
  [
    'an entity in the letters',
    at('&#88;FD1048576'),
    'it is too large (1048576 rows and 16384 columns). Split it.',
  ],
  ['an entity in the digits', at('A&#x39;9999999'), NO_PLACE('A99999999')],
  [
    'a number of a row',
    workbookOf([sheetPart(`<row r="999999999">${textCell('A1', 'x')}</row>`)]),
    NO_PLACE('999999999'),
  ],
  [
    'a number of a row with an exponent',
    workbookOf([sheetPart(`<row r="1e9">${textCell('A1', 'x')}</row>`)]),
    NO_PLACE('1e9'),
  ],
  [
    'a sheet at another place',
    workbookOf([elsewhere(`<row>${textCell('XFD1048576', 'x')}</row>`)]),
    'it is too large (1048576 rows and 16384 columns). Split it.',
  ],
  [
    'a sheet at another place, written with an entity',
    workbookOf([{ ...elsewhere(`<row>${textCell('A99999999', 'x')}</row>`), target: 'd&#97;ta/one.xml' }]),
    NO_PLACE('A99999999'),
  ],
  [
    'an address that is written twice',
    workbookOf([sheetPart(`<row><c x:r="XFD1048576" r="A1"><v>1</v></c></row>`)]),
    'it is a workbook that cannot be read (the attribute “r” is written twice). Open it in Excel, save it again and use that file.',
  ],
  [
    'a cell that is there twice',
    workbookOf([sheetPart(`<row r="1">${textCell('A1', 'x')}${textCell('A1', 'y')}</row>`)]),
    UNREADABLE('row 1, column 1 is in it twice'),
  ],
  [
    'a name of its own',
    workbookOf([sheetPart('<!DOCTYPE x [<!ENTITY a "ACME">]>')]),
    UNREADABLE('it has a declaration such as DOCTYPE'),
  ],
  ...['&#0;', '&#1114112;', '&#xffffffffff;'].map((reference): (typeof refused)[number] => [
    `the character ${reference}`,
    workbookOf([sheetPart(`<row r="1">${textCell('A1', reference)}</row>`)]),
    UNREADABLE(`${reference} is no character`),
  ]),
  [
    'bytes that are no text',
    workbookOf([sheetPart(HONEST)], {
      'xl/sharedStrings.xml': Uint8Array.of(
        ...strToU8('<sst><si><t>'),
        0xc3,
        0x28,
        ...strToU8('</t></si></sst>'),
      ),
    }),
    UNREADABLE('The encoded data was not valid for encoding utf-8'),
  ],
  [
    'tags with a prefix',
    workbookOf([sheetPart(`<x:row><x:c r="ZZZZ1"><x:v>1</x:v></x:c></x:row>`)]),
    NO_PLACE('ZZZZ1'),
  ],
  [
    'many sheets, each large',
    workbookOf(
      Array.from({ length: 40 }, (_, i) => ({
        target: `worksheets/s${i}.xml`,
        path: `xl/worksheets/s${i}.xml`,
        rows: `<row>${textCell('A1', 'x')}</row><row>${textCell('A1048576', 'x')}</row>`,
      })),
    ),
    'it is too large (1048576 rows and 1 columns). Split it.',
  ],
  [
    'many sheets of rows without cells',
    workbookOf(
      Array.from({ length: 40 }, (_, i) => ({
        target: `worksheets/s${i}.xml`,
        path: `xl/worksheets/s${i}.xml`,
        rows: `${HONEST}<row r="1048576"/>`,
      })),
    ),
    'it is too large (1048576 rows and 2 columns). Split it.',
  ],
];

describe('a small workbook that asks for much', () => {
  it.each(refused)('%s: is refused', async (_name, bytes, text) => {
    expect(bytes.length).toBeLessThan(30_000);
    const result = await parsePairFile(sourceOfBytes(bytes));
    if (result.kind === 'pairs' || result.kind === 'too-many-pairs') throw new Error(result.kind);
    expect(readFailureText(result)).toBe(text);
  });

  it('is refused where a part is in the archive twice', async () => {
    const bytes = workbookOf([sheetPart(HONEST)], { 'xl/worksheets/sheet2.xml': strToU8('<worksheet/>') });
    const text = Buffer.from(bytes).toString('latin1').replaceAll('sheet2.xml', 'sheet1.xml');
    const result = await parsePairFile(sourceOfBytes(Buffer.from(text, 'latin1')));
    expect(result).toEqual({
      kind: 'damaged-workbook',
      detail: '“xl/worksheets/sheet1.xml” is in it twice',
    });
  });

  it('is refused by the command line, with exit code 2', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gl-hostile-'));
    try {
      const file = join(folder, 'list.xlsx');
      writeFileSync(file, at('ZZZZZZ999999999'));
      for (const run of [
        runProgram(main, [file]),
        runProgram(classifyMain, ['--mappings', file, '--input', file]),
      ]) {
        const { code, out, err } = await run;
        expect({ code, out }).toEqual({ code: 2, out: '' });
        expect(err).toContain(`${file}: ${NO_PLACE('ZZZZZZ999999999')}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a workbook of another program', () => {
  const readable: readonly [name: string, bytes: Uint8Array][] = [
    ['a sheet at another place', workbookOf([elsewhere(HONEST)])],
    [
      'a place from the root of the archive',
      workbookOf([{ ...elsewhere(HONEST), target: '/xl/data/one.xml' }]),
    ],
    [
      'attributes with prefixes',
      workbookOf([sheetPart(HONEST.replace('<row ', '<row x14ac:dyDescent="0.25" '))]),
    ],
    ['a last row without cells', workbookOf([sheetPart(`${HONEST}<row r="1048576" hidden="1"/>`)])],
    ['rows without numbers', workbookOf([sheetPart(HONEST.replace(' r="1"', ''))])],
    ['references', workbookOf([sheetPart(HONEST.replace('ACME', '&#65;&#x43;&#x4d;E'))])],
    ['comments', workbookOf([sheetPart(`<!-- <c r="ZZZZZZ1"/> -->${HONEST}`)])],
  ];
  it.each(readable)('%s: is read', async (_name, bytes) => {
    const result = await parsePairFile(sourceOfBytes(bytes));
    expect(result.kind === 'pairs' ? result.parsed.pairs : result).toEqual([
      { line: 1, description: 'ACME Ltd', glAccount: '6100' },
    ]);
  });

  it('with characters beyond the first plane written as numbers has these', async () => {
    const bytes = workbookOf([
      sheetPart(HONEST.replace('ACME Ltd', '&#x20BB7;野家 &#128077; &amp;amp; &nbsp;')),
    ]);
    const result = await parsePairFile(sourceOfBytes(bytes));
    expect(result.kind === 'pairs' ? result.parsed.pairs : result).toEqual([
      { line: 1, description: '𠮷野家 👍 &amp; &nbsp;', glAccount: '6100' },
    ]);
  });
});
