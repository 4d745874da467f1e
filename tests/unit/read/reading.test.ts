import { describe, expect, it } from 'vitest';
import { amountHeading } from '#engine/read/amounts/amountNames.ts';
import { findReading } from '#engine/read/amounts/findReading.ts';
import { NOTHING_CHOSEN } from '#model/amountReading.ts';
import { amountsIn, tableOf } from '../../support/readTables.ts';

describe('a heading', () => {
  it.each([
    ['Debit (EUR)', 'out', 'EUR'],
    ['Gutschrift in CHF', 'in', 'CHF'],
    ['Lastschrift CHF', 'out', 'CHF'],
    ['Withdrawal Amt.', 'out', ''],
    ['Deposit Amount', 'in', ''],
    ['Beløp inn', 'in', ''],
    ['Beløp ut', 'out', ''],
    ['Inn på konto', 'in', ''],
    ['Betrag (Soll)', 'out', ''],
    ['受入金額（円）', 'in', 'JPY'],
    ['お支払金額', 'out', ''],
    ['Paid out (£)', 'out', 'GBP'],
    ['Receipts', 'in', ''],
    ['Payments', 'out', ''],
    ['Saídas', 'out', ''],
    ['Výdaje CZK', 'out', 'CZK'],
    ['Дебет (RUB)', 'out', 'RUB'],
  ])('%s means what went %s, in %j', (name, side, currency) => {
    expect(amountHeading(name)).toEqual({ rank: null, side, isBalance: false, currency });
  });

  it.each([
    'Balance',
    'Saldo in CHF',
    'Running balance',
    'Kontostand nach Buchung',
    'Solde euros',
    'יתרה',
    '差引残高',
  ])('%s means balances', (name) => {
    expect(amountHeading(name)).toMatchObject({ rank: null, side: null, isBalance: true });
  });

  it.each(['Amount', 'Betrag (EUR)', 'Montant en EUR', '金額', 'Transaction Amount'])(
    '%s means amounts of both sides',
    (name) => {
      expect(amountHeading(name).rank).not.toBeNull();
    },
  );

  it.each([
    'Text',
    'Partner',
    'Inland',
    'Outlet',
    'Balance transfer fee for the card',
    'Soller',
    'ALL',
    'Value date',
  ])('%s means none of these', (name) => {
    expect(amountHeading(name)).toMatchObject({ rank: null, side: null, isBalance: false });
  });
});

