import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { readColumns } from '#engine/read/readColumns.ts';
import { statementText } from '#model/text/readMessages.ts';

/** The filled further cells of each row, by the names of their columns; and what is said of the statement. */
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
  const others = rows.map((cells) =>
    Object.fromEntries(names.flatMap((name, at) => (at > 6 && cells[at] ? [[name, cells[at]]] : []))),
  );
  return { amounts: rows.map(([, , amount]) => amount), others, said: statements.map(statementText) };
}

const camt = (entry: string, closing = '88.00') =>
  `<Document xmlns="camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>1</IBAN></Id><Ccy>EUR</Ccy></Acct>${[
    ['OPBD', '100.00'],
    ['CLBD', closing],
  ]
    .map(
      ([code, amount]) =>
        `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`,
    )
    .join(
      '',
    )}<Ntry><Amt Ccy="EUR">12.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>${entry}</Ntry></Stmt></BkToCstmrStmt></Document>`;
const details = (...inner: string[]) =>
  `<NtryDtls>${inner.map((own) => `<TxDtls>${own}</TxDtls>`).join('')}</NtryDtls>`;
const mt940 = (lines: string) => `:20:A\n:25:1\n:60F:C260301EUR100,00\n${lines}\n:62F:C260302EUR93,20\n-\n`;
const ofx = (fields: string) =>
  `<OFX><STMTRS><CURDEF>EUR<BANKTRANLIST><STMTTRN><DTPOSTED>20260302<TRNAMT>-6.80<FITID>F7<NAME>MILL${fields}</STMTTRN></BANKTRANLIST></STMTRS></OFX>`;

