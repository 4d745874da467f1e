import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { main as classifyMain } from '#cli/classifyProgram.ts';
import { main } from '#cli/importProgram.ts';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { parsePairFile } from '#engine/read/files.ts';
import { ReadBudget } from '#engine/read/ReadBudget.ts';
import { readWorkbook } from '#engine/read/workbook/readWorkbook.ts';
import { TOO_SLOW } from '#model/fileReading.ts';
import { readFailureText } from '#model/text/readMessages.ts';
import { fullRun } from '../../support/fullRun.ts';
import { runProgram } from '../../support/runProgram.ts';
import { testFile } from '../../support/testFolder.ts';
import { type SheetPart, sheetPart, textCell, workbookOf } from '../../support/workbook.ts';

const HONEST = `<row r="1">${textCell('A1', 'ACME Ltd')}${textCell('B1', '6100')}</row>`;

const sheet = (rows: string, behind = '') => workbookOf([sheetPart(rows, behind)]);
const tooLarge = (size: string) => `it is too large (${size}). Split it.`;
const at = (place: string) => sheet(HONEST + cellRow(place));
const UNREADABLE = (reason: string) =>
  `it is a workbook that cannot be read (${reason}). Open it in Excel, save it again and use that file.`;
const NO_PLACE = (place: string) => UNREADABLE(`“${place}” is no place of a sheet, which ends at XFD1048576`);
const elsewhere = (rows: string): SheetPart => ({ target: 'data/one.xml', path: 'xl/data/one.xml', rows });

const TOO_LONG = UNREADABLE('a text has more than 250,000 characters');
const LONG_CELL = UNREADABLE('a cell has more than 32,767 characters');
const FAR = '<row r="3"><c r="XFD3"><v>1</v></c></row>';
const merged = (ref: string) => `<mergeCell ref="${ref}"/>`;
/** The names of the columns up to the two-thousandth. */
const COLUMNS = Array.from({ length: 2_000 }, (_, i) => columnName(i + 1));

function columnName(number: number): string {
  if (number === 0) return '';
  return columnName(Math.floor((number - 1) / 26)) + String.fromCharCode(65 + ((number - 1) % 26));
}

/** A row without a number whose only cell says where it is. */
const cellRow = (place: string, text = 'x') => `<row>${textCell(place, text)}</row>`;
/** So many sheets with the same rows. */
const sheets = (count: number, rows: string) =>
  workbookOf(
    Array.from({ length: count }, (_, i) => ({
      target: `worksheets/s${i}.xml`,
      path: `xl/worksheets/s${i}.xml`,
      rows,
    })),
  );
/** A workbook whose first shared text is this one. */
const sharing = (text: string, rows = HONEST) =>
  workbookOf([sheetPart(rows)], { 'xl/sharedStrings.xml': strToU8(`<sst><si><t>${text}</t></si></sst>`) });
