import { describe, expect, it } from 'vitest';
import { AS_FOUND, type JournalChoice } from '#contract/summary.ts';
import { settled } from '../support/fakeTiming.ts';
import { setupLedger } from '../support/ledgerSetup.ts';
import { leavesOf } from '../support/mapping.ts';
import { pick, seededRandom } from '../support/random.ts';

const LIST = leavesOf({ 'TESCO STORES': '6100', 'ACME LTD': '700' });
const BANK: JournalChoice = { ...AS_FOUND, counterpart: '1200', isOneLine: false };

async function journalOf(text: string, choice: Partial<JournalChoice> = {}) {
  const { ledger } = await setupLedger(LIST);
  ledger.classify(1, text);
  for (;;) {
    await settled();
    const journal = await ledger.rows.journal(1, { ...BANK, ...choice });
    if (journal === undefined) continue;
    const cells = async (blob: Blob) =>
      blob.size === 0 ? [] : (await blob.text()).split('\n').map((line) => line.split('\t'));
    const summary = await ledger.rows.summarise(1, { ...BANK, ...choice });
    return { ...journal, postings: await cells(journal.journal), rest: await cells(journal.rest), summary };
  }
}

const TEXT = [
  'Date\tDescription\tAmount\tReference',
  '01/03/2026\tTESCO STORES\t-42.10\tR1',
  '02/03/2026\tACME LTD\t1500\tR2',
  '03/03/2026\tunknown\t-5.00\tR3',
  '04/03/2026\tACME LTD\tsee note\tR4',
  '05/03/2026\tACME LTD\t\tR5',
  '\t\t\t',
].join('\n');

describe('the journal', () => {
  it('has two postings for each row, with the bank as counterpart, and the other rows apart', async () => {
    const { header, postings, rest, restHeader, rows, leftOut } = await journalOf(TEXT);
    expect(header).toEqual(['No', 'Date', 'Text', 'GL Account', 'Debit', 'Credit', 'Currency', 'Reference']);
    expect(postings).toEqual([
      ['1', '01/03/2026', 'TESCO STORES', '6100', '42.10', '', '', 'R1'],
      ['1', '01/03/2026', 'TESCO STORES', '1200', '', '42.10', '', 'R1'],
      ['2', '02/03/2026', 'ACME LTD', '1200', '1500.00', '', '', 'R2'],
      ['2', '02/03/2026', 'ACME LTD', '700', '', '1500.00', '', 'R2'],
    ]);
    expect(restHeader.join('|')).toBe('Row|Date|Text|GL Account|Amount|Currency|Reference|Why');
    expect(rest).toEqual([
      ['3', '03/03/2026', 'unknown', 'No Match', '-5.00', '', 'R3', 'No account'],
      ['4', '04/03/2026', 'ACME LTD', '700', 'see note', '', 'R4', 'Amount not read'],
      ['5', '05/03/2026', 'ACME LTD', '700', '', '', 'R5', 'No amount'],
    ]);
    const left = { account: 1, amount: 1, unread: 1, 'no-payment': 0, blank: 1 };
    expect({ rows, leftOut }).toEqual({ rows: 2, leftOut: left });
  });

  it('has one line with a contra account where that is asked for', async () => {
    const { header, postings } = await journalOf(TEXT, { isOneLine: true });
    expect(header).toContain('Contra account');
    expect(postings).toEqual([
      ['1', '01/03/2026', 'TESCO STORES', '6100', '1200', '42.10', '', '', 'R1'],
      ['2', '02/03/2026', 'ACME LTD', '700', '1200', '', '1500.00', '', 'R2'],
    ]);
  });

  it('debits what a ledger writes without a sign', async () => {
    const { postings } = await journalOf('TESCO STORES\t10.00\nACME LTD\t-4.00', { isDebitPositive: true });
    expect(postings.map((cells) => cells.slice(3, 6))).toEqual([
      ['6100', '10.00', ''],
      ['1200', '', '10.00'],
      ['1200', '4.00', ''],
      ['700', '', '4.00'],
    ]);
  });

  it('has every payment: the same reference at another date, and rows that are alike', async () => {
    const text = [
      'Date\tDescription\tAmount\tReference',
      '01/01/2026\tACME LTD\t-900.00\tRENT',
      '01/02/2026\tACME LTD\t-900.00\tRENT',
      ...Array(2).fill('01/02/2026\tTESCO STORES\t-2.50\t'),
    ];
    const { rows, postings } = await journalOf(text.join('\n'));
    expect({ rows, postings: postings.length }).toEqual({ rows: 4, postings: 8 });
  });

  it.each([1, 2, 3])('balances, and is with the rows apart the summary (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const lines = Array.from({ length: 120 }, () => {
      const amount = pick(random, ['', 'n/a', ((random() - 0.5) * 9_999).toFixed(2)]);
      return `${pick(random, ['TESCO STORES', 'ACME LTD', 'other thing'])}\t${amount}\t`;
    });
    const { postings, rest, summary } = await journalOf(['Description\tAmount\tNote', ...lines].join('\n'));
    const cents = (text = '') => Math.round(Number(text || 0) * 100);
    const net = new Map<string, number>();
    for (const [, , , account = '', debit, credit] of postings)
      net.set(account, (net.get(account) ?? 0) + cents(credit) - cents(debit));
    for (const [, , , , amount = '', , , why] of rest)
      if (why === 'No account') net.set('No Match', (net.get('No Match') ?? 0) + (cents(amount) || 0));
    const booked = [...net].filter(([account]) => account !== 'No Match');
    expect(booked.reduce((sum, [, own]) => sum + own, 0)).toBe(0);
    for (const { account, sums } of summary?.lines ?? [])
      expect(net.get(account) ?? 0).toBe(cents(sums?.net));
  });
});
