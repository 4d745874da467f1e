import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { joinedRows } from '#engine/read/columns.ts';
import { type ColumnRow, readColumns } from '#engine/read/readColumns.ts';
import { rowText, splitRows } from '#engine/rows.ts';
import type { ReadChoices } from '#model/fileReading.ts';

/** Statements by what their descriptions are, with the columns from 0 and the description of each row. */
const FILES: readonly (readonly [string, string, readonly number[], readonly string[]])[] = [
  [
    'who and what for',
    'Datum;Name;Verwendungszweck;Betrag\n01.02.2026;ACME LTD;Rent May;-5,00\n02.02.2026;Shop;Shop 7;-6,00',
    [1, 2],
    ['ACME LTD Rent May', 'Shop 7'],
  ],
  [
    'a purpose that most payments lack',
    'Date,Payment Reference,Type,Counterparty,Amount\n2026-01-02,,Card,SHOP,-5.00\n2026-01-03,PAY,Credit,ACME,6.00',
    [1, 3],
    ['SHOP', 'PAY ACME'],
  ],
  [
    'a purpose that some lack, beside a text with a name that nobody knows',
    'Date,Description,Whom it was,Amount\n2026-01-02,Rent,ACME,-5.00\n2026-01-03,,SHOP,-6.00',
    [1, 2],
    ['Rent ACME', 'SHOP'],
  ],
  [
    'numbered',
    'Dag;Tekst 1;Tekst 2;Tekst 3;Beløb\n01-02-2026;CARD;SHOP ONE;;-5,00\n02-02-2026;WIRE;ACME;May;6,00',
    [1, 2, 3],
    ['CARD SHOP ONE', 'WIRE ACME May'],
  ],
  [
    'one column, beside the name of the owner of the account',
    `Date,Name,Description,Amount\n${[1, 2, 3, 4].map((n) => `2026-01-0${n},OWNER,Shop ${n},-5.00`).join('\n')}`,
    [2],
    ['Shop 1', 'Shop 2', 'Shop 3', 'Shop 4'],
  ],
  [
    'one column, which only a total lacks',
    'Date,Description,Kind,Amount\n2026-01-02,Rent,Wire,-5.00\n2026-01-03,Shop,Card,-6.00\nTotal,,,-11.00',
    [1],
    ['Rent', 'Shop', ''],
  ],
];

describe('the descriptions of a statement', () => {
  it.each(FILES)('are %s', async (_what, text, columns, descriptions) => {
    expect(await read(text)).toEqual({ columns, descriptions });
  });

  it('are joined in the columns that are chosen, or in one', async () => {
    const [, text] = FILES[0] as (typeof FILES)[number];
    expect((await read(text, { columns: [2, 'Betrag'] })).descriptions[0]).toBe('Rent May -5,00');
    expect((await read(text, { columns: ['Name'] })).descriptions[0]).toBe('ACME LTD');
  });

  it('are joined in a pasted table, whatever cells a row has', () => {
    const lines = splitRows('1\tACME\tRent\n2\tShop\n3\n\n4\t\tShop');
    const rows = joinedRows(lines, [1, 2]);
    const texts = Array.from({ length: rows.count }, (_, row) => rowText(rows, row));
    expect(texts).toEqual(['ACME Rent', 'Shop', '', '', 'Shop']);
  });
});

async function read(text: string, choices: ReadChoices = {}) {
  const descriptions: (string | undefined)[] = [];
  const take = ({ values }: ColumnRow) => {
    descriptions.push(...values);
    return 'taken' as const;
  };
  const source = sourceOfBytes(new TextEncoder().encode(text));
  const result = await readColumns(source, ['description'], choices, take);
  if (result.kind !== 'read') throw new Error(result.kind);
  return { columns: result.reading.columns, descriptions };
}