const LARGEST = tooLarge('1048576 rows and 16384 columns');
const TOO_MANY_PLACES = tooLarge('more than 10,000,000 places in its rows');

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
  ['an entity in the letters', at('&#88;FD1048576'), LARGEST],
  ['an entity in the digits', at('A&#x39;9999999'), NO_PLACE('A99999999')],
  ['a number of a row', sheet(`<row r="999999999">${textCell('A1', 'x')}</row>`), NO_PLACE('999999999')],
  ['a number of a row with an exponent', sheet(`<row r="1e9">${textCell('A1', 'x')}</row>`), NO_PLACE('1e9')],
  ['a sheet at another place', workbookOf([elsewhere(cellRow('XFD1048576'))]), LARGEST],
  [
    'a sheet at another place, written with an entity',
    workbookOf([{ ...elsewhere(cellRow('A99999999')), target: 'd&#97;ta/one.xml' }]),
    NO_PLACE('A99999999'),
  ],
  [
    'an address that is written twice',
    sheet(`<row><c x:r="XFD1048576" r="A1"><v>1</v></c></row>`),
    UNREADABLE('the attribute “r” is written twice'),
  ],
  [
    'a cell that is there twice',
    sheet(`<row r="1">${textCell('A1', 'x')}${textCell('A1', 'y')}</row>`),
    UNREADABLE('row 1, column 1 is in it twice'),
  ],
  [
    'a name of its own',
    sheet('<!DOCTYPE x [<!ENTITY a "ACME">]>'),
    UNREADABLE('it has a declaration such as DOCTYPE'),
  ],
  ...['&#0;', '&#1114112;', '&#xffffffffff;'].map((reference): (typeof refused)[number] => [
    `the character ${reference}`,
    sheet(`<row r="1">${textCell('A1', reference)}</row>`),
    UNREADABLE(`${reference} is no character`),
  ]),
  [
    'bytes that are no text',
    workbookOf([sheetPart(HONEST)], {
      'xl/sharedStrings.xml': Buffer.from('<sst><si><t>\xc3\x28</t></si></sst>', 'latin1'),
    }),
    UNREADABLE('The encoded data was not valid for encoding utf-8'),
  ],
  ['tags with a prefix', sheet(`<x:row><x:c r="ZZZZ1"><x:v>1</x:v></x:c></x:row>`), NO_PLACE('ZZZZ1')],
  [
    'many sheets, each large',
    sheets(40, cellRow('A1') + cellRow('A1048576')),
    tooLarge('1048576 rows and 1 columns'),
  ],
  [
    'many sheets of rows without cells',
    sheets(40, `${HONEST}<row r="1048576"/>`),
    tooLarge('1048576 rows and 2 columns'),
  ],
  ['a row that comes again and again', sheet(FAR.repeat(20_000)), UNREADABLE('row 3 is in it twice')],
  [
    'cells that jump between two rows',
    sheet(`<row>${'<c r="XFD3"><v>1</v></c><c r="XFD4"><v>1</v></c>'.repeat(20_000)}</row>`),
    UNREADABLE('row 3 is in it twice'),
  ],
  [
    'rows from the last to the first, one of them twice',
    sheet([5, 4, 3, 4].map((line) => `<row r="${line}">${textCell(`A${line}`, 'x')}</row>`).join('')),
    UNREADABLE('row 4 is in it twice'),
  ],
  [
    'many rows with a cell in the last column',
    sheet(Array.from({ length: 1_200 }, (_, i) => FAR.replaceAll('3', `${i + 1}`)).join('')),
    TOO_MANY_PLACES,
  ],
  [
    'a merged area that comes again and again',
    sheet(HONEST, merged('A2:A1048576').repeat(100_000)),
    UNREADABLE('row 2, column 1 is merged twice'),
  ],
  [
    'merged areas that overlap',
    sheet(HONEST, merged('B7:B9') + merged('A3:A5') + merged('A1:B3')),
    UNREADABLE('row 3, column 1 is merged twice'),
  ],
  ...(fullRun ? secondsEach() : []),
  ['blanks between rows', sheet(HONEST + ' '.repeat(20_000_000)), TOO_LONG],
  ['a comment of megabytes', sheet(`${HONEST}<!--${'x'.repeat(5_000_000)}-->`), TOO_LONG],
  ['an attribute of megabytes', sheet(`<row x="${'x'.repeat(5_000_000)}"/>`), TOO_LONG],
  ['a text of megabytes', sheet(cellRow('A3', 'KEYWORD '.repeat(2_500_000))), TOO_LONG],
  ['a text in many pieces', sheet(cellRow('A3', 'KEYWORD <!-- -->'.repeat(100_000))), LONG_CELL],
  ['a text longer than a cell', sheet(cellRow('A3', 'x'.repeat(32_768))), LONG_CELL],
  ['a shared text longer than a cell', sharing('x'.repeat(32_768)), LONG_CELL],
  [
    'a long shared text that many cells name',
    sharing('x'.repeat(32_767), '<row><c t="s"><v>0</v></c></row>'.repeat(7_000)),
    tooLarge('more than 200,000,000 characters in its cells'),
  ],
  [
    'elements within elements',
    sheet('<row>'.repeat(200_000)),
    UNREADABLE('its elements are nested too deeply'),
  ],
  [
    'sheets that are one part',
    workbookOf(Array.from({ length: 500 }, () => sheetPart(HONEST))),
    UNREADABLE('two sheets are one part'),
  ],
];

/** Rows of the table that take seconds to make and to read. */
function secondsEach(): typeof refused {
  return [
    [
      'more merged areas than a sheet has',
      sheet(HONEST, merged('A1').repeat(500_001)),
      tooLarge('more than 500,000 merged areas'),
    ],
    [
      'a merged area of each column, over rows without cells there',
      sheet(
        `<row r="1">${'<c t="inlineStr"><is><t>x</t></is></c>'.repeat(2_000)}</row>` +
          Array.from({ length: 6_000 }, (_, i) => cellRow(`A${i + 2}`)).join(''),
        COLUMNS.map((column) => merged(`${column}1:${column}6001`)).join(''),
      ),
      TOO_MANY_PLACES,
    ],
  ];
}

