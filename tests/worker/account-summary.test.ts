import { describe, expect, it } from 'vitest';
import type { TextOptions } from '#contract/ledger.ts';
import { type AmountChoice, AS_FOUND, type SummaryLine } from '#contract/summary.ts';
import { settled } from '../support/fakeTiming.ts';
import { setupLedger } from '../support/ledgerSetup.ts';
import { leavesOf } from '../support/mapping.ts';
import { pick, seededRandom } from '../support/random.ts';

const LIST = leavesOf({ 'TESCO STORES': '6100', 'ACME LTD': '700' });

/** The user has said that the amounts are as they are read. */
const ANSWERED: AmountChoice = { ...AS_FOUND, isReversed: false };

async function summaryOf(text: string, choice: Partial<AmountChoice> = {}, options: TextOptions = {}) {
  const { ledger } = await setupLedger(LIST);
  ledger.classify(1, text, options);
  for (;;) {
    await settled();
    const summary = await ledger.rows.summarise(1, { ...ANSWERED, ...choice });
    if (summary !== undefined) return summary;
  }
}

type Summary = Awaited<ReturnType<typeof summaryOf>>;

/** Account, currency, rows, debit, credit, net; what was not read and what is blank where there is some. */
const short = ({ lines, totals }: Summary) => [...lines, ...totals].map(shortLine);

function shortLine({ kind, account, currency, lines, sums, unread, blank }: SummaryLine): string {
  const name = kind === 'account' ? account : kind;
  const amounts = sums === null ? [] : [sums.debit, sums.credit, sums.net];
  return [name, currency, lines, ...amounts, unread > 0 && `${unread} unread`, blank > 0 && `${blank} blank`]
    .filter((part) => part !== '' && part !== false)
    .join(' ');
}

