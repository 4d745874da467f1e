import { describe, expect, it } from 'vitest';
import { AS_FOUND } from '#contract/summary.ts';
import { createClassifier } from '#engine/classifier.ts';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { readColumns } from '#engine/read/readColumns.ts';
import { statementText } from '#model/text/readMessages.ts';
import { summariseAccounts } from '#workers/ledger/rows/accountSummary.ts';
import { readPasted } from '#workers/ledger/rows/pastedText.ts';
import { NO_NOTES, ResultTable } from '#workers/ledger/rows/ResultTable.ts';
import { tableReader } from '#workers/ledger/rows/tableReader.ts';

/** What the file reader says, and what the summary adds up of its rows, by currency. */
async function read(text: string) {
  const rows: (readonly string[])[] = [];
  const result = await readColumns(
    sourceOfBytes(new TextEncoder().encode(text)),
    ['description'],
    {},
    (row) => {
      rows.push(row.cells);
      return 'taken';
    },
  );
  if (result.kind !== 'read') throw new Error(result.kind);
  const { names, statements } = result.reading;
  const kinds = rows.map((cells) => cells[names.indexOf('Kind')] ?? '');
  return {
    kinds,
    sums: statements.map(({ sum }) => sum),
    said: statements.map(statementText),
    summed: summed(rows, names),
  };
}

function summed(rows: readonly (readonly string[])[], names: readonly string[]): string[] {
  const text = rows.map((cells) => cells.join('\t').trimEnd()).join('\n');
  const pasted = readPasted(text, { column: [1], names, reader: tableReader });
  const classifier = createClassifier([]);
  const table = new ResultTable(pasted, NO_NOTES, {
    classifierNow: () => classifier,
    isAnswering: () => true,
  });
  table.classifyBatch({ from: 0, to: rows.length });
  return summariseAccounts(table, AS_FOUND).totals.map(({ sums }) => sums?.net ?? 'none');
}

type Row = readonly [day: string, amount: string, name: string];
const ROWS: readonly Row[] = [
  ['03', '250.00', 'SALDO INICIAL'],
  ['03', '-40.00', 'MILL'],
  ['04', '15.50', 'INN'],
  ['04', '225.50', 'Saldo final'],
];

const ofx = (rows: readonly Row[], closing = '', account = '1') =>
  `<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>${rows
    .map(([day, amount, name]) => `<STMTTRN><DTPOSTED>202603${day}<TRNAMT>${amount}<NAME>${name}</STMTTRN>\n`)
    .join(
      '',
    )}</BANKTRANLIST>${closing && `<LEDGERBAL><BALAMT>${closing}<DTASOF>20260304</LEDGERBAL>`}</STMTRS></OFX>`;
const qif = (rows: readonly Row[]) =>
  `!Type:Bank\n${rows.map(([day, amount, name]) => `D2026-03-${day}\nT${amount}\nP${name}\n^\n`).join('')}`;
const mt940 = (rows: readonly Row[], opening: string, closing: string) =>
  `:20:A\n:25:1\n:60F:${opening}\n${rows
    .map(([day, amount, name]) => {
      const mark = amount.startsWith('-') ? 'D' : 'C';
      return `:61:2603${day}${mark}${amount.replace('-', '').replace('.', ',')}NMSCNONREF\n:86:${name}\n`;
    })
    .join('')}:62F:${closing}\n-\n`;
