import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { parsePairFile } from '#engine/read/files.ts';
import { readColumns } from '#engine/read/readColumns.ts';
import { readWorkbook } from '#engine/read/workbook/readWorkbook.ts';
import { byStage } from '../../support/fullRun.ts';
import { itInFull } from '../../support/itInFull.ts';
import { below, pick, seededRandom } from '../../support/random.ts';
import { sheetPart, stylesOf, textCell, workbookOf } from '../../support/workbook.ts';

async function sheetOf(bytes: Uint8Array) {
  const workbook = await readWorkbook(bytes);
  if (workbook.kind !== 'workbook') throw new Error(JSON.stringify(workbook));
  const [sheet] = workbook.sheets;
  if (sheet === undefined) throw new Error('no sheet');
  return sheet;
}

/** The cells of the only row, what the sheet shows in place of another number. */
async function rowOf(cells: string, formats: readonly (string | number)[] = [], properties = '') {
  const { rows } = await sheetOf(
    workbookOf([sheetPart(`<row r="1">${cells}</row>`)], stylesOf(formats), properties),
  );
  return rows[0] ?? { cells: [], shown: undefined };
}

const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;

describe('a number of a sheet', () => {
  it.each([
    ['0000\\-00', '610001', '6100-01'],
    ['"GL"0000', '6100', 'GL6100'],
    ['0.00', '6100.1', '6100.10'],
    ['0000', '450', '0450'],
    ['00000', '123456', '123456'],
    ['#,##0.00', '1234.5', '1,234.50'],
    ['#,##0.00 [$€-407]', '-1234.5', '-1.234,50 €'],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_)', '-12', '(12.00)'],
    ['0%', '0.05', '5%'],
    ['General', '123456789012', '123456789012'],
    ['@', '450', '450'],
    ['General', '0.30000000000000004', '0.3'],
    ['General', '1E+20', '100000000000000000000'],
    [2, '6100.1', '6100.10'],
    [4, '1234.5', '1,234.50'],
    [14, '46112', '2026-03-31'],
    ['dd.mm.yyyy', '46112', '2026-03-31'],
    ['yyyy-mm-dd hh:mm', '46112.5', '2026-03-31 12:00'],
    ['hh:mm', '0.75', '18:00'],
    ['[h]:mm', '1.5', '36:00'],
    ['d/m/yyyy', '59', '1900-02-28'],
    ['d/m/yyyy', '61', '1900-03-01'],
    ['[&lt;', '12', '12'],
  ] as const)('in the format %j: %s is %s', async (format, stored, text) => {
    const { cells, shown } = await rowOf(number(stored, 1), [format]);
    expect({ cells, shown }).toEqual({ cells: [text], shown: undefined });
  });

  it.each([
    ['#,##0', '1234.56', '1,235'],
    ['0.0,,', '12345678', '12.3'],
    ['[Red]0.00;[Red]0.00', '-5', '5.00'],
  ] as const)(
    'that the format %j shows as another one keeps its value: %s, shown as %s',
    async (format, stored, shown) => {
      const row = await rowOf(number(stored, 1), [format]);
      expect(row).toMatchObject({ cells: [stored], shown: new Map([[0, shown]]) });
    },
  );

  it('is a date by the other beginning of time', async () => {
    expect((await rowOf(number('44650', 1), [14], '<workbookPr date1904="1"/>')).cells).toEqual([
      '2026-03-31',
    ]);
  });

  it('of more than 15 digits is said', async () => {
    const row = `<row>${number('1234567890123456789')}${number('123456')}</row>`;
    const { notes } = await sheetOf(workbookOf([sheetPart(row)]));
    expect(notes.longNumbers).toBe(1);
  });
});

describe('what the columns of a file take', () => {
  const bytes = workbookOf(
    [
      sheetPart(
        `<row>${textCell('A1', 'Description')}${textCell('B1', 'GL account')}${textCell('C1', 'Amount')}</row>` +
          `<row>${textCell('A2', 'ACME Ltd')}${number('610001.4', 1)}${number('1234.56', 1)}</row>`,
      ),
    ],
    stylesOf(['0']),
  );

  it('is what the sheet shows in those of description and account, and the value in the others', async () => {
    const read = await parsePairFile(sourceOfBytes(bytes));
    const expected = { kind: 'pairs', parsed: { pairs: [{ description: 'ACME Ltd', glAccount: '610001' }] } };
    expect(read).toMatchObject(expected);
    const rows: (readonly string[])[] = [];
    await readColumns(sourceOfBytes(bytes), ['description'], {}, ({ cells }) => {
      rows.push(cells);
      return 'taken';
    });
    expect(rows).toEqual([['ACME Ltd', '610001.4', '1234.56']]);
  });
});