describe('the summary by account', () => {
  it('counts rows of accounts, without a match, and blank ones; they add up to all', async () => {
    const summary = await summaryOf('TESCO STORES 1\nACME LTD\n\nnothing of the kind\nTESCO STORES');
    expect(summary.lines.map(({ kind, account, lines }) => [kind, account, lines])).toEqual([
      ['account', '700', 1],
      ['account', '6100', 2],
      ['no-match', 'No Match', 1],
      ['blank', '', 1],
    ]);
    expect(summary).toMatchObject({ rows: 5, columns: [], totals: [{ lines: 5, sums: null }] });
  });

  it('adds up the column that looks like amounts, and names what it could not read', async () => {
    const text = [
      'TESCO STORES\t4711\t1.234,50',
      'ACME LTD\t4712\t(0,5)',
      'other thing\t4713\t-12,345-',
      'TESCO STORES\t4714\t\u221234,5',
      '\t4715\t7',
      'ACME LTD\t4716\t',
    ].join('\n');
    const summary = await summaryOf(text, { columns: [2] });
    expect(summary).toMatchObject({ decimal: ',', isDecimalSure: true, filled: 5, unread: 1 });
    expect(summary.firstUnread).toEqual([{ row: 2, cells: ['-12,345-'] }]);
    expect(short(summary)).toEqual([
      '700 2 0,50 0,00 -0,50 1 blank',
      '6100 2 34,50 1234,50 1200,00',
      'no-match 1 0,00 0,00 0,00 1 unread',
      'blank 1 0,00 7,00 7,00',
      'total 6 35,00 1241,50 1206,50 1 unread 1 blank',
    ]);
    const guessed = await summaryOf(text.replace('-12,345-', '12,345'));
    expect(guessed.columns).toEqual([2]);
    expect(guessed.totals[0]?.sums?.net).toBe('1218,845');
  });

  it('says when the column leaves the decimal sign open, and takes the one chosen', async () => {
    const text = 'TESCO STORES\t1.234\nACME LTD\t2.500';
    const net = async (choice: Partial<AmountChoice>) => (await summaryOf(text, choice)).totals[0]?.sums?.net;
    expect(await summaryOf(text, { columns: [1] })).toMatchObject({ isDecimalSure: false });
    expect(await net({ columns: [1] })).toBe('3734');
    expect(await net({ columns: [1], decimal: '.' })).toBe('3.734');
    expect(await net({ columns: [] })).toBeUndefined();
  });

  it('is a table for the clipboard, guarded, and for a file', async () => {
    const { texts } = await summaryOf('TESCO STORES\t1.50\nunknown thing\t-2.25', { columns: [1] });
    const lines = '6100\t1\t0.00\t1.50\t1.50\nNo Match\t1\t2.25\t0.00\t-2.25\nTotal\t2\t2.25\t1.50\t-0.75';
    expect(await texts.clipboard.text()).toBe(lines);
    expect(await texts.file.text()).toBe(lines);
  });

  it('has a line for each currency, and never adds two of them', async () => {
    const text = [
      'TESCO STORES\t€1.50',
      'TESCO STORES\t$2.00',
      'ACME LTD\t£3.00',
      'ACME LTD\t£4.00',
      'ACME LTD\t1.00',
    ];
    const summary = await summaryOf(text.join('\n'));
    expect(short(summary)).toEqual([
      '700 1 0.00 1.00 1.00',
      '700 GBP 2 0.00 7.00 7.00',
      '6100 $ 1 0.00 2.00 2.00',
      '6100 EUR 1 0.00 1.50 1.50',
      'total 1 0.00 1.00 1.00',
      'total $ 1 0.00 2.00 2.00',
      'total EUR 1 0.00 1.50 1.50',
      'total GBP 2 0.00 7.00 7.00',
    ]);
    expect((await summary.texts.file.text()).split('\n')[1]).toBe('700\tGBP\t2\t0.00\t7.00\t7.00');
  });

  it('takes the currency from a column of codes, and amounts without any for the only one that is named', async () => {
    const codes = await summaryOf('TESCO STORES\tUSD\t$1.50\nACME LTD\tCAD\t$2.00\nACME LTD\tCAD\t€3.00');
    expect(short(codes)).toEqual([
      '700 CAD 2 0.00 2.00 2.00 1 unread',
      '6100 USD 1 0.00 1.50 1.50',
      'total CAD 2 0.00 2.00 2.00 1 unread',
      'total USD 1 0.00 1.50 1.50',
    ]);
    const one = await summaryOf('TESCO STORES\t€1.50\nACME LTD\t2.00\nACME LTD\t');
    expect(short(one).at(-1)).toBe('total EUR 3 0.00 3.50 3.50 1 blank');
  });

  it.each([1, 2])('has sums that add up to that of all rows (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const cents: number[] = [];
    const lines = Array.from({ length: 190 }, () => {
      const value = Math.floor((random() - 0.5) * 1_000_000);
      cents.push(value);
      return `${pick(random, ['TESCO STORES', 'ACME LTD', 'other thing', ''])}\t${(value / 100).toFixed(2)}`;
    });
    const { lines: groups, totals } = await summaryOf(lines.join('\n'), { columns: [1] });
    const inCents = (sum: string | undefined) => Number(sum?.replace('.', ''));
    const total = totals[0]?.sums;
    expect(inCents(total?.net)).toBe(cents.reduce((a, b) => a + b));
    expect(inCents(total?.credit) - inCents(total?.debit)).toBe(inCents(total?.net));
    for (const key of ['debit', 'credit', 'net'] as const)
      expect(groups.reduce((sum, line) => sum + inCents(line.sums?.[key]), 0)).toBe(inCents(total?.[key]));
    expect(groups.reduce((sum, line) => sum + line.lines, 0)).toBe(190);
  });
});