const camt = (rows: readonly Row[], opening: string, closing: string) => {
  const money = (amount: string) =>
    `<Amt Ccy="EUR">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount)}</Bal>`;
  const entries = rows.map(
    ([day, amount, name]) =>
      `<Ntry>${money(amount)}<Sts>BOOK</Sts><BookgDt><Dt>2026-03-${day}</Dt></BookgDt><AddtlNtryInf>${name}</AddtlNtryInf></Ntry>`,
  );
  return `<Document xmlns="camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>1</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
};

describe('balances among the payments of a statement are rows in no sum', () => {
  const [first, mill, inn, last] = ROWS as [Row, Row, Row, Row];
  it.each([
    ['OFX', ofx(ROWS, '225.50'), ['balance', '', '', 'balance']],
    ['OFX, the newest first', ofx(ROWS.toReversed(), '225.50'), ['balance', '', '', 'balance']],
    [
      'OFX, in spaced letters',
      ofx([first, mill, inn, ['04', '225.50', 'S A L D O']]),
      ['balance', '', '', 'balance'],
    ],
    ['OFX without a balance of its own', ofx(ROWS), ['balance', '', '', 'balance']],
    ['OFX whose own balance is of another day', ofx(ROWS, '990.00'), ['balance', '', '', 'balance']],
    ['OFX with the first balance alone', ofx([first, mill, inn], '225.50'), ['balance', '', '']],
    ['OFX with the last balance alone', ofx([mill, inn, last], '225.5'), ['', '', 'balance']],
    ['QIF', qif(ROWS), ['balance', '', '', 'balance']],
    [
      'QIF with an opening balance alone',
      qif([first, mill, inn]).replace('INICIAL\n', 'INICIAL\nL[Checking]\n'),
      ['balance', '', ''],
    ],
    ['MT940', mt940(ROWS, 'C260302EUR250,', 'C260304EUR225,50'), ['balance', '', '', 'balance']],
    [
      'MT940, one alone',
      mt940([mill, first, inn].slice(0, 3), 'C260302EUR290,', 'C260304EUR265,5'),
      ['', 'balance', ''],
    ],
    ['CAMT', camt(ROWS, '250.00', '225.50'), ['balance', '', '', 'balance']],
    [
      'CAMT with a balance of nothing',
      camt([['03', '0.00', 'Saldo'], mill, inn], '250', '225.5'),
      ['balance', '', ''],
    ],
    ['CAMT with a total', camt([mill, inn, ['04', '-24.50', 'Total']], '250', '225.5'), ['', '', 'total']],
  ])('%s', async (_format, text, kinds) => {
    const sums = ['-24.50'];
    expect(await read(text)).toMatchObject({ kinds, sums, summed: sums });
  });

  it('and the statement says how many, and from where they lead', async () => {
    expect((await read(ofx(ROWS, '225.50'))).said).toEqual([
      'Account 1, 2026-03-03 to 2026-03-04: 250.00 − 24.50 = 225.50 EUR, reconciles. 2 rows among the payments are balances or totals, in no sum.',
    ]);
  });

  it('and statements reconcile in either order', async () => {
    const older = mt940([mill], 'C260302EUR90,', 'C260303EUR50,');
    const newer = mt940([inn], 'C260303EUR50,', 'C260304EUR65,50');
    const said = ['Account 1, 2026-03-03 to 2026-03-04: 90 − 24.50 = 65.50 EUR, reconciles.'];
    expect((await read(older + newer)).said).toEqual(said);
    expect((await read(newer + older)).said).toEqual(said);
  });

  it('in each account by itself', async () => {
    const other: Row[] = [
      ['01', '9.00', 'Saldo'],
      ['05', '1.00', 'MILL'],
      ['06', '10.00', 'Saldo'],
    ];
    const both = await read(
      ofx(ROWS, '225.50').replace('</OFX>', ofx(other, '10.00', '2').replace('<OFX>', '')),
    );
    const kinds = ['balance', '', '', 'balance', 'balance', '', 'balance'];
    expect(both).toMatchObject({ kinds, sums: ['-24.50', '1.00'], summed: ['-23.50'] });
  });
});

describe('what is called a balance or a total is a payment', () => {
  it.each([
    [
      'where all payments reconcile',
      mt940([['03', '5.00', 'Saldo']], 'C260302EUR0,', 'C260304EUR5,'),
      '5.00',
    ],
    [
      'where no balance fits',
      ofx(
        [
          ['03', '5.00', 'Saldo'],
          ['04', '-1.00', 'MILL'],
        ],
        '90.00',
      ),
      '4.00',
    ],
    [
      'where the figure is that of a sum by chance',
      qif([
        ['03', '5.00', 'MILL'],
        ['04', '5.00', 'TOTAL'],
      ]),
      '10.00',
    ],
    [
      'where a shop is called so, among balances',
      ofx([...ROWS.slice(0, 3), ['04', '-5.50', 'TOTAL'], ['04', '220.00', 'Saldo']], '220.00'),
      '-30.00',
    ],
    [
      'where a first payment is called so, and is from no account',
      qif([['03', '5.00', 'Opening balance']]),
      '5.00',
    ],
  ])('%s', async (_why, text, sum) => {
    expect(await read(text)).toMatchObject({ sums: [sum], summed: [sum] });
  });

  it('where it does not fit, and the difference is named', async () => {
    const { said } = await read(mt940([['03', '7.00', 'Saldo']], 'C260302EUR0,', 'C260304EUR5,'));
    expect(said).toEqual(['Account 1, 2026-03-03: 0 + 7.00 is not the closing balance 5 EUR: -2.00 differ.']);
  });
});
