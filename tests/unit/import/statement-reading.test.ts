import { describe, expect, it } from 'vitest';
import { main as classify } from '#cli/classifyProgram.ts';
import { main } from '#cli/importProgram.ts';
import { runProgram } from '../../support/runProgram.ts';
import { testFile } from '../../support/testFolder.ts';

/** What `import --json` says of a table. */
async function readTable(text: string, ...args: readonly string[]) {
  const { code, out, err } = await runProgram(main, [testFile('statement.csv', text), '--json', ...args]);
  return { code, err, ...(out === '' ? {} : JSON.parse(out)) };
}

/** The amounts of rows as they are printed, a payment's with its currency. */
const figures = (amounts: readonly (string | null | { amount: string; currency: string })[] | null) =>
  amounts?.map((figure) =>
    typeof figure === 'object' && figure !== null
      ? `${figure.amount} ${figure.currency}`.trim()
      : String(figure),
  );

const ONE_SIDE = `Date;Text;Figure\n03.02.2026;BAKERY NORTH;12.50\n04.02.2026;GARAGE;80.00\n`;
const PAIR = `Date;Text;Uno;Due\n03.02.2026;BAKERY;12.50;\n04.02.2026;WAGES;;900.00\n05.02.2026;FUEL;40.00;\n`;
const WITH_BALANCES = `Datum;Text;Zugang in EUR;Abgang in EUR;Stand
02.02.2026;Übertrag;;;500.00
03.02.2026;BAKERY;;12.50;487.50
04.02.2026;WAGES;900.00;;1387.50
05.02.2026;Endsaldo;;;1387.50
`;

