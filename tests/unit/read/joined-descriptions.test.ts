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
    'who and what for, in two words for who',
    'Data;Ordinante/Beneficiario;Causale;Importo\n01/02/2026;ACME SRL;affitto;-5,00\n02/02/2026;BAR SOLE;caffè;-6,00',
    [1, 2],
    ['ACME SRL affitto', 'BAR SOLE caffè'],
  ],
  [
    'who, with a word for a name, and what for',
    'Dátum;Kedvezményezett neve;Jogcím;Összeg\n2026.02.01;ACME KFT;bérleti díj;-5,00\n2026.02.02;BOLT;kávé;-6,00',
    [1, 2],
    ['ACME KFT bérleti díj', 'BOLT kávé'],
  ],
  [
    'who, and a reference where nothing else says what for',
    'Date,Supplier,Reference,Amount\n2026-01-02,ACME,Rent May,-5.00\n2026-01-03,SHOP,Cups,-6.00',
    [1, 2],
    ['ACME Rent May', 'SHOP Cups'],
  ],
  [
    'payer and payee, each of which is the owner of some payments',
    'Date,Sender,Recipient,Details,Amount\n2026-01-02,OWNER,ACME,Rent,-5.00\n2026-01-03,MILL LTD,OWNER,Wages,6.00',
    [1, 2, 3],
    ['OWNER ACME Rent', 'MILL LTD OWNER Wages'],
  ],
  [
    'a name and a purpose, beside the account number of some',
    'Date,Counterparty,Name,Description,Amount\n2026-01-02,,ACME,Rent,-5.00\n2026-01-03,GB33BUKB20201555,MILL,Wages,6.00',
    [2, 3],
    ['ACME Rent', 'MILL Wages'],
  ],
  [
    'a few kinds of booking, and the purpose that says more',
    `Date;Libellé;Libellé détaillé;Montant\n${['ACME', 'SHOP', 'MILL'].map((name) => `01/02/2026;CARTE X1;CARTE X1 ${name};-5,00`).join('\n')}`,
    [1, 2],
    ['CARTE X1 ACME', 'CARTE X1 SHOP', 'CARTE X1 MILL'],
  ],
  [
    'a few kinds of booking, and the text that says more, by a name that nobody knows',
    `Date,Description,Where it was,Amount\n${['ACME', 'SHOP', 'MILL', 'INN'].map((name) => `2026-01-02,Card,${name},-5.00`).join('\n')}`,
    [1, 2],
    ['Card ACME', 'Card SHOP', 'Card MILL', 'Card INN'],
  ],
  [
    'one column, whose few texts come back, beside references and places that are as few',
    `Date,Description,Mark,Town,Amount\n${[1, 2, 3, 4].map((n) => `2026-01-0${n},${n % 2 ? 'SHOP' : 'INN'},REF-${n},${n % 2 ? 'York' : 'Bath'},-5.00`).join('\n')}`,
    [1],
    ['SHOP', 'INN', 'SHOP', 'INN'],
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
