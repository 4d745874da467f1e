import { describe, expect, it } from 'vitest';
import { main } from '#cli/importProgram.ts';
import { sourceOfBytes } from '#engine/read/byteSource.ts';
import { readColumns } from '#engine/read/readColumns.ts';
import { readFailureText, readingNotes } from '#model/text/readMessages.ts';
import { runProgram } from '../../support/runProgram.ts';

async function read(text: string) {
  const amounts: string[] = [];
  const source = sourceOfBytes(new TextEncoder().encode(text));
  const result = await readColumns(source, ['description'], {}, ({ cells }) => {
    amounts.push(`${cells[2]} ${cells[3]}`.trim());
    return 'taken';
  });
  if (result.kind !== 'read') return readFailureText(result);
  const { statements } = result.reading;
  const balances = statements.map(({ opening, closing, difference }) => [opening, closing, difference]);
  return { amounts, balances, notes: readingNotes(result.reading) };
}

const mt940 = (opening: string, closing: string, end = '\n-') =>
  `:20:A\n:25:DE1\n${opening}\n:61:2603020302D6,80NMSCNONREF\n:86:SHOP ONE${closing && `\n${closing}`}${end}`;
const ofx = (balance: string, status = '') =>
  `<OFX><BANKMSGSRSV1><STMTTRNRS>${status}<STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20260302<TRNAMT>-6.80<NAME>SHOP ONE</STMTTRN></BANKTRANLIST>${balance}</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const camt = (...balances: string[]) =>
  `<Document xmlns="camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Ccy>EUR</Ccy></Acct>${balances.join('')}<Ntry><Amt Ccy="EUR">6.80</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><AddtlNtryInf>SHOP</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>`;
