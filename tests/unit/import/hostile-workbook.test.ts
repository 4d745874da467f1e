import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { main as classifyMain } from '#cli/classifyProgram.ts';
import { main } from '#cli/importProgram.ts';
import { sourceOfBytes } from '#engine/import/byteSource.ts';
import { parsePairFile } from '#engine/import/files.ts';
import { readFailureText } from '#model/text/readMessages.ts';
import { runProgram } from '../../support/runProgram.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const HONEST = `<row r="1">${cell('A1', 'ACME Ltd')}${cell('B1', '6100')}</row>`;

type Sheet = { readonly target: string; readonly path: string; readonly rows: string };

/** A workbook of these sheets; `more`: further parts. */
function workbook(sheets: readonly Sheet[], more: Zippable = {}): Uint8Array {
  const list = sheets.map((_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="r${i}"/>`).join('');
  const links = sheets.map(
    ({ target }, i) => `<Relationship Id="r${i}" Type="${OFFICE}/worksheet" Target="${target}"/>`,
  );
  const parts: Zippable = {
    'xl/workbook.xml': strToU8(
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${XML}<Relationships xmlns="${PACKAGE}">${links.join('')}</Relationships>`,
    ),
    ...more,
  };
  for (const { path, rows } of sheets) {
    parts[path] = strToU8(`${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`);
  }
  return zipSync(parts, { level: 9 });
}

const sheet = (rows: string): Sheet => ({
  target: 'worksheets/sheet1.xml',
  path: 'xl/worksheets/sheet1.xml',
  rows,
});
const at = (place: string) => workbook([sheet(`${HONEST}<row>${cell(place, 'x')}</row>`)]);
const NO_PLACE = (place: string) =>
  `it is a workbook that cannot be read (“${place}” is no place of a sheet, which ends at XFD1048576). Open it in Excel, save it again and use that file.`;
const elsewhere = (rows: string): Sheet => ({ target: 'data/one.xml', path: 'xl/data/one.xml', rows });

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
    workbook([sheet(`<row r="999999999">${cell('A1', 'x')}</row>`)]),
    NO_PLACE('999999999'),
  ],
  [
    'a number of a row with an exponent',
    workbook([sheet(`<row r="1e9">${cell('A1', 'x')}</row>`)]),
    NO_PLACE('1e9'),
  ],
  [
    'a sheet at another place',
    workbook([elsewhere(`<row>${cell('XFD1048576', 'x')}</row>`)]),
    'it is too large (1048576 rows and 16384 columns). Split it.',
  ],
  [
    'a sheet at another place, written with an entity',
    workbook([{ ...elsewhere(`<row>${cell('A99999999', 'x')}</row>`), target: 'd&#97;ta/one.xml' }]),
    NO_PLACE('A99999999'),
  ],
  [
    'an address that is written twice',
    workbook([sheet(`<row><c x:r="XFD1048576" r="A1"><v>1</v></c></row>`)]),
    'it is a workbook that cannot be read (the attribute “r” is written twice). Open it in Excel, save it again and use that file.',
  ],
  [
    'tags with a prefix',
    workbook([sheet(`<x:row><x:c r="ZZZZ1"><x:v>1</x:v></x:c></x:row>`)]),
    NO_PLACE('ZZZZ1'),
  ],
  [
    'many sheets, each large',
    workbook(
      Array.from({ length: 40 }, (_, i) => ({
        target: `worksheets/s${i}.xml`,
        path: `xl/worksheets/s${i}.xml`,
        rows: `<row>${cell('A1', 'x')}</row><row>${cell('A1048576', 'x')}</row>`,
      })),
    ),
    'it is too large (1048576 rows and 1 columns). Split it.',
  ],
  [
    'many sheets of rows without cells',
    workbook(
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
    const bytes = workbook([sheet(HONEST)], { 'xl/worksheets/sheet2.xml': strToU8('<worksheet/>') });
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
    ['a sheet at another place', workbook([elsewhere(HONEST)])],
    [
      'a place from the root of the archive',
      workbook([{ ...elsewhere(HONEST), target: '/xl/data/one.xml' }]),
    ],
    ['attributes with prefixes', workbook([sheet(HONEST.replace('<row ', '<row x14ac:dyDescent="0.25" '))])],
    ['a last row without cells', workbook([sheet(`${HONEST}<row r="1048576" hidden="1"/>`)])],
    ['rows without numbers', workbook([sheet(HONEST.replace(' r="1"', ''))])],
    ['comments', workbook([sheet(`<!-- <c r="ZZZZZZ1"/> -->${HONEST}`)])],
  ];
  it.each(readable)('%s: is read', async (_name, bytes) => {
    const result = await parsePairFile(sourceOfBytes(bytes));
    expect(result.kind === 'pairs' ? result.parsed.pairs : result).toEqual([
      { line: 1, description: 'ACME Ltd', glAccount: '6100' },
    ]);
  });
});