describe('balances prove', () => {
  const PAIR = `Day;Text;Left;Right;Rest
    03/05/2026;MILL;;12.00;488.00
    04/05/2026;WAGES;90.00;;578.00
    06/05/2026;INN;;30.00;548.00`;

  it('which of two columns without names is out', () => {
    expect(amountsIn(tableOf(PAIR, 'Text'))).toEqual(['-12.00', '90.00', '-30.00']);
    const { reading } = findReading(tableOf(PAIR, 'Text'));
    expect(reading).toMatchObject({ evidence: 'balances', isProven: true, balance: 4, question: null });
  });

  it('the same with the newest first, by its dates', () => {
    const [head = '', ...rows] = PAIR.split('\n');
    const table = tableOf([head.replace('Day', 'Date'), ...rows.reverse()].join('\n'), 'Text');
    expect(amountsIn(table)).toEqual(['-30.00', '90.00', '-12.00']);
    expect(findReading(table).reading).toMatchObject({ isProven: true, isNewestFirst: true });
  });

  it('a single column that has what went out without a minus', () => {
    const table = tableOf(
      `Date;Text;Amount;Balance
      01.02.2026;MILL;5.00;95.00
      02.02.2026;INN;7.50;87.50
      03.02.2026;WAGES;-20.00;107.50`,
      'Text',
    );
    expect(amountsIn(table)).toEqual(['-5.00', '-7.50', '20.00']);
    expect(findReading(table).reading).toMatchObject({ isProven: true, isReversed: true });
  });

  it('a balance that stands on the last row of each day, the rows of a day in either order', () => {
    const days = ['Date;Text;Out;In;Balance', '02/06/2026;A;;50.00;520.00', '02/06/2026;B;30.00;;'];
    const above = ['01/06/2026;C;10.00;;500.00', '01/06/2026;D;20.00;;'];
    const table = tableOf([...days, ...above].join('\n'), 'Text');
    expect(findReading(table).reading).toMatchObject({ isProven: true, isNewestFirst: true });
    const other = tableOf(
      [
        'Date;Text;Out;In;Balance',
        '02/06/2026;B;30.00;;',
        '02/06/2026;A;;50.00;520.00',
        '01/06/2026;D;20.00;;',
        '01/06/2026;C;10.00;;500.00',
      ].join('\n'),
      'Text',
    );
    expect(findReading(other).reading).toMatchObject({ isProven: true, isNewestFirst: true });
  });

  it('amounts by balances whose side a column of their own marks', () => {
    const rows = ['A;30,00;S;20,00;S', 'B;50,00;H;30,00;H', 'C;45,00;S;15,00;S'];
    const table = tableOf(['Text;Betrag;S/H;Saldo;S/H', ...rows].join('\n'), 'Text');
    expect(findReading(table).reading).toMatchObject({ isProven: true, balances: { opening: 100_000 } });
    expect(amountsIn(table)).toEqual(['-30.00', '50.00', '-45.00']);
  });

  it('what is left after a fee, though the fee of the oldest payment is before the first balance', () => {
    const rows = ['A;40.00;-1.00;39.00;139.00', 'B;-20.00;0.00;-20.00;119.00'];
    const table = tableOf(['Text;Amount;Charges;Left;Balance', ...rows].join('\n'), 'Text');
    expect(findReading(table).reading).toMatchObject({ isProven: true, balances: { opening: 1_000_000 } });
    expect(amountsIn(table)).toEqual(['39.00', '-20.00']);
  });

  it('a ledger against its names, which has a total below it', () => {
    const rows = ['2 Apr 2026;A;0.00;20.00;80.00', '3 Apr 2026;B;70.00;0.00;150.00'];
    const opening = 'Opening balance;;100.00;0.00;100.00';
    const total = ['Total Current Account;;70.00;20.00;150.00', 'Closing balance;;150.00;0.00;150.00'];
    const lines = ['Date;Text;Debit;Credit;Balance', opening, ...rows, ...total];
    const table = tableOf(lines.join('\n'), 'Text');
    expect(findReading(table).reading).toMatchObject({ isProven: true, evidence: 'balances' });
    expect(amountsIn(table)).toEqual(['balance', '-20.00', '70.00', 'total', 'balance']);
  });

  it('nothing where equal amounts reconcile in both orders and with both signs', () => {
    const table = tableOf(
      `Text;Amount;Balance
      A;5.00;95.00
      B;5.00;90.00
      C;5.00;85.00`,
      'Text',
    );
    const { reading } = findReading(table);
    expect(reading.isProven).toBe(false);
    expect(reading.question).toEqual({ isSideOpen: true, currencies: [] });
  });

  it('nothing by one row', () => {
    const { reading } = findReading(tableOf('Text;Amount;Balance\nA;5.00;95.00', 'Text'));
    expect(reading).toMatchObject({
      isProven: false,
      balances: { agreed: 0 },
      question: { isSideOpen: true },
    });
  });

  it('that names may be wrong, where most of them agree the other way round', () => {
    const table = tableOf(
      `Date;Text;Amount;Balance
      01.03.2026;MILL;10.00;90.00
      02.03.2026;INN;25.00;65.00
      03.03.2026;WAGES;-500.00;565.00
      04.03.2026;x;1.00;500.00`,
      'Text',
    );
    expect(findReading(table).reading.question).toEqual({ isSideOpen: true, currencies: [] });
    const turned = findReading(table, { ...NOTHING_CHOSEN, isReversed: true }).reading;
    expect(turned).toMatchObject({ evidence: 'confirmed', question: null, balances: { breaks: [3] } });
    expect(amountsIn(table, { ...NOTHING_CHOSEN, isReversed: true })[2]).toBe('500.00');
  });

  it('no count of rows to be balances of equal amounts', () => {
    const table = tableOf('No;Text;Amount\n1;A;1.00\n2;B;1.00\n3;C;1.00', 'Text');
    expect(findReading(table).reading).toMatchObject({ isProven: false, question: { isSideOpen: true } });
  });

  it('no count of rows to be balances', () => {
    const table = tableOf('No;Text;Quantity;Price\n1;A;1;3.50\n2;B;1;4.00\n3;C;1;2.00', 'Text');
    expect(findReading(table).reading).toMatchObject({ amounts: [3], isProven: false });
  });

  it('the side, though nothing is proven, where a row was left out of the file', () => {
    const rows = Array.from({ length: 30 }, (_, i) => `${i}.${i % 10}0;${1000 - ((i * (i + 1)) / 2) * 1}`);
    let balance = 1000;
    const lines = rows.map((_row, i) => {
      balance -= i + 1 + (i === 14 ? 3 : 0);
      return `T${i};${i + 1}.00;${balance}.00`;
    });
    const { reading } = findReading(tableOf(['Text;Amount;Rest', ...lines].join('\n'), 'Text'));
    expect(reading).toMatchObject({
      evidence: 'balances',
      isProven: false,
      isReversed: true,
      question: null,
    });
    expect(reading.balances?.breaks).toEqual([14]);
  });
});