describe('two columns of amounts', () => {
  const ROWS = [
    'TESCO STORES\t10.00\t\t990.00',
    'ACME LTD\t5.00\t\t985.00',
    'ACME LTD\t\t4.00\t989.00',
    'other\t\t1,234.50\t2,223.50',
  ];

  it.each([
    'Description\tPaid out\tPaid in\tBalance',
    'Description\tDebit\tCredit\tBalance',
    'Text\tSoll\tHaben\tSaldo',
    'Libellé\tDébit\tCrédit\tSolde',
    '摘要\tお引出し\tお預入れ\t残高',
    '摘要\t出金\t入金\t残高',
    'Description\tWithdrawals (£)\tDeposits (£)\tBalance',
    'Narration\tWithdrawal Amt.\tDeposit Amt.\tClosing Balance',
    'Particulars\tWithdrawal Amount (INR )\tDeposit Amount (INR )\tBalance (INR )',
    'Text\tBelastung CHF\tGutschrift CHF\tSaldo CHF',
    '',
  ])('are one signed amount: %j', async (header) => {
    const summary = await summaryOf([header, ...ROWS].filter(Boolean).join('\n'));
    expect(summary).toMatchObject({ columns: [1, 2], isProven: true, rows: 4 });
    expect(
      short(summary)
        .at(-1)
        ?.replace(summary.totals[0]?.currency ?? '', ''),
    ).toMatch(/^total +4 15\.00 1238\.50 1223\.50$/);
  });

  it('are told by the names of a file, which are not in its text', async () => {
    const rows = ROWS.map((row) => row.slice(0, row.lastIndexOf('\t'))).join('\n');
    const summary = await summaryOf(rows, {}, { names: ['Description', 'In', 'Out'] });
    expect(short(summary).at(-1)).toBe('total 4 1238.50 15.00 -1223.50');
  });

  it('are chosen by the user, and turned as in a ledger', async () => {
    const summary = await summaryOf(ROWS.join('\n'), { columns: [2, 1] });
    expect(short(summary).at(-1)).toBe('total 4 1238.50 15.00 -1223.50');
    const ledger = await summaryOf(ROWS.join('\n'), { columns: [1, 2], isDebitPositive: true });
    expect(short(ledger).at(-1)).toBe('total 4 15.00 1238.50 -1223.50');
  });

  it('may have the minus of what went out already, and zeros in place of blanks', async () => {
    const text =
      'Description\tDebit\tCredit\nTESCO STORES\t-10.00\t0.00\nACME LTD\t0.00\t4.00\nACME LTD\t-5.00\t-';
    expect(short(await summaryOf(text)).at(-1)).toBe('total 3 15.00 4.00 -11.00');
  });
});

describe('one column of amounts', () => {
  it.each([
    ['marks of both sides', ['10.00 DR', '4.00 CR', '5.00 DR'], null, '15.00 4.00 -11.00'],
    ['marks of one side, as on a credit card', ['10.00', '4.00 CR', '5.00'], 'out', '15.00 4.00 -11.00'],
    ['a plus beside a credit', ['-10.00', '+4.00', '5.00 CR'], 'out', '10.00 9.00 -1.00'],
    ['Soll and Haben', ['10,00 S', '4,00 H', '5,00 S'], null, '15,00 4,00 -11,00'],
  ] as const)('may have %s', async (_what, [a, b, c], unmarked, sums) => {
    const summary = await summaryOf(`TESCO STORES\t${a}\nACME LTD\t${b}\nACME LTD\t${c}`);
    expect(summary.unmarked).toBe(unmarked);
    expect(short(summary).at(-1)).toBe(`total 3 ${sums}`);
  });

  it('may have its marks in a column beside it', async () => {
    const text = 'TESCO STORES\t10,00\tS\nACME LTD\t4,00\tH\nACME LTD\t5,00\tS';
    expect(short(await summaryOf(text)).at(-1)).toBe('total 3 15,00 4,00 -11,00');
  });

  it('keeps its signs beside a column of dashes, or of letters that mean something else', async () => {
    for (const mark of ['-', 'D', 'C']) {
      const text = ['10.00', '4.00', '5.00'].map((amount) => `TESCO STORES\t${amount}\t${mark}`).join('\n');
      expect(short(await summaryOf(text)).at(-1)).toBe('total 3 0.00 19.00 19.00');
    }
    const named = await summaryOf('Text\tBetrag\tS/H\nTESCO STORES\t10,00\tS\nACME LTD\t5,00\tS');
    expect(short(named).at(-1)).toBe('total 2 15,00 0,00 -15,00');
  });

  it('is that which the header names, and not the balance before it', async () => {
    const text = 'Description\tBalance\tAmount\nTESCO STORES\t90.00\t-10.00\nACME LTD\t94.00\t4.00';
    expect(await summaryOf(text)).toMatchObject({ columns: [2] });
  });

  it('of a ledger has debits without a sign', async () => {
    const summary = await summaryOf('TESCO STORES\t10.00\nACME LTD\t-4.00', { isDebitPositive: true });
    expect(short(summary).at(-1)).toBe('total 2 10.00 4.00 6.00');
  });
});

