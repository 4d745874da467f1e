import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { SheetTable, SpreadsheetFormat } from '#contract/spreadsheet.ts';
import { writeSpreadsheet } from '#workers/spreadsheet/writeSpreadsheet.ts';

const lines = new Blob(['café Zürich\t00450\n=1+1\t6100\n"quoted", here\tNo Match\n\t']);
const header = ['Description', 'GL Account'];

async function made(format: SpreadsheetFormat, table: SheetTable): Promise<Blob> {
  const result = await writeSpreadsheet(format, [table]);
  if (result.kind !== 'files' || result.files.length !== 1) throw new Error(result.kind);
  return result.files[0] as Blob;
}

async function fileOf(format: SpreadsheetFormat): Promise<Uint8Array> {
  return new Uint8Array(await (await made(format, { header, lines })).arrayBuffer());
}

describe('an exported result', () => {
  it('as CSV: quoted, with a byte order mark, formulas defused', async () => {
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await fileOf('csv'))).toBe(
      '\ufeff"Description","GL Account"\r\n"café Zürich","00450"\r\n"\'=1+1","6100"\r\n"""quoted"", here","No Match"\r\n"",""\r\n',
    );
  });

  it('without lines has the header alone', async () => {
    expect(await (await made('csv', { header, lines: new Blob([]) })).text()).toBe(
      '"Description","GL Account"\r\n',
    );
  });

  it('as CSV with semicolons', async () => {
    const text = new TextDecoder().decode(await fileOf('csv-semicolons'));
    expect(text.split('\r\n').slice(0, 2)).toEqual(['"Description";"GL Account"', '"café Zürich";"00450"']);
  });

  it('as XLSX: every cell a text, no formula, zeros and accents kept', async () => {
    const files = unzipSync(await fileOf('xlsx'));
    const text = (name: string) => new TextDecoder().decode(files[name]);
    const sheet = text('xl/worksheets/sheet1.xml');
    expect(sheet).not.toContain('<f>');
    expect(sheet.match(/<c [^>]*t="(s|inlineStr)"/g)?.length).toBeGreaterThanOrEqual(8);
    const strings = files['xl/sharedStrings.xml'] ? text('xl/sharedStrings.xml') : sheet;
    for (const value of ['café Zürich', '00450', '=1+1']) expect(strings).toContain(value);
  });

  it('has the names of accounts in a column of its own where they are given', async () => {
    const names = {
      byCode: new Map([['00450', '=Cash; "petty"']]),
      columns: [{ title: 'Account name', of: -1 }],
    };
    const text = await (await made('csv', { header, lines, names })).text();
    expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
      '"Description","GL Account","Account name"',
      '"café Zürich","00450","\'=Cash; ""petty"""',
      '"\'=1+1","6100",""',
      '"""quoted"", here","No Match",""',
      '"","",""',
      '',
    ]);
  });

  it('as XLSX has numbers where they are asked for, unless they would be rounded', async () => {
    const figures = new Blob(['00450\t2\t-1234,50\nTotal\t3\t1234567890123456,78\n=1\t\tx']);
    const numbers = { columns: [1, 2], decimal: ',' } as const;
    const file = await made('xlsx', { header: ['Account', 'Rows', 'Net'], lines: figures, numbers });
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
    const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml']);
    const numberCells = sheet.matchAll(/<c r="([A-Z]\d)"(?![^>]*t="s")[^>]*><v>([^<]*)</g);
    const found = [...numberCells].map(([, at, value]) => `${at} ${value}`);
    expect(found).toEqual(['B2 2', 'C2 -1234.5', 'B3 3']);
    expect(new TextDecoder().decode(files['xl/styles.xml'])).toContain('#,##0.00');
  });

  it('says what a sheet cannot hold', async () => {
    const long = new Blob(['a\tb\n'.repeat(1_048_576)]);
    const result = await writeSpreadsheet('xlsx', [{ header, lines: long }]);
    expect(result).toEqual({ kind: 'too-many-rows', most: 1_048_575 });
  });
});