describe('a small workbook that asks for much', () => {
  it.each(refused)('%s: is refused', async (_name, bytes, text) => {
    expect(bytes.length).toBeLessThan(60_000);
    const before = performance.now();
    const result = await parsePairFile(sourceOfBytes(bytes));
    // It would be hours. The machine of a test may be busy.
    expect(performance.now() - before).toBeLessThan(60_000);
    if (result.kind === 'pairs' || result.kind === 'too-many-pairs') throw new Error(result.kind);
    expect(readFailureText(result)).toBe(text);
  });

  it('is refused when its time is up', async () => {
    let now = 0;
    const budget = new ReadBudget(() => (now += 60_000));
    const bytes = sheet('<row><c><v>1</v></c></row>'.repeat(20_000));
    expect(await readWorkbook(bytes, budget)).toEqual(TOO_SLOW);
  });

  it('that says it has billions of parts is refused', async () => {
    const bytes = sheet(HONEST);
    const [end, list] = [bytes.length - 22, new DataView(bytes.buffer).getUint32(bytes.length - 6, true)];
    const zip64 = new DataView(new ArrayBuffer(76));
    zip64.setUint32(0, 0x6064b50, true);
    zip64.setUint32(32, 0xffff_ffff, true);
    zip64.setUint32(48, list, true);
    zip64.setUint32(56, 0x7064b50, true);
    zip64.setUint32(64, end, true);
    const claimed = Buffer.concat([bytes.subarray(0, end), Buffer.from(zip64.buffer), bytes.subarray(end)]);
    const limit = 'more than 3,000,000 places in its archive';
    expect(await readWorkbook(claimed)).toEqual({ kind: 'too-large', limit });
  });

  it('is refused where a part is in the archive twice', async () => {
    const bytes = workbookOf([sheetPart(HONEST)], { 'xl/worksheets/sheet2.xml': strToU8('<worksheet/>') });
    const text = Buffer.from(bytes).toString('latin1').replaceAll('sheet2.xml', 'sheet1.xml');
    const result = await parsePairFile(sourceOfBytes(Buffer.from(text, 'latin1')));
    expect(result).toEqual({ kind: 'damaged-workbook', detail: '“xl/worksheets/sheet1.xml” is in it twice' });
  });

  it('is refused by the command line, with exit code 2', async () => {
    const file = testFile('list.xlsx', at('ZZZZZZ999999999'));
    for (const run of [
      runProgram(main, [file]),
      runProgram(classifyMain, ['--mappings', file, '--input', file]),
    ]) {
      const { code, out, err } = await run;
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(`${file}: ${NO_PLACE('ZZZZZZ999999999')}`);
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
    ['attributes with prefixes', sheet(HONEST.replace('<row ', '<row x14ac:dyDescent="0.25" '))],
    ['a last row without cells', sheet(`${HONEST}<row r="1048576" hidden="1"/>`)],
    [
      'rows that are out of order',
      sheet(`<row r="9">${textCell('B9', 'x')}</row>${HONEST}`.replace('x', '')),
    ],
    ['rows without numbers', sheet(HONEST.replace(' r="1"', ''))],
    ['references', sheet(HONEST.replace('ACME', '&#65;&#x43;&#x4d;E'))],
    ['comments', sheet(`<!-- <c r="ZZZZZZ1"/> -->${HONEST}`)],
  ];
  const PAIR = { line: 1, description: 'ACME Ltd', glAccount: '6100' };
  async function onlyPairOf(bytes: Uint8Array) {
    const result = await parsePairFile(sourceOfBytes(bytes));
    if (result.kind !== 'pairs') throw new Error(result.kind);
    expect(result.parsed.pairs).toHaveLength(1);
    return result.parsed.pairs[0];
  }

  it.each(readable)('%s: is read', async (_name, bytes) => {
    expect(await onlyPairOf(bytes)).toEqual(PAIR);
  });

  it('with characters beyond the first plane written as numbers has these', async () => {
    const bytes = sheet(HONEST.replace('ACME Ltd', '&#x20BB7;野家 &#128077; &amp;amp; &nbsp;'));
    expect(await onlyPairOf(bytes)).toEqual({ ...PAIR, description: '𠮷野家 👍 &amp; &nbsp;' });
  });
});