describe('rows that are no payments', () => {
  const TEXT = [
    'Date\tDescription\tAmount',
    '01/01/2026\tSaldo Anterior\t100.00',
    '02/01/2026\tTESCO STORES\t-5.00',
    '02/01/2026\tSaldo do dia\t95.00',
  ].join('\n');

  it('are in no sum, have no account, and are not counted as unmatched', async () => {
    const summary = await summaryOf(TEXT);
    expect(short(summary)).toEqual([
      '6100 1 5.00 0.00 -5.00',
      'blank 2 0.00 0.00 0.00',
      'total 3 5.00 0.00 -5.00',
    ]);
    expect(summary).toMatchObject({ balanceRows: 2, isProven: true, rows: 3 });
  });
});

describe('while it is not known which side the amounts are', () => {
  const TEXT = 'TESCO STORES\t10.00\nACME LTD\t4.00';

  it('there are no sums, but a question with a row to look at', async () => {
    const summary = await summaryOf(TEXT, { isReversed: null });
    expect(short(summary)).toEqual(['700 1 1 blank', '6100 1 1 blank', 'total 2 2 blank']);
    expect(summary).toMatchObject({
      question: { isSideOpen: true, currencies: [] },
      samples: [{ row: 0, cells: ['10.00'], amount: '10.00', currency: '', isIn: true }],
      control: null,
    });
  });

  it.each([
    [false, 'total 2 0.00 14.00 14.00'],
    [true, 'total 2 14.00 0.00 -14.00'],
  ])('an answer (the other way round: %s) gives them', async (isReversed, total) => {
    expect(short(await summaryOf(TEXT, { isReversed })).at(-1)).toBe(total);
  });
});

describe('the control total', () => {
  const control = async (text: string, choice: Partial<AmountChoice> = {}) =>
    (await summaryOf(text, choice)).control;
  const table = (...rows: readonly string[]) => ['Description\tAmount\tBalance', ...rows].join('\n');

  it('is that of the column of balances, the newest last or first', async () => {
    const rows = ['TESCO STORES\t-10.00\t90.00', 'ACME LTD\t4.00\t94.00', 'other\t-1.00\t93.00'];
    const reconciled = { opening: '100.00', rows: '-7.00', closing: '93.00', difference: '0.00' };
    for (const order of [rows, rows.toReversed()])
      expect(await control(table(...order))).toEqual({ ...reconciled, breaksAt: null, explainedBy: null });
  });

  it('names the row at which the balances differ', async () => {
    const right = ['TESCO STORES\t-10.00\t90.00', 'ACME LTD\t4.00\t94.00'];
    const wrong = ['other\t-1.00\t83.00', 'other\t-1.00\t82.00'];
    const found = { opening: '100.00', rows: '-8.00', closing: '92.00', difference: '-10.00', breaksAt: 2 };
    expect(await control(table(...right, ...wrong))).toMatchObject(found);
  });

  it('names the column that explains a difference', async () => {
    const text =
      'Description\tAmount\tFee\tBalance\nTESCO STORES\t-10.00\t0.00\t90.00\nACME LTD\t-4.00\t1.00\t85.00\nother\t5.00\t0.00\t90.00';
    expect(await control(text)).toMatchObject({ difference: '-1.00', explainedBy: 2 });
  });

  it('is that of a typed opening balance, and of the closing one of the file', async () => {
    const text = 'TESCO STORES\t-10.00\nACME LTD\t4.00';
    expect(await control(text)).toBeNull();
    const found = { opening: '1000.00', rows: '-6.00', closing: '994.00', difference: null, breaksAt: null };
    expect(await control(text, { opening: '1,000.00' })).toMatchObject(found);
    expect(await control(text, { opening: '1000', closing: '995' })).toMatchObject({ difference: '1.00' });
    expect(await control(text, { opening: 'x' })).toBeNull();
    expect(await control('TESCO STORES\t€1.00\nACME LTD\t$2.00', { opening: '5.00' })).toBeNull();
  });
});