const bal = (code: string, amount: string, sign = '<CdtDbtInd>CRDT</CdtDbtInd>') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>${sign}</Bal>`;
const OPENING = ':60F:C260301EUR100,00';
const CLOSING = ':62F:C260302EUR93,20';

describe('a balance that cannot be read costs the proof, never the payments', () => {
  it.each([
    [
      'MT940: the last of a page, without a currency',
      mt940(OPENING, ':62M:C26030293,20'),
      ':62M:C26030293,20',
    ],
    ['MT940: the closing one, empty', mt940(OPENING, ':62F:'), ':62F:'],
    ['MT940: the closing one, without an amount', mt940(OPENING, ':62F:C260302EUR'), ':62F:C260302EUR'],
    ['MT940: the closing one, missing', mt940(OPENING, ''), ':62F: is missing'],
    [
      'MT940: the opening one, with letters',
      mt940(':60F:C260301EUR1OO,00', CLOSING),
      ':60F:C260301EUR1OO,00',
    ],
    [
      'MT940: the opening one, without a mark',
      mt940(':60M:260301EUR100,00', CLOSING),
      ':60M:260301EUR100,00',
    ],
    ['MT940: with a point', mt940(OPENING, ':62F:C260302EUR93.20'), ':62F:C260302EUR93.20'],
    ['MT940: with parts of groups', mt940(':60F:C260301EUR1.00,00', CLOSING), ':60F:C260301EUR1.00,00'],
    ['MT940: on no day', mt940(OPENING, ':62F:C260399EUR93,20'), ':62F:C260399EUR93,20'],
    ['OFX: empty', ofx('<LEDGERBAL><BALAMT></BALAMT></LEDGERBAL>'), 'LEDGERBAL'],
    ['OFX: a word', ofx('<LEDGERBAL><BALAMT>N/A<DTASOF>20260302</LEDGERBAL>'), 'LEDGERBAL N/A'],
    ['OFX: without an amount', ofx('<LEDGERBAL><DTASOF>20260302</LEDGERBAL>'), 'LEDGERBAL'],
    [
      'CAMT: without a type',
      camt(bal('OPBD', '100.00'), bal('CLBD', '93.20').replace(/<Tp>.*<.Tp>/, '')),
      '93.20 CRDT',
    ],
    ['CAMT: empty', camt(bal('OPBD', '100.00'), bal('CLBD', '')), 'CLBD CRDT'],
    ['CAMT: with a comma', camt(bal('OPBD', '100,00'), bal('CLBD', '93.20')), 'OPBD 100,00 CRDT'],
    ['CAMT: neither debit nor credit', camt(bal('OPBD', '100.00', ''), bal('CLBD', '93.20')), 'OPBD 100.00'],
  ])('%s', async (_name, text, written) => {
    const outcome = await read(text);
    expect(outcome).toMatchObject({ amounts: ['-6.80 EUR'] });
    if (typeof outcome === 'string') throw new Error(outcome);
    expect(outcome.balances.map(([, , difference]) => difference)).toEqual([null]);
    expect(outcome.notes.join()).toContain(`the balance “${written}” cannot be read and was left out`);
    const { code, err } = await runProgram(main, ['-'], { stdin: text });
    expect(code).toBe(0);
    expect(err).toContain(`“${written}”`);
    expect(err).not.toMatch(/ left out: /);
  });

  it('unless the file was cut off', async () => {
    const cut = mt940(OPENING, '', '');
    const whole = mt940(OPENING, CLOSING);
    for (const text of [cut, cut.replace(':20:A\n', ''), `${whole}\n${cut.replace(':20:A\n', '')}`])
      expect(await read(text)).toMatch(/ends before its closing balance/);
  });

  it.each([
    ['MT940', mt940(OPENING, CLOSING)],
    ['MT940 without a day before the first payment', mt940(OPENING.replace('260301', '000000'), CLOSING)],
    ['CAMT', camt(bal('OPBD', '100.00'), bal('CLBD', '93.20'), bal('ITAV', ''))],
    [
      'CAMT with a balance of the bank itself',
      camt(bal('OPBD', '100.00'), bal('CLBD', '93.20'), bal('X', '1').replace(/(<.?)Cd>/g, '$1Prtry>')),
    ],
  ])('and one that can be read is the proof: %s', async (_name, text) => {
    const balances = [['100.00', '93.20', '0.00']];
    expect(await read(text)).toEqual({ amounts: ['-6.80 EUR'], balances, notes: [] });
  });
});

it('entries that are not booked are named where there are no payments', async () => {
  const pending = camt().replace('BOOK', 'PDNG');
  const refusal =
    'it is a bank statement (CAMT.053) without payments. 1 entry was left out: not booked yet (line 1). Export another period.';
  expect(await read(pending)).toBe(refusal);
});

it('a payment of OFX whose start is cut off is no payment less', async () => {
  const cut = ofx('').replace(/.*<STMTTRN>/, '<TRNAMT>-1.00<NAME>HOTEL</STMTTRN>\n<STMTTRN>');
  expect(await read(cut)).toMatch(/line 1: an amount \(TRNAMT\) stands outside of a transaction/);
});

describe('a point in an amount of MT940 is a mark of thousands', () => {
  it('where groups of three digits follow', async () => {
    const text = mt940(':60F:C260301EUR1.000.100,00', ':62F:C260302EUR100').replace('6,80', '1.000.000,00');
    const expected = { amounts: ['-1000000.00 EUR'], balances: [['1000100.00', '100', '0.00']], notes: [] };
    expect(await read(text)).toEqual(expected);
  });

  it.each(['6.80', '6.8000', '1.00,80', '1234.567,80', '6.', '1..000,00'])(
    'and else no amount: %s',
    async (amount) => {
      const text = mt940(OPENING, CLOSING).replace('6,80', amount);
      expect(await read(text)).toMatch(/^line 4: “2603020302D\d.* is not a movement \(61\)/);
    },
  );
});

describe('an amount of OFX with marks of thousands', () => {
  const read1 = (amount: string, currency = 'EUR') =>
    read(ofx('').replace('-6.80', amount).replace('CURDEF>EUR', `CURDEF>${currency}`));
  it.each([
    ['-1,234.56', '-1234.56'],
    ['1.234,56', '1234.56'],
    ['1.234.567', '1234567'],
    ['-1,234,567.8', '-1234567.8'],
    ["1'234.50", '1234.50'],
    ['1234,500', '1234.500'],
    ['0.125', '0.125'],
    ['+.5', '0.5'],
  ])('is read where it is in no doubt: %s', async (amount, expected) => {
    expect(await read1(amount)).toMatchObject({ amounts: [`${expected} EUR`] });
  });

  it('in a currency of three decimals, too', async () => {
    expect(await read1('1.250', 'KWD')).toMatchObject({ amounts: ['1.250 KWD'] });
  });

  it.each(['1,234', '-12.345'])('and refused where it may be another: %s', async (amount) => {
    expect(await read1(amount)).toMatch(`“${amount}” is not an amount beyond doubt`);
  });

  it.each(['12.3.4', '1,23.4,5', 'ten', '1,2,3'])('and else no amount: %s', async (amount) => {
    expect(await read1(amount)).toMatch(`“${amount}” is not an amount`);
  });
});

const status = (code: string, severity: string, message = '') =>
  `<STATUS><CODE>${code}<SEVERITY>${severity}${message && `<MESSAGE>${message}`}</STATUS>`;

describe('what a bank says of an error', () => {
  it.each([
    [
      'at the sign-on',
      `<OFX><SIGNONMSGSRSV1><SONRS>${status('15500', 'ERROR', 'Sign on again.')}</SONRS></SIGNONMSGSRSV1></OFX>`,
      'Sign on again. (15500)',
    ],
    [
      'for the account',
      `<OFX><SIGNONMSGSRSV1><SONRS>${status('0', 'INFO', 'Success')}</SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS>${status('2003', 'ERROR', 'Account not found &amp; closed')}</STMTTRNRS></BANKMSGSRSV1></OFX>`,
      'Account not found & closed (2003)',
    ],
    [
      'in XML',
      `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>2000</CODE><SEVERITY>ERROR</SEVERITY><MESSAGE>General error</MESSAGE></STATUS></SONRS></SIGNONMSGSRSV1></OFX>`,
      'General error (2000)',
    ],
    ['without words', `<OFX><SONRS>${status('15000', 'ERROR')}</SONRS></OFX>`, 'ERROR (15000)'],
  ])('is the refusal where there are no payments: %s', async (_name, text, message) => {
    const refusal = `it is a bank statement (OFX) without payments. The bank says: “${message}”.`;
    expect(await read(text)).toBe(refusal);
    const { code, err } = await runProgram(main, ['-'], { stdin: text });
    expect({ code, err }).toEqual({ code: 2, err: `import: -: ${refusal}\n` });
  });

  it('is said beside the payments', async () => {
    const notes = ['The bank says: “Some days are missing (2015)”.'];
    const expected = { amounts: ['-6.80 EUR'], notes };
    expect(await read(ofx('', status('2015', 'WARN', 'Some days are missing')))).toMatchObject(expected);
  });

  it('is nothing where all is well', async () => {
    expect(await read(ofx('', status('0', 'INFO', 'SUCCESS')))).toMatchObject({ notes: [] });
  });
});