describe('a cell', () => {
  it.each([
    [
      'without a place is the one behind the last',
      `${textCell('B1', 'x')}<c t="inlineStr"><is><t>y</t></is></c>`,
      ['', 'x', 'y'],
    ],
    [
      'has the last value of its formula',
      '<c t="str"><f>A1&amp;"b"</f><v>ab</v></c><c><f>1+1</f><v>2</v></c>',
      ['ab', '2'],
    ],
    ['with an error is blank', `<c t="e"><v>#REF!</v></c>${textCell('B1', 'x')}`, ['', 'x']],
    ['is a truth value', '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>', ['TRUE', 'FALSE']],
    ['is a date as text', '<c t="d"><v>2026-03-31T00:00:00</v></c>', ['2026-03-31']],
    [
      'has text in parts, without its reading',
      '<c t="inlineStr"><is><r><t>Re</t></r><r><t>nt</t></r><rPh><t>x</t></rPh></is></c>',
      ['Rent'],
    ],
    ['has escaped units and entities', textCell('A1', 'a_x0009_b &amp; _x005F_x0041_'), ['a\tb & _x0041_']],
    ['is a text that looks like a number', textCell('A1', '00450'), ['00450']],
  ])('%s', async (_what, cells, expected) => {
    expect((await rowOf(cells)).cells).toEqual(expected);
  });

  it('names a shared text', async () => {
    const strings =
      '<sst><si><t>Rent</t></si><si><r><t>Te</t></r><r><t>a</t></r><rPh sb="0"><t>x</t></rPh></si></sst>';
    const bytes = workbookOf([sheetPart('<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c></row>')], {
      'xl/sharedStrings.xml': strToU8(strings),
    });
    expect((await sheetOf(bytes)).rows[0]?.cells).toEqual(['Tea', 'Rent']);
  });
});

describe('a damaged workbook', () => {
  const rows = `<row r="1">${textCell('A1', 'ACME')}${number('6100.1', 1)}</row><row r="2">${number('46112', 2)}</row>`;
  const merges = '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>';
  const sheet = `<worksheet><sheetData>${rows}</sheetData>${merges}</worksheet>`;
  const styles = stylesOf(['0.00', 14]);
  const tags = ['<c r="ZZZ9">', '</row>', '<mergeCell ref="B1"/>'];
  const INSERTED = ['', '<', '>', '&#x0;', '"', '1e999', '\u0000', ...tags];

  it.each([1, 2, 3, 4])('is read or refused, whatever its parts hold (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    for (let run = 0; run < byStage({ usual: 150, full: 2_000 }); run++) {
      const [from, length] = [below(random, sheet.length), below(random, 12)];
      const inserted = pick(random, INSERTED);
      const damaged = sheet.slice(0, from) + inserted + sheet.slice(from + length);
      const bytes = workbookOf([{ ...sheetPart(''), path: 'xl/unused.xml' }], {
        ...styles,
        'xl/worksheets/sheet1.xml': strToU8(damaged),
      });
      // Half of them are damaged as archives, too.
      if (random() < 0.5) bytes[below(random, bytes.length)] = below(random, 256);
      const { kind } = await readWorkbook(bytes);
      expect(['workbook', 'damaged-workbook', 'too-large', 'not-text']).toContain(kind);
    }
  });
});

describe('a sheet', () => {
  it('gives the text of merged cells to each of their rows, and an amount to the first only', async () => {
    const rows = [
      `<row r="1">${textCell('A1', 'ACME')}<c r="B1"><v>12.5</v></c></row>`,
      `<row r="2"><c r="A2"/><c r="B2"/>${textCell('C2', 'x')}</row>`,
      `<row r="3">${textCell('C3', 'y')}</row>`,
    ];
    const merges =
      '<mergeCells><mergeCell ref="A1:A3"/><mergeCell ref="B1:B3"/><mergeCell ref="D1:E1"/></mergeCells>';
    const sheet = await sheetOf(workbookOf([sheetPart(rows.join(''), merges)]));
    expect(sheet.rows.map(({ cells }) => cells)).toEqual([
      ['ACME', '12.5'],
      ['ACME', '', 'x'],
      ['ACME', '', 'y'],
    ]);
    expect(sheet.notes).toEqual({ hiddenRows: 0, mergedAreas: 1, longNumbers: 0 });
  });

  it('has its hidden rows read, and said', async () => {
    const rows = `<row hidden="1">${textCell('A1', 'x')}</row><row>${textCell('A2', 'y')}</row>`;
    const sheet = await sheetOf(workbookOf([sheetPart(rows)]));
    expect(sheet.rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'x'],
      [2, 'y'],
    ]);
    expect(sheet.notes.hiddenRows).toBe(1);
  });

  it('is read in UTF-16, and with prefixes', async () => {
    const text =
      '<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c t="str"><x:v>Grüße</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    const bytes = workbookOf([{ ...sheetPart(''), path: 'xl/other.xml' }], {
      'xl/worksheets/sheet1.xml': utf16,
    });
    expect((await sheetOf(bytes)).rows[0]?.cells).toEqual(['Grüße']);
  });

  itInFull('of some hundred megabytes in a small file is refused at once', async () => {
    const bytes = workbookOf([sheetPart('<row/>'.repeat(20_000_000))]);
    expect(await readWorkbook(bytes)).toEqual({ kind: 'too-large', limit: '120 MB unpacked' });
    expect(bytes.length).toBeLessThan(1_000_000);
  });
});