describe('npm run import reads a table as a statement', () => {
  it('proves the reading by balances, and names the rows that are none of the payments', async () => {
    const { code, err, reading, question, amounts, control, pairs } = await readTable(WITH_BALANCES);
    expect({ code, question, amounts: figures(amounts), control }).toEqual({
      code: 0,
      question: null,
      amounts: ['balance', '-12.50 EUR', '900.00 EUR', 'balance'],
      control: {
        opening: '500.00',
        rows: '887.50',
        closing: '1387.50',
        difference: '0.00',
        breaksAt: null,
        explainedBy: null,
      },
    });
    expect(reading).toEqual({
      amounts: [
        { column: 4, name: 'Abgang in EUR' },
        { column: 3, name: 'Zugang in EUR' },
      ],
      sides: 'out-in',
      marks: null,
      decimal: '.',
      currency: 'EUR',
      balance: { column: 5, name: 'Stand' },
      order: 'oldest-first',
      evidence: 'balances',
      isProven: true,
      agreed: 2,
    });
    expect(pairs).toContainEqual(['BAKERY', '']);
    expect(err).toContain('balances, which are no payments: line 2, 5.');
  });

  it.each([
    ['one column', ONE_SIDE, ['12.50', '80.00'], /nothing tells whether line 2 \(BAKERY NORTH: 12\.50\)/],
    [
      'a pair',
      PAIR,
      ['-12.50', '900.00', '-40.00'],
      /in-positive: Uno is what went out, and Due what came in/,
    ],
  ])(
    'leaves amounts out while it is open which side they are of, until told: %s',
    async (_, text, inPositive, said) => {
      const open = await readTable(text);
      expect([open.code, open.amounts, open.control, open.question.isSideOpen]).toEqual([
        0,
        null,
        null,
        true,
      ]);
      expect(open.err).toMatch(said);
      const answered = await readTable(text, '--amounts', 'in-positive');
      expect([figures(answered.amounts), answered.question]).toEqual([inPositive, null]);
      const reversed = await readTable(text, '--amounts', 'out-positive');
      const turned = inPositive.map((amount) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`));
      expect(figures(reversed.amounts)).toEqual(turned);
    },
  );

  it.each([
    ['Sent Amount', 'Received Amount'],
    ['Gesendet', 'Empfangen'],
    ['Montant envoyé', 'Montant reçu'],
    ['Enviado', 'Recibido'],
  ])('knows both sides of %s and %s', async (out, into) => {
    const lines = `03.02.2026;BAKERY;12.50;\n04.02.2026;WAGES;;900.00\n`;
    expect(figures((await readTable(`Date;Text;${out};${into}\n${lines}`)).amounts)).toEqual([
      '-12.50',
      '900.00',
    ]);
  });

  it('adds up no two currencies, though one is no money of a country', async () => {
    const head = 'Date;Text;Sent Amount;Sent Currency;Received Amount;Received Currency\n';
    const rows = '03.02.2026;TRADE;12.50;EUR;0.25;BTC\n04.02.2026;WAGES;;;900.00;EUR\n';
    const { amounts, question } = await readTable(head + rows);
    expect([amounts, question.currencies]).toEqual([null, ['EUR', 'BTC']]);
  });

  it('reads a list whose accounts are texts, though another column of codes is empty', async () => {
    const lines = 'BAKERY;03.02.2026;;Food;-12.50\nWAGES;04.02.2026;;Income;900.00\n';
    const { amounts } = await readTable(`Description;Date;Code;Account;Amount\n${lines}`);
    expect(amounts).toBeUndefined();
  });

  it('takes totals that stand beside each payment for no payments', async () => {
    const lines = '03.02.2026;40.00;90.00;BAKERY;-40.00\n04.02.2026;40.00;90.00;WAGES;90.00\n';
    const { amounts } = await readTable(`Date;Expenses;Income;Text;Amount\n${lines}`);
    expect(figures(amounts)).toEqual(['-40.00', '90.00']);
  });

  it('reads no list of accounts from a column of them that is empty', async () => {
    const lines = 'SAVINGS;03.02.2026;BAKERY;;-12.50\nCURRENT;04.02.2026;WAGES;;900.00\n';
    const { amounts } = await readTable(`Account;Date;Payee;Category;Amount\n${lines}`);
    expect(figures(amounts)).toEqual(['-12.50', '900.00']);
  });

  it('keeps what balances prove where the same is said', async () => {
    const text = `Date;Text;Amount;Balance\n03.02.2026;BAKERY;12.50;87.50\n04.02.2026;WAGES;-900.00;987.50\n`;
    const wanted = ['-12.50', '900.00'];
    expect(figures((await readTable(text)).amounts)).toEqual(wanted);
    expect(figures((await readTable(text, '--amounts', 'out-positive')).amounts)).toEqual(wanted);
  });

  const CRYPTO = `Date;Text;Sent Amount;Sent Currency;Received Amount;Received Currency
03.02.2026;TRADE;12.50;EUR;0.25;BTC
04.02.2026;WAGES;;;900.00;EUR
`;
  it.each([
    ['btc', '-12.25 BTC'],
    ['EUR', '-12.25 EUR'],
    ['chf', '-12.25 CHF'],
  ])('takes a currency that is offered, or any of a country: --currency %s', async (code, trade) => {
    expect(figures((await readTable(CRYPTO, '--currency', code)).amounts)?.[0]).toBe(trade);
  });

  it.each([
    ['--amounts', 'positive', 'expected in-positive or out-positive'],
    ['--currency', 'EURO', 'expected an ISO code'],
  ])('refuses %s %s', async (option, value, said) => {
    const { code, err } = await readTable(ONE_SIDE, option, value);
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
  });

  const OFF = `Date;Text;Amount;Fee;Balance
03.02.2026;BAKERY;-12.50;;87.50
04.02.2026;WAGES;900.00;1.50;986.00
05.02.2026;RENT;-86.00;;900.00
`;
  it.each([
    [
      'cells of an amount column',
      'Date;Text;Amount\n03.02.2026;BAKERY;-12.50\n04.02.2026;WAGES;see letter\n05.02.2026;RENT;9.00\n',
      'no amounts, and in no sum: line 3 (see letter).',
    ],
    ['a balance that is off', OFF.replace('1.50', ''), 'balances off by 1.50 from row 2 (line 3).'],
    ['the column that explains it', OFF, 'balances off by 1.50 from row 2 (line 3): the column Fee.'],
  ])('names on standard error %s, as classify does', async (_, text, said) => {
    expect((await readTable(text)).err).toContain(`statement.csv: ${said}\n`);
    const list = testFile('list.tsv', 'BAKERY\t6100\n');
    const input = testFile('statement.csv', text);
    const { err } = await runProgram(classify, ['--mappings', list, '--input', input]);
    expect(err).toContain(`statement.csv: ${said}\n`);
  });

  it('and no balance while a question is open', async () => {
    const { err, question } = await readTable(ONE_SIDE.replace('Figure', 'Figure;Balance'));
    expect([question.isSideOpen, err]).toEqual([true, expect.not.stringContaining('off by')]);
  });

  it.each([
    ['Text', 'BAKERY'],
    ['2', 'BAKERY'],
    ['3+Text', 'NORTH BAKERY'],
  ])('takes the column of descriptions alone: --columns %s', async (columns, description) => {
    const text = 'Date;Text;Note;Amount\n03.02.2026;BAKERY;NORTH;-12.50\n04.02.2026;WAGES;MAY;900.00\n';
    const { pairs, amounts } = await readTable(text, '--columns', columns);
    expect([pairs[0], amounts?.length]).toEqual([[description, ''], 2]);
  });

  it.each([
    ['Text', 'Description;GL Account;Text\nBAKERY;6100;A\n', 'expected 2 columns with a comma between them'],
    ['Nothing', PAIR, 'it has no column “Nothing”'],
    ['1,2,3', PAIR, 'expected 2 columns'],
  ])('refuses --columns %s of a list, and one that is not there', async (columns, text, said) => {
    const { code, err } = await readTable(text, '--columns', columns);
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
  });

  it.each([
    ['the same account in all rows', 'Account', ['CURRENT', 'CURRENT', 'CURRENT'], true],
    ['long numbers', 'Konto', ['DE02 1203 0000', 'DE02 1203 0001', ''], true],
    ['codes of GL accounts', 'Konto', ['6100', '6200', '6100'], false],
    ['a name that is no bank’s', 'Sachkonto', ['6100', '6100', '6100'], false],
    ['codes of payments', 'Code', ['DD', 'TR', 'DD'], true],
    ['codes that are GL accounts', 'Code', ['6100', '6200', '6100'], false],
    ['categories', 'Konto;Category', ['MAIN;6100', 'MAIN;6200', 'MAIN;6100'], false],
    ['names beside balances', 'Saldo;Konto', ['90;MAIN', '79;MAIN', '67;SAVINGS'], true],
    ['the only account, beside a balance', 'Konto;Saldo', ['12345678;90'], true],
    ['GL accounts beside balances', 'Konto;Saldo', ['6100;90', '6200;79'], false],
    ['the bank’s categories, beside balances', 'Saldo;Category', ['90;Food', '79;Travel'], true],
  ])('tells the bank’s own account from GL accounts: %s', async (_, name, accounts, isStatement) => {
    const lines = accounts.map((account, i) => `0${i + 1}.02.2026;SHOP ${'ABC'[i]};-1${i}.00;${account}`);
    const { pairs, amounts } = await readTable(`Datum;Text;Betrag;${name}\n${lines.join('\n')}\n`);
    expect([amounts !== undefined, pairs[0][1]]).toEqual([isStatement, isStatement ? '' : '6100']);
  });

  it('is no list of lines that are cut at decimal commas', async () => {
    const text = `Konto: 77\nInhaber: MILL KG\nSaldo: 100,00\n\nTag;Wer;Ausgang;Eingang\n03.02.2026;BAKERY;12,50;\n`;
    const { amounts, header } = await readTable(text);
    expect([header?.length, amounts]).toEqual([4, [{ amount: '-12.50', currency: '' }]]);
  });
});

describe('npm run classify reads the input as a statement', () => {
  const run = (text: string, ...args: readonly string[]) => {
    const list = testFile('list.tsv', 'BAKERY\t6100\nWAGES\t7000\n');
    const input = testFile('statement.csv', text);
    return runProgram(classify, ['--mappings', list, '--input', input, '--json', ...args]);
  };

  it('gives balances and totals no account, and payments their amounts', async () => {
    const { out, err } = await run(WITH_BALANCES, '--guess', '1', '--keyword');
    expect(err).toContain('balances, which are no payments: line 2, 5.');
    const answers = JSON.parse(out);
    expect(
      answers.map(({ glAccount, how, keyword }: Record<string, unknown>) => [glAccount, how, keyword]),
    ).toEqual([
      ['', 'balance', null],
      ['6100', 'exact', 'BAKERY'],
      ['7000', 'exact', 'WAGES'],
      ['', 'balance', null],
    ]);
    expect(answers[1]).toMatchObject({ amount: '-12.50', currency: 'EUR' });
  });

  it('leaves amounts out while a question is open, and takes its answer', async () => {
    const open = await run(ONE_SIDE);
    expect(open.err).toMatch(/nothing tells whether .* \(--amounts in-positive or out-positive\)/);
    expect(JSON.parse(open.out)[0].amount).toBeNull();
    expect(JSON.parse((await run(ONE_SIDE, '--amounts', 'out-positive')).out)[0].amount).toBe('-12.50');
  });
});
