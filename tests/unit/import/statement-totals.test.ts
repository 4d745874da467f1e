import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { readColumns } from '#engine/read/readColumns.ts';
import { statementText } from '#model/text/readMessages.ts';
import { IMPORT_FOLDER } from '../../support/importCases.ts';

async function totalsOf(bytes: Uint8Array) {
  const read = await readColumns(sourceOfBytes(bytes), ['description'], {}, () => 'taken');
  if (read.kind !== 'read') throw new Error(read.kind);
  return read.reading.statements;
}
const fixture = (name: string) => totalsOf(readFileSync(IMPORT_FOLDER + name));
const text = (lines: string) => totalsOf(new TextEncoder().encode(lines));

const mt940 = (closing: string) =>
  text(
    `:20:S\n:25:BANK/77\n:28C:1/1\n:60F:C260228EUR1000,00\n:61:2603020302D42,17NTRFA\n:86:Fee\n:61:2603050305C5,NTRFB\n:86:In\n:62F:${closing}\n-\n`,
  );

describe('the control total of a statement', () => {
  it('is that of its balances: MT940', async () => {
    const [total] = await mt940('C260331EUR962,83');
    expect(total).toEqual({
      account: 'BANK/77',
      currency: 'EUR',
      rows: 2,
      noPayments: 0,
      from: '2026-03-02',
      to: '2026-03-05',
      sum: '-37.17',
      opening: '1000.00',
      closing: '962.83',
      difference: '0.00',
      explainedBy: null,
    });
    expect(total && statementText(total)).toBe(
      'Account BANK/77, 2026-03-02 to 2026-03-05: 1,000.00 − 37.17 = 962.83 EUR, reconciles.',
    );
  });

  it('says what differs, and counts an overdraft as one', async () => {
    const [total] = await mt940('D260331EUR962,83');
    expect(total && statementText(total)).toBe(
      'Account BANK/77, 2026-03-02 to 2026-03-05: 1,000.00 − 37.17 is not the closing balance -962.83 EUR: -1,925.66 differ.',
    );
  });

  it.each([
    [
      'statement-camt-02-german.xml',
      ['Account DE02120300000000202051, 2026-03-02 to 2026-03-03: payments of 1,105.00 EUR.'],
    ],
    [
      'statement-mt940-two-statements.sta',
      [
        'Account DE1, 2026-03-02: 1,000.00 − 1.00 is not the closing balance 900.00 EUR: -99.00 differ.',
        'Account US2, 2026-03-02: 1,000.00 + 2.00 is not the closing balance 900.00 USD: -102.00 differ.',
      ],
    ],
    [
      'statement-ofx1-us-bank.ofx',
      ['Account 000111222, 2026-03-02 to 2026-03-03: payments of 1,457.83 USD, balance 100.00 USD.'],
    ],
    ['statement-qif-bank.qif', ['2026-03-31 to 2026-04-01: payments of 765.44.']],
  ])('%s has one for each account and currency', async (name, words) => {
    expect((await fixture(name)).map(statementText)).toEqual(words);
  });

  it('of CAMT has the booked balances', async () => {
    const balance = (code: string, amount: string, mark = 'CRDT') =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd></Bal>`;
    const entry =
      '<Ntry><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt></Ntry>';
    const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE1</IBAN></Id></Acct>${balance('OPBD', '10.00')}${balance('CLBD', '2.50', 'DBIT')}${balance('CLAV', '99.00')}${entry}</Stmt></BkToCstmrStmt></Document>`;
    expect((await text(xml)).map(statementText)).toEqual([
      'Account DE1, 2026-03-02: 10.00 − 12.50 = -2.50 EUR, reconciles.',
    ]);
  });
});