describe('what a statement holds beside the payment is in further columns', () => {
  it.each([
    [
      'CAMT: an amount that was exchanged, and charges',
      camt(
        details(
          '<AmtDtls><InstdAmt><Amt Ccy="USD">13.10</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">12.00</Amt><CcyXchg><XchgRate>1.0917</XchgRate></CcyXchg></TxAmt></AmtDtls><Chrgs><Rcrd><Amt Ccy="EUR">0.50</Amt></Rcrd><Rcrd><Amt Ccy="EUR">0.25</Amt></Rcrd></Chrgs>',
        ),
      ),
      [{ Fee: '0.75', 'Original amount': '13.10', 'Original currency': 'USD', Rate: '1.0917' }],
    ],
    [
      'CAMT: a return, and the parties',
      camt(
        `<AddtlNtryInf>Card payment</AddtlNtryInf>${details('<RltdPties><Cdtr><Pty><Nm>PAYWELL</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>DE9</IBAN></Id></CdtrAcct><UltmtCdtr><Pty><Nm>The Mill</Nm></Pty></UltmtCdtr></RltdPties><RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Closed</AddtlInf></RtrInf>')}`,
      ),
      [
        {
          'Return reason': 'AC04 Closed',
          'Ultimate party': 'The Mill',
          'Counterparty account': 'DE9',
          'Additional information': 'Card payment',
        },
      ],
    ],
    [
      'CAMT: charges of the entry, which none of its payments has alone',
      camt(
        `<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">0.40</TtlChrgsAndTaxAmt></Chrgs>${details('<Amt Ccy="EUR">5.00</Amt>', '<Amt Ccy="EUR">7.00</Amt>')}`,
      ),
      [{ Fee: '0.40' }, {}],
    ],
    [
      'CAMT: charges of payments that are one line',
      camt(
        details(
          '<Chrgs><Amt Ccy="EUR">0.10</Amt></Chrgs><RmtInf><Ustrd>A</Ustrd></RmtInf>',
          '<Chrgs><Amt Ccy="EUR">0.20</Amt></Chrgs>',
        ),
      ),
      [{ Fee: '0.30' }],
    ],
    [
      'CAMT: charges in another currency',
      camt(details('<Chrgs><Amt Ccy="USD">0.10</Amt></Chrgs>')),
      [{ Fee: '0.10 USD' }],
    ],
    [
      'MT940: numbered parts',
      mt940(
        ':61:260302D6,80NMSCCUST//BANK7\n:86:177?00DEBIT?20EREF+E5?21OAMT+USD 7,40?22COAM+0,30?23SVWZ+Flour?24ABWE+The Miller?31DE9?32PAYWELL?34914',
      ),
      [
        {
          Fee: '0.30',
          'Original amount': '7.40',
          'Original currency': 'USD',
          'Counterparty account': 'DE9',
          'Ultimate party': 'The Miller',
          'Return reason': '914',
          'Customer reference': 'CUST',
          'Bank reference': 'BANK7',
        },
      ],
    ],
    [
      'MT940: references beside the one of the two sides',
      mt940(':61:260302D6,80NMSCNONREF\n:86:166?20EREF+E5?21KREF+K7?22PREF+P9?23SVWZ+Rent?32OWNER'),
      [{ 'Customer reference': 'K7 P9' }],
    ],
    [
      'MT940: a reference that two fields have, and one between slashes',
      mt940(
        ':61:260302D6,80NMSCK7\n:86:/EREF/E5/KREF/K7/NAME/OWNER/REMI/Rent/\n:61:260302D6,80NMSCC3\n:86:/KREF/K8/NAME/OWNER/',
      ),
      [{ 'Customer reference': 'K7' }, { 'Customer reference': 'C3' }],
    ],
    [
      'MT940: a key that means no return',
      mt940(':61:260302D6,80NMSCNONREF\n:86:166?00TRANSFER?20Rent?32OWNER?34011'),
      [{}],
    ],
    [
      'MT940: parts between slashes, and the further line of 61',
      mt940(
        ':61:260302D6,80NMSCNONREF\n/OCMT/USD7,40/CHGS/EUR1,50/\n:86:/NAME/PAYWELL/REMI/Flour/IBAN/NL9/RTRN/MS03/ULTC/The Mill/EXCH/1,0882/',
      ),
      [
        {
          Fee: '1.50',
          'Original amount': '7.40',
          'Original currency': 'USD',
          Rate: '1.0882',
          'Return reason': 'MS03',
          'Ultimate party': 'The Mill',
          'Counterparty account': 'NL9',
          'Additional information': '/OCMT/USD7,40/CHGS/EUR1,50/',
        },
      ],
    ],
    [
      'OFX: an exchange, the other account, and the payee beside the name',
      ofx(
        '<BANKACCTFROM><ACCTID>5</BANKACCTFROM><CHECKNUM>12<ORIGCURRENCY><CURRATE>1.1<CURSYM>USD</ORIGCURRENCY><BANKACCTTO><BANKID>1<ACCTID>99</BANKACCTTO><PAYEE><NAME>The Mill<ADDR1>Lane 1<CITY>Ulm</PAYEE>',
      ),
      [
        {
          'Original currency': 'USD',
          Rate: '1.1',
          'Counterparty account': '99',
          Payee: 'The Mill',
          Address: 'Lane 1, Ulm',
          'Bank reference': 'F7',
        },
      ],
    ],
    [
      'QIF: the parts of a split payment',
      '!Type:Bank\nD2026-03-02\nT-6.80\nPMILL\nSFood\nEFlour\n$-5.00\nSFuel\n$-1.80\nALane 1\nAUlm\nCX\n^\n',
      [{ Category: 'Food', Splits: 'Food Flour -5.00; Fuel -1.80', Address: 'Lane 1, Ulm', Cleared: 'X' }],
    ],
    [
      'QIF: a trade',
      '!Type:Invst\nD2026-03-02\nNBuy\nYACME\nI3.40\nQ2\nO0.10\nT-6.90\n^\n',
      [{ Quantity: '2', Price: '3.40', Fee: '0.10' }],
    ],
  ])('%s', async (_what, text, others) => {
    expect((await read(text)).others).toEqual(others);
  });

  it('QIF: trades say by their action whether money is paid', async () => {
    const trades = ['Buy', 'Sell', 'Div'].map((action) => `D2026-03-02\nN${action}\nT6.90\n^\n`);
    expect((await read(`!Type:Invst\n${trades.join('')}`)).amounts).toEqual(['-6.90', '6.90', '6.90']);
  });

  it.each([
    ['of the entry', '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">2.00</TtlChrgsAndTaxAmt></Chrgs>', '', ['2.00']],
    ['of each payment', '', '<Chrgs><Rcrd><Amt Ccy="EUR">1.00</Amt></Rcrd></Chrgs>', ['1.00', '1.00']],
  ])('and a batch less its charges is split: %s', async (_of, ofEntry, ofPayment, fees) => {
    const payments = ['4.00', '6.00'].map((amount) => `<Amt Ccy="EUR">${amount}</Amt>${ofPayment}`);
    const { amounts, others, said } = await read(camt(ofEntry + details(...payments)));
    expect(amounts).toEqual(['-4.00', '-6.00']);
    expect(others.flatMap(({ Fee }) => Fee ?? [])).toEqual(fees);
    expect(said[0]).toMatch(/88\.00 EUR: -2\.00 differ: the column Fee\.$/);
  });

  it('but no batch that charges do not make up', async () => {
    const charges = '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">1.00</TtlChrgsAndTaxAmt></Chrgs>';
    const batch = details('<Amt Ccy="EUR">4.00</Amt>', '<Amt Ccy="EUR">6.00</Amt>');
    expect((await read(camt(charges + batch))).amounts).toEqual(['-12.00']);
  });

  it('and a fee explains what a statement differs by', async () => {
    const { amounts, said } = await read(camt(details('<Chrgs><Amt Ccy="EUR">1.50</Amt></Chrgs>'), '86.50'));
    expect(amounts).toEqual(['-12.00']);
    const abroad = await read(camt(details('<Chrgs><Amt Ccy="USD">1.50</Amt></Chrgs>'), '86.50'));
    expect(abroad.said[0]).toMatch(/-1\.50 differ\.$/);
    expect(said[0]).toMatch(/86\.50 EUR: -1\.50 differ: the column Fee\.$/);
  });
});