describe('without balances', () => {
  it('names of sides count in any order', () => {
    const table = tableOf('Dato;Tekst;Inn;Ut\n1.2.2026;A;;3,00\n2.2.2026;B;9,00;', 'Tekst');
    expect(amountsIn(table)).toEqual(['-3.00', '9.00']);
    expect(findReading(table).reading).toMatchObject({ evidence: 'names', question: null });
  });

  it('of a pair without names, the column that is never above zero is out', () => {
    const table = tableOf('Text;A;B\nX;;-3.00\nY;9.00;', 'Text');
    expect(amountsIn(table)).toEqual(['-3.00', '9.00']);
    expect(findReading(table).reading).toMatchObject({ evidence: 'shapes', question: null });
  });

  it('a pair that nothing tells is asked about, and read as it is answered', () => {
    const table = tableOf('Text;A;B\nX;;3.00\nY;9.00;', 'Text');
    expect(findReading(table).reading).toMatchObject({ evidence: 'none', question: { isSideOpen: true } });
    expect(amountsIn(table, { ...NOTHING_CHOSEN, isReversed: false })).toEqual(['3.00', '-9.00']);
    expect(amountsIn(table, { ...NOTHING_CHOSEN, isReversed: true })).toEqual(['-3.00', '9.00']);
    const answered = findReading(table, { ...NOTHING_CHOSEN, isReversed: true }).reading;
    expect(answered).toMatchObject({ evidence: 'confirmed', question: null, amounts: [2, 1] });
  });

  it('one column with both signs is read as the bank sees it', () => {
    const table = tableOf('Text;Amount\nX;-3.00\nY;9.00', 'Text');
    expect(amountsIn(table)).toEqual(['-3.00', '9.00']);
    expect(findReading(table).reading.question).toBeNull();
  });

  it('one column with plain numbers is asked about, unless its name or a mark tells', () => {
    const open = tableOf('Text;Amount\nX;3.00\nY;9.00', 'Text');
    expect(findReading(open).reading.question).toEqual({ isSideOpen: true, currencies: [] });
    const named = tableOf('Text;Paid out\nX;3.00\nY;9.00', 'Text');
    expect(amountsIn(named)).toEqual(['-3.00', '-9.00']);
    expect(findReading(named).reading.question).toBeNull();
    const marked = tableOf('Text;Amount;D/C\nX;3.00;D\nY;9.00;C', 'Text');
    expect(amountsIn(marked)).toEqual(['-3.00', '9.00']);
    expect(findReading(marked).reading.question).toBeNull();
  });

  it.each([
    ['D/K', 'D', 'K'],
    ['B/A', 'B', 'A'],
    ['Segno', 'D', 'A'],
    ['Way', 'Paid', 'Received'],
  ])('the column %s marks with %s what went out, with %s what came in', (name, out, into) => {
    const table = tableOf(`Text;Amount;${name}\nX;3.00;${out}\nY;9.00;${into}`, 'Text');
    expect(amountsIn(table)).toEqual(['-3.00', '9.00']);
  });

  it.each([
    ['Class', 'B', 'A'],
    ['Status', 'Paid', 'Paid'],
  ])('the column %s with %s and %s has no marks', (name, one, other) => {
    const table = tableOf(`Text;Amount;${name}\nX;3.00;${one}\nY;9.00;${other}`, 'Text');
    expect(findReading(table).reading.question).toEqual({ isSideOpen: true, currencies: [] });
  });

  it.each(['Units sold', 'Nominal'])('the column %s is neither amounts nor balances', (name) => {
    const { reading } = findReading(tableOf(`Text;${name};Amount\nX;4000;-3.00\nY;4001;9.00`, 'Text'));
    expect(reading).toMatchObject({ amounts: [2], balance: null, balances: null });
  });

  it('of two columns that no name tells apart, the one that each payment has', () => {
    expect(amountsIn(tableOf('Text;Cost;Sent\nX;0.10;-9.00\nY;0.00;8.00\nZ;0.00;-7.00', 'Text'))).toEqual([
      '-9.00',
      '8.00',
      '-7.00',
    ]);
  });

  it('a column of one side whose few cells are none says which they are', () => {
    const rows = ['A;3.00;', 'B;see note;', 'C;;n/a', 'D;4.00;'];
    expect(amountsIn(tableOf(['Text;Paid out;Paid in', ...rows].join('\n'), 'Text'))).toEqual([
      '-3.00',
      'unread',
      'unread',
      '-4.00',
    ]);
  });

  it('a column that is called an amount is one though most cells are something else', () => {
    const table = tableOf('Text;Amount;Rate\nX;n/a;1.10\nY;9.00;1.10\nZ;-2.00;1.20\nW;?;1.20', 'Text');
    expect(amountsIn(table)).toEqual(['unread', '9.00', '-2.00', 'unread']);
  });
});

describe('three digits behind each mark', () => {
  it.each([
    ['Amount', '.', ['-1.250', '40.000'], ['-1250', '40000']],
    ['Amount', ',', ['-1,250', '40,000'], ['-1250', '40000']],
    ['Amount (KWD)', '.', ['-1.250', '40.000'], ['-1.250 KWD', '40.000 KWD']],
    ['Amount', '.', ['-1.250', '4.5'], ['-1.250', '4.5']],
  ])('of %s, the mark %s: %j are %j', (name, _mark, cells, amounts) => {
    const table = tableOf([`Text;${name}`, ...cells.map((cell) => `X;${cell}`)].join('\n'), 'Text');
    expect(amountsIn(table)).toEqual(amounts);
  });
});

describe('the currency', () => {
  it.each([
    [
      'of the heading, before a column of codes',
      'Text;Amount (EUR);Original Currency',
      'X;-3.00;USD\nY;4.00;CHF',
      '-3.00 EUR',
    ],
    [
      'of the column beside the amounts',
      'Text;Value A;Foreign;Rate;Currency;Debit;Credit',
      'X;3.00;EUR;0.9;CHF;2.70;\nY;9.00;USD;0.8;CHF;;7.20',
      '-2.70 CHF',
    ],
    [
      'of the column with a word in common',
      'Text;Billing amount;Local amount;Local currency;Billing currency',
      'X;-3.00;-4.00;USD;CHF\nY;5.00;6.00;GBP;CHF',
      '-3.00 CHF',
    ],
    [
      'none, where the codes belong to other numbers',
      'Text;Amount;Original amount;Original currency',
      'X;-3.00;-4.00;USD\nY;5.00;6.00;GBP',
      '-3.00',
    ],
    [
      'of a column apart from all numbers',
      'Currency;Date;Text;Amount',
      'CHF;1.2.2026;X;-3.00\nCHF;2.2.2026;Y;4.00',
      '-3.00 CHF',
    ],
    [
      'of the account, where the shop has another now and then',
      'Text;Amount;Currency;Settled amount;Settled currency',
      'X;-4.00;USD;-3.00;CHF\nY;-5.00;CHF;-5.00;CHF',
      '-3.00 CHF',
    ],
    [
      'of the account, whatever the headings are',
      'Text;One;Ccy;Two;Ccy 2',
      'X;-4.00;USD;-3.00;CHF\nY;-5.00;GBP;-6.00;CHF',
      '-3.00 CHF',
    ],
    [
      'of payments in several, beside fees in one',
      'Text;Amount;Currency;Fee;Fee currency',
      'X;-4.00;USD;0.10;CHF\nY;-5.00;CHF;0.20;CHF',
      '-4.00 USD',
    ],
    [
      'of the cells, where the codes are of amounts with a longer name',
      'Text;Montant en devise locale;Devise locale;Montant',
      'X;-40,00;SEK;-4,00 EUR\nY;-5,00;GBP;-6,00 EUR',
      '-4.00 EUR',
    ],
    ['of the balances', 'Text;Amount;Balance in SEK', 'X;-3.00;5.00\nY;4.00;9.00', '-3.00 SEK'],
  ])('is %s', (_what, head, rows, first) => {
    expect(amountsIn(tableOf(`${head}\n${rows}`, 'Text'))[0]).toBe(first);
  });

  it('is asked about where two columns may as well be meant', () => {
    const table = tableOf('Text;One;Amount;Two\nX;CHF;-3.00;EUR\nY;CHF;4.00;EUR', 'Text');
    expect(findReading(table).reading.question).toEqual({ isSideOpen: false, currencies: ['CHF', 'EUR'] });
    expect(amountsIn(table, { ...NOTHING_CHOSEN, currency: 'EUR' })).toEqual(['-3.00 EUR', '4.00 EUR']);
  });

  it('is asked about where amounts stand in two, and the answer takes its amounts', () => {
    const table = tableOf(
      'Text;Left;Currency;Right;Currency\nX;-4.00;USD;-3.00;CHF\nY;5.00;USD;4.00;CHF',
      'Text',
    );
    expect(findReading(table).reading.question?.currencies).toEqual(['USD', 'CHF']);
    expect(amountsIn(table, { ...NOTHING_CHOSEN, currency: 'CHF' })).toEqual(['-3.00 CHF', '4.00 CHF']);
    expect(amountsIn(table, { ...NOTHING_CHOSEN, currency: 'USD' })).toEqual(['-4.00 USD', '5.00 USD']);
  });
});

describe('rows that are no payments', () => {
  it('are balances among the payments that agree with these', () => {
    const table = tableOf(
      `Date;Text;Amount
      01/01/2026;Saldo Anterior;200.00
      02/01/2026;MILL;-15.00
      02/01/2026;Saldo do dia;185.00
      03/01/2026;WAGES;40.00
      03/01/2026;Saldo do dia;225.00`,
      'Text',
    );
    expect(amountsIn(table)).toEqual(['balance', '-15.00', 'balance', '40.00', 'balance']);
    expect(findReading(table).reading.isProven).toBe(true);
  });

  it.each([
    [
      'on the sides of a pair',
      'Day;Text;In;Out',
      ['Openingssaldo;300,00;', 'MILL;;15,00', 'Ultimosaldo;285,00;'],
    ],
    [
      'with a mark of their side',
      'Dag;Text;Amount;S/H',
      ['Startsaldo;90;H', 'MILL;15;S', 'Saldovortrag;75;H'],
    ],
    ['that are called so in one word', 'Day;Text;Amount', ['이월잔고;80', 'MILL;-5', '차월잔액;75']],
    [
      'without an accent',
      'Day;Text;Amount',
      ['SALDO INICIAL DISPONIVEL DO MES;80', 'MILL;-5', 'Saldo do dia;75'],
    ],
    ['in Turkish', 'Day;Text;Amount', ['Devreden bakiye;80', 'MILL;-5', 'Kapanış bakiyesi;75']],
    ['that say more', 'Day;Text;Amount', ['Saldo na otwarcie;80', 'MILL;-5', 'Saldo na zamknięcie;75']],
  ])('are balances %s, with which the payments agree', (_where, header, rows) => {
    const table = tableOf([header, ...rows.map((row, i) => `2026-04-0${i + 1};${row}`)].join('\n'), 'Text');
    expect(amountsIn(table)).toMatchObject(
      ['balance', /^-/, 'balance'].map((is) => expect.stringMatching(is)),
    );
  });

  it('are balances of the first and the last day that stand below the payments', () => {
    const rows = [
      '02/04;A;2.50;S',
      '03/04;B;9.00;H',
      '01/04;Anfangsbestand;80.00;H',
      '30/04;Endbestand;86.50;H',
    ];
    const text = ['Date;Text;Amount;S/H', ...rows.map((row) => row.replace(';', '/2026;'))].join('\n');
    expect(amountsIn(tableOf(text, 'Text'))).toEqual(['-2.50', '9.00', 'balance', 'balance']);
  });

  it.each(['Total April', 'Subtotal for Mill Street', 'Summe Girokonto'])(
    'are a total that says more, as %s does, where it has no date and its figure fits',
    (label) => {
      const rows = ['Date;Text;Amount', '2026-04-02;A;-2.50', '2026-04-03;B;9.00', `${label};;6.50`];
      expect(amountsIn(tableOf(rows.join('\n'), 'Text'))).toEqual(['-2.50', '9.00', 'total']);
      const dated = [...rows.slice(0, 3), `2026-04-04;${label};6.50`];
      expect(amountsIn(tableOf(dated.join('\n'), 'Text'))).toEqual(['-2.50', '9.00', '6.50']);
      const other = [...rows.slice(0, 3), `${label};;6.60`];
      expect(amountsIn(tableOf(other.join('\n'), 'Text'))).toEqual(['-2.50', '9.00', '6.60']);
    },
  );

  it('are a total below the oldest payment, whose figure is no part of the opening balance', () => {
    const rows = ['3 Apr 2026;B;5.00;;90.00', '2 Apr 2026;A;;20.00;95.00', 'Total;;5.00;20.00;'];
    const { reading } = findReading(tableOf(['Date;Text;Out;In;Balance', ...rows].join('\n'), 'Text'));
    expect(reading).toMatchObject({ isProven: true, isNewestFirst: true, kinds: { totals: [2] } });
    expect(reading.balances?.opening).toBe(750_000);
  });

  it('are a balance without a date below payments that have theirs', () => {
    const table = tableOf('Datum;Text;Betrag\n01.03.2026;MIETE;-950,00\nEndsaldo EUR;;100,00', 'Text');
    expect(amountsIn(table)).toEqual(['-950.00', 'balance']);
  });

  it('are payments where the figure does not fit', () => {
    const table = tableOf('Date;Text;Amount\n01/01/2026;Balance;200.00\n02/01/2026;MILL;-15.00', 'Text');
    expect(amountsIn(table)).toEqual(['200.00', '-15.00']);
  });

  it('are totals of the rows above', () => {
    const table = tableOf(
      'Date;Text;Amount\n1/15/2026;A;-$2.50\n1/16/2026;B;-$1.00\nTransactions Total;;-$3.50',
      'Text',
    );
    expect(amountsIn(table)).toEqual(['-2.50 $', '-1.00 $', 'total']);
  });

  it('are no payments of shops whose name is a label: a total has no date', () => {
    const table = tableOf('Date;Text;Amount\n1/15/2026;A;-2.50\n1/16/2026;TOTAL;-2.50', 'Text');
    expect(amountsIn(table)).toEqual(['-2.50', '-2.50']);
  });

  it('are repeated where two downloads overlap, and balances agree only without them', () => {
    const rows = ['A;-5.00;95.00', 'B;-5.00;90.00', 'C;20.00;110.00', 'D;-1.00;109.00', 'E;-2.00;107.00'];
    const table = tableOf(['Text;Amount;Balance', ...rows.slice(0, 4), ...rows.slice(2)].join('\n'), 'Text');
    const { reading } = findReading(table);
    expect(reading).toMatchObject({ isProven: true });
    expect(reading.kinds).toMatchObject({ repeated: [4, 5], areRepetitionsProven: true });
    expect(amountsIn(table, undefined, true).slice(4)).toEqual(['repeated', 'repeated', '-2.00']);
    expect(amountsIn(table).slice(4)).toEqual(['20.00', '-1.00', '-2.00']);
  });

  it('are no repetitions where the balance came back to what it was', () => {
    const table = tableOf('Text;Amount;Balance\nA;-5.00;95.00\nB;5.00;100.00\nA;-5.00;95.00', 'Text');
    const { reading } = findReading(table);
    expect(reading.isProven).toBe(true);
    expect(reading.kinds.repeated).toEqual([]);
  });
});
