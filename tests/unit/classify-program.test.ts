import { describe, expect, it } from 'vitest';
import { main } from '#cli/classifyProgram.ts';
import { IMPORT_CASES, IMPORT_FOLDER } from '../support/importCases.ts';
import { runProgram } from '../support/runProgram.ts';
import { testFile } from '../support/testFolder.ts';

const run = (args: readonly string[], stdin: string | Buffer = '', isTerminal = false) =>
  runProgram(main, args, { stdin, isTerminal });

const LIST = 'ACME Ltd\t6100\nTesco\t7200\nAmoco\t5000\n';
const GUESSED = 'Taxis of Leeds\t6300\nHotel York\t6350\n';

/** Classifies standard input by a list. */
const classify = (input: string | Buffer, args: readonly string[] = [], list: string | Buffer = LIST) =>
  run(['--mappings', testFile('list.tsv', list), ...args], input);
/** The first cell of each line. */
const firstCells = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0]);

describe('classify prints one line per description, in order', () => {
  const cases: readonly [name: string, input: string, expected: string][] = [
    [
      'contained, exact and none',
      'pay acme ltd\nTESCO\nnothing\n',
      'pay acme ltd\t6100\nTESCO\t7200\nnothing\tNo Match\n',
    ],
    ['a blank line has an empty account', 'amoco\n\n  \n', 'amoco\t5000\n\t\n  \t\n'],
    ['a tab inside a line becomes a space', 'acme\tltd\n', 'acme ltd\t6100\n'],
    ['CRLF and a missing last line end', 'amoco\r\ntesco', 'amoco\t5000\ntesco\t7200\n'],
    ['a byte order mark is not part of the first line', '\ufeffamoco\n', 'amoco\t5000\n'],
  ];
  it.each(cases)('%s', async (_name, input, expected) => {
    expect(await classify(input)).toEqual({ code: 0, out: expected, err: '' });
  });

  it('names a keyword of fewer than five characters, which only matches as the whole line', async () => {
    const list = testFile('short.csv', 'abc,6400\nTesco,7200\n');
    const { code, out, err } = await run(['--mappings', list], 'abc\nabc fuel\n');
    expect([code, out]).toEqual([0, 'abc\t6400\nabc fuel\tNo Match\n']);
    expect(err).toMatch(/short\.csv, line 1: the description has fewer than 5 characters; it is used here/);
  });

  const NOTHING = ['', '\n \n', 'Date,Description,Amount\n'];
  it.each(NOTHING)('ends with 2 where nothing is to classify: %j', async (input) => {
    const { code, out, err } = await classify(input);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^classify: standard input: nothing to classify\./m);
  });

  it('names keywords that the shared list could not hold, and matches them like others', async () => {
    const mappings = testFile('names.tsv', 'hasOwnProperty\t6100\n__proto__\t7200\nconstructors\t5000\n');
    const lines = ['my hasOwnProperty x', '__proto__', 'constructor', 'toString', 'constructors ltd'];
    const accounts = ['6100', '7200', 'No Match', 'No Match', '5000'];
    const { code, out, err } = await run(['--mappings', mappings], lines.join('\n'));
    expect(code).toBe(0);
    expect(out).toBe(lines.map((line, i) => `${line}\t${accounts[i]}\n`).join(''));
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/names\.tsv: “hasOwnProperty” cannot be stored.*“HASOWNPROPERTY”/),
      expect.stringContaining('“__proto__” cannot be stored'),
      '',
    ]);
  });

  it('reads the descriptions from a file', async () => {
    const [mappings, input] = [testFile('list.tsv', LIST), testFile('lines.txt', 'Tesco Leeds\n')];
    expect((await run(['--mappings', mappings, '--input', input])).out).toBe('Tesco Leeds\t7200\n');
  });

  it.each([
    'statement-mt940-german.sta',
    'statement-camt-04-swiss-batch.xml',
    'statement-ofx1-us-bank.ofx',
    'statement-qif-bank.qif',
  ])('reads the descriptions of a bank statement: %s', async (name) => {
    const list = testFile('list.tsv', LIST);
    const { code, out, err } = await run(['--mappings', list, '--input', IMPORT_FOLDER + name]);
    const { rows = [] } = IMPORT_CASES.find((known) => known.file === name) ?? {};
    expect({ code, err: err.replace(/^.* (is not certain|differ).*\n/gm, '') }).toEqual({ code: 0, err: '' });
    expect(firstCells(out)).toEqual(rows.map(([, text]) => text));
  });

  it('prints one JSON array, an object per line, with how and by which keyword', async () => {
    const { out } = await classify('pay acme ltd\nAmoco\n\nnothing\n', ['--json']);
    expect(JSON.parse(out)).toEqual([
      { description: 'pay acme ltd', glAccount: '6100', how: 'contained', keyword: 'ACME Ltd' },
      { description: 'Amoco', glAccount: '5000', how: 'exact', keyword: 'Amoco' },
      { description: '', glAccount: '', how: 'blank', keyword: null },
      { description: 'nothing', glAccount: 'No Match', how: 'none', keyword: null },
    ]);
    expect(out.split('\n')).toHaveLength(7);
  });

  it('prints likely accounts behind a line without a match when asked to', async () => {
    const mappings = testFile('guess.tsv', 'Taxis of Leeds\t6300\nTaxis York\t6300\nHotel York\t6350\n');
    const { out } = await run(['--mappings', mappings, '--guess', '3'], 'leeds taxi\nhotel york\n\n***\n');
    expect(out).toBe('leeds taxi\tNo Match\t6300\t6350\nhotel york\t6350\n\t\n***\tNo Match\n');
    const one = await run(['--mappings', mappings, '--guess', '1'], 'leeds taxi\n');
    expect(one.out).toBe('leeds taxi\tNo Match\t6300\n');
  });

  it('prints band and reason of likely accounts as JSON', async () => {
    const { out } = await classify('leeds taxi\nhotel york\n', ['--guess', '1', '--json'], GUESSED);
    const reason = { keywords: ['Taxis of Leeds'], words: expect.arrayContaining(['leeds', 'taxi']) };
    const guess = { glAccount: '6300', band: 'none', share: expect.any(Number), ...reason };
    expect(JSON.parse(out).map(({ guesses }: { guesses: unknown }) => guesses)).toEqual([[guess], []]);
  });

  it.each([1, 2000, 2001])('prints an array of %i descriptions', async (count) => {
    const { out } = await classify('amoco\n'.repeat(count), ['--json']);
    expect(JSON.parse(out)).toHaveLength(count);
  });

  it('prints the keyword that would be offered behind the guesses, in one column', async () => {
    const input = 'CARD PAYMENT TAMARIND GRILL 12\nhotel york\ntamarind grill leeds taxis\nDIRECT DEBIT\n';
    const { out } = await classify(input, ['--guess', '3', '--keyword'], GUESSED);
    const rows = out.split('\n').map((line) => line.split('\t'));
    const expected = ['tamarind grill', '', 'tamarind grill', ''];
    expect(rows.slice(0, 4).map((columns) => columns[5])).toEqual(expected);
    const plain = await classify(input, ['--keyword'], GUESSED);
    expect(plain.out.split('\n')[0]).toBe('CARD PAYMENT TAMARIND GRILL 12\tNo Match\ttamarind grill');
  });

  it('has the offered keyword in the JSON of a line without a match', async () => {
    const input = 'PAYMENT ACME WIDGETS 4\nhotel york\nDIRECT DEBIT\n';
    const { out } = await classify(input, ['--keyword', '--json'], 'Hotel York\t6350\n');
    const wanted = ['acme widgets', 'Hotel York', null];
    expect(JSON.parse(out).map(({ keyword }: { keyword: unknown }) => keyword)).toEqual(wanted);
  });

  it('takes away the apostrophe that our CSV export puts before a formula', async () => {
    const mappings = testFile('list.csv', `'=SUM Ltd,6100\n'@home,"'-7x"\n`);
    const { out } = await run(['--mappings', mappings], '=sum ltd\n@home\n');
    expect(out).toBe('=sum ltd\t6100\n@home\t-7x\n');
  });

  it('reads tab lines and CSV lines in turn, with their line numbers', async () => {
    const mixed = 'Alpha Ltd\t1\nBravo Ltd,2\n\nCharlie Ltd\t3\nDelta Ltd,4\n';
    const mappings = testFile('mixed.txt', mixed);
    const { out } = await run(['--mappings', mappings], 'alpha ltd\nbravo ltd\ncharlie ltd\ndelta ltd\n');
    expect(out).toBe('alpha ltd\t1\nbravo ltd\t2\ncharlie ltd\t3\ndelta ltd\t4\n');
    const broken = testFile('broken.txt', `${mixed}lonely\n`);
    expect((await run(['--mappings', broken], '')).err).toContain('line 6');
  });

  it('shows its progress on a terminal only', async () => {
    const mappings = testFile('list.tsv', LIST);
    expect((await run(['--mappings', mappings], 'amoco\n', true)).err).toContain('100 %');
  });
});

describe('classify reads keyword lists', () => {
  const cases: readonly [name: string, list: string | Buffer, line: string, account: string][] = [
    ['a quoted account may hold a comma', 'Foo Inc,"72,00"\n', 'foo inc', '72,00'],
    ['a quoted CSV field may hold a tab', 'Bar Inc,1\n"Foo\tInc",7\nBaz Inc,2\n', 'foo inc', '7'],
    ['a quoted CSV field may hold a tab and a line end', '"Foo\t\nInc",7\nBaz Inc\t2\n', 'foo inc', '7'],
    ['a line with a tab is tab-separated, commas and quotes included', '"Foo", Inc\t7\n', '"foo", inc', '7'],
    ['an account after a tab may hold a comma', 'Bar Inc\t2\nFoo Inc\t72,00\n', 'foo inc', '72,00'],
    ['both in one file', 'Foo Inc,1\nBar Inc\t2\nBaz Inc,3\n', 'baz inc', '3'],
    ['empty lines are skipped', '\n\nFoo Inc\t7\n\n', 'foo inc', '7'],
    ['the first of two mappings with one key wins', 'Foo Inc.\t1\nFoo Inc/\t2\n', 'foo inc_', '1'],
    [
      'of case variants the one wins whose key comes first, as in the app',
      'acmes\t1\nACMES\t2\n',
      'acmes',
      '2',
    ],
    ['in any order', 'ACMES\t2\nacmes\t1\n', 'acmes', '2'],
    ['spaces make no difference to that', 'Foo Inc\t1\nFOO  INC\t2\n', 'foo inc', '2'],
    ['the account of a named column', 'Date,GL Account,Description\n1/2,7,Foo Inc\n', 'foo inc', '7'],
    ['a tab in a CSV cell is a space', 'Foo Inc,1\nBar\tInc,2\n', 'bar inc', '2'],
    ['further columns behind tabs are left out', 'Foo Inc\t1\nBar Inc\t2\t3\n', 'bar inc', '2'],
    [
      'Shift_JIS',
      Buffer.from([0x89, 0xef, 0x8b, 0x63, 0x94, 0xef, 0x09, 0x31, 0x0a, ...Buffer.from('Tesco\t2')]),
      '会議費',
      '1',
    ],
  ];
  it.each(cases)('%s', async (_name, list, line, account) => {
    const mappings = testFile('list.txt', list);
    expect((await run(['--mappings', mappings], line)).out).toBe(`${line}\t${account}\n`);
  });
});

it.each(['Description\tGL Account\n', 'Keyword,Account\n'])(
  'classify leaves out a first line that names the columns, and says so: %j',
  async (header) => {
    const mappings = testFile('headed.txt', `${header}Foo Inc\t7\n`);
    const { code, out, err } = await run(['--mappings', mappings], 'description\nkeyword\nfoo inc\n');
    expect([code, out]).toEqual([0, 'description\tNo Match\nkeyword\tNo Match\nfoo inc\t7\n']);
    expect(err).toMatch(
      /^\S*headed\.txt: line 1 \(\w+, [\w ]+\) names the columns and was left out\.\n\S+ descriptions from column 1 \([^)]+\), accounts from column 2 \([^)]+\) \(--columns\)\.\n$/,
    );
  },
);

describe('classify reads tables as the Classifier does', () => {
  const BANK = 'Date,Description,Amount\n2026-01-01,TESCO STORES,-7200\n2026-01-02,"ACME LTD, LEEDS",-5000\n';
  const NUMBERS = 'ACME Ltd\t6100\n-5000\t5000\n-7200\t7200\nDescription\t1\n';
  const withList = (args: readonly string[], input: string | Buffer) => classify(input, args, NUMBERS);

  it('classifies one column, not the line, and says which', async () => {
    const { code, out, err } = await withList([], BANK);
    expect([code, out]).toEqual([0, 'TESCO STORES\tNo Match\nACME LTD, LEEDS\t6100\n']);
    expect(err).toContain('line 1 (Date, Description, Amount) names the columns and was left out.');
    expect(err).toContain('descriptions from column 2 (Description) (--input-columns).');
  });

  it.each([
    ['--input-columns', 'Amount'],
    ['--columns', '3'],
  ])('classifies another column with %s %s', async (option, column) => {
    const { out } = await withList([option, column], BANK);
    expect(out).toBe('-7200\t7200\n-5000\t5000\n');
  });

  it('classifies several columns together with --input-columns 2+3, and says which', async () => {
    const { out, err } = await withList(['--input-columns', '2+Amount'], BANK);
    expect(out).toBe('TESCO STORES -7200\t7200\nACME LTD, LEEDS -5000\t6100\n');
    expect(err).toContain('descriptions from column 2 (Description) + column 3 (Amount) (--input-columns).');
  });

  it('keeps the other columns when asked to', async () => {
    const { out } = await withList(['--keep-columns'], BANK);
    expect(out).toBe(
      'Date\tDescription\tAmount\tGL Account\n2026-01-01\tTESCO STORES\t-7200\tNo Match\n' +
        '2026-01-02\tACME LTD, LEEDS\t-5000\t6100\n',
    );
    const json = await withList(['--keep-columns', '--json'], BANK);
    const expected = { description: 'TESCO STORES', cells: ['2026-01-01', 'TESCO STORES', '-7200'] };
    expect(JSON.parse(json.out)[0]).toMatchObject(expected);
  });

  it('takes a table without names, and says which column it took', async () => {
    const { out, err } = await withList([], '2026-01-01;ACME LTD LEEDS;1,00\n2026-01-02;TESCO STORES;2,00\n');
    expect(out).toBe('ACME LTD LEEDS\t6100\nTESCO STORES\tNo Match\n');
    expect(err).toContain('descriptions from column 2 (--input-columns).');
  });

  it('reads whole lines when asked to', async () => {
    const { out } = await withList(['--input-delimiter', 'tab', '--input-header', 'none'], BANK);
    expect(out.split('\n')[0]).toBe('Date,Description,Amount\t1');
  });

  it.each([
    ['"Description"\n"ACME ""LTD"""\n"TESCO"\n', 'ACME "LTD"\tNo Match\nTESCO\tNo Match\n'],
    ['"ACME LTD"\n"TESCO"\n', 'ACME LTD\t6100\nTESCO\tNo Match\n'],
    ['"ACME LTD"\nTESCO "EXTRA"\n', '"ACME LTD"\t6100\nTESCO "EXTRA"\tNo Match\n'],
  ])('reads a table of one column, each cell in quotation marks: %j', async (input, expected) => {
    expect((await withList([], input)).out).toBe(expected);
  });

  it('reads lines of prose whole', async () => {
    const { out, err } = await withList([], 'Lunch, with ACME Ltd\nTaxi, to the station\n');
    expect([out, err]).toEqual(['Lunch, with ACME Ltd\t6100\nTaxi, to the station\tNo Match\n', '']);
  });

  it.each([
    [
      'parts set apart in two lines of three',
      ['VISA 1; ACME LTD BERLIN', 'VISA 7; TESCO', 'SALARY; MAY; 2', 'FEE'],
    ],
    ['a mark at the end of most', ['RENT: ACME LTD;', 'TESCO 2016;', 'TESCO;', 'SALARY']],
    ['bars', ['CARD|ACME LTD|LEEDS', 'CARD|TESCO', 'SALARY']],
    ['commas without blanks', ['CARD,ACME LTD,LEEDS', 'CARD,TESCO', 'CARD,TESCO,YORK,2']],
    ['one line in ten without', [...Array<string>(9).fill('VISA 1; ACME LTD'), 'SALARY MARCH']],
  ])('takes plain lines whole in which delimiters stand: %s', async (_name, lines) => {
    const input = Array.from({ length: 10 }, () => lines).flat();
    const { out, err } = await withList([], `${input.join('\n')}\n`);
    expect(firstCells(out)).toEqual(input);
    expect(err).toBe('');
  });

  it.each([
    ['with names above', [], 'Date;Description;Amount\n'],
    ['with a first line that names the delimiter', [], 'sep=;\n'],
    ['with a delimiter that is chosen', ['--input-delimiter', ';', '--input-columns', '2'], ''],
  ])('takes lines of several widths for a table %s', async (_name, args, above) => {
    const { out } = await withList(args, `${above}1;TESCO;2\n2;ACME LTD\n3;AMOCO\n4;AMOCO;1;2\n`);
    expect(out).toBe('TESCO\tNo Match\nACME LTD\t6100\nAMOCO\tNo Match\nAMOCO\tNo Match\n');
  });

  it('takes lines without names for a table though one in many has a delimiter in its text', async () => {
    const rows = Array.from({ length: 19 }, (_, i) => `${i};ACME LTD LEEDS;2\n`).join('');
    const { out } = await withList([], `${rows}20;TESCO; YORK;2\n`);
    expect(out.split('\n')[0]).toBe('ACME LTD LEEDS\t6100');
  });

  it.each([
    [['--input-columns', '9'], 'no column “9”'],
    [['--input-header', '9'], 'standard input: no line 9 can name its columns (--input-header)'],
    [['--input-sheet', '1'], 'it is no workbook and has no sheets. Leave out --input-sheet'],
    [['--input-columns', 'Payee'], 'it has no column “Payee”'],
  ])('refuses %j for what it has not', async (args, message) => {
    const { code, out, err } = await withList(args, BANK);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).toContain(args[0]);
  });

  it('reads a DOS code page, and U+FFFD in UTF-8, that are chosen', async () => {
    const dos = Buffer.from([0x5a, 0x99, 0x4c, 0x44, 0x46, 0xeb, 0x53, 0x5a, 0x45, 0x52, 10]);
    expect((await withList(['--input-encoding', 'cp852'], dos)).out).toBe('ZÖLDFŰSZER\tNo Match\n');
    const lost = await withList(['--input-encoding', 'utf-8'], 'ACME Ltd \ufffd\nAmoco\n');
    expect([lost.code, lost.out]).toEqual([0, 'ACME Ltd \ufffd\t6100\nAmoco\tNo Match\n']);
    expect(lost.err).toContain('Line 1: \ufffd stands for a character that was lost');
  });
});

describe('classify says what it took of a list', () => {
  it('names the columns', async () => {
    const { err } = await classify('x\n', [], 'GL Account,Date,Payee\n6100,1,SHOP ONE\n6200,2,HOTEL\n');
    expect(err).toContain(
      'descriptions from column 3 (Payee), accounts from column 1 (GL Account) (--columns).',
    );
  });

  it.each([
    ['the categories of a statement, in which Account is the bank', 'Date,Account,Payee,Category', 4],
    ['the same with amounts', 'Account,Amount,Payee,Category', 4],
    ['the same in German', 'Konto,Betrag,Verwendungszweck,Kategorie', 4],
    ['the ledger account beside a category', 'Date,GL Account,Payee,Category', 2],
    ['the account of a list with categories', 'Number,Account,Payee,Category', 2],
  ])('takes %s', async (_name, header, column) => {
    const first = /^(Date|Number)/.test(header) ? 'x,Checking' : 'Checking,5.00';
    const { out, err } = await classify('SHOP ONE\n', [], `${header}\n${first},SHOP ONE,6100\n`);
    expect(err).toContain(`accounts from column ${column} (`);
    expect(out).toBe(`SHOP ONE\t${column === 4 ? '6100' : 'Checking'}\n`);
  });

  it('names keywords that became one, with the winner', async () => {
    const pairs = [
      'ACME.\t100',
      'ACME#\t200',
      'CAF\u00c9 NERO\t300',
      'CAFE\u0301 NERO\t400',
      'Tesco\t1',
      'TESCO\t1',
    ];
    const { err } = await classify('x\n', [], pairs.join('\n'));
    expect(err.split('\n')).toEqual([
      expect.stringContaining('“ACME.” → 100 wins against the same keyword in “ACME#” → 200.'),
      expect.stringContaining(
        '“CAFE\u0301 NERO” → 400 wins against the same keyword in “CAF\u00c9 NERO” → 300.',
      ),
      '',
    ]);
  });

  it.each([
    ['too long', `${'A'.repeat(1000)}\t100\n${'B'.repeat(1000)}\t101\n`],
    ['too short', 'abc,6400\n'],
  ])('ends with 2 where all keywords are %s', async (_name, list) => {
    const { code, out, err } = await classify('x\n', [], list);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('no usable mapping');
  });
});

describe('classify names a line of a list that it cannot use, and goes on with the others', () => {
  it.each<[name: string, list: string | Buffer, message: RegExp]>([
    [
      'a copied row without a match',
      'Foo Inc\t1\nBar Inc\tNO MATCH\n',
      /line 2: “No Match” is not an account\./,
    ],
    ['without two parts', 'Foo Inc\t1\n\nonly one part\n', /list\.txt, line 3: only one column\./],
    [
      'with an empty account',
      'Foo Inc\t1\nBar Inc\t \n',
      /line 2: the description or the GL account is empty\./,
    ],
    ['with an empty description', 'Foo Inc,1\n,2\n', /line 2: the description or the GL account is empty\./],
    ['with a keyword that nobody sees', 'Foo Inc,1\n\u200b\u00ad,2\n', /line 2: the description or the GL/],
    ['below a quoted line end', '"Foo\nInc",1\nx\n', /line 3: only one column\./],
    ['with a NUL', 'Foo Inc\t1\nBar\0 Inc\t2\n', /Bar.* cannot be stored/],
    [
      'with more columns than the header',
      'Date,Text,Konto\n1,Foo Inc,1\n1,Foo, Inc,2\n',
      /line 3: more columns than/,
    ],
  ])('%s', async (_name, list, message) => {
    const { code, out, err } = await run(['--mappings', testFile('list.txt', list)], 'foo inc\n');
    expect([code, out]).toEqual([0, 'foo inc\t1\n']);
    expect(err).toMatch(message);
  });

  it('but ends with 2 where no line is left', async () => {
    const { code, err } = await run(['--mappings', testFile('list.txt', 'Foo Inc\t\nlonely\n')], 'x');
    expect(code).toBe(2);
    expect(err.match(/line \d|no mapping/g)).toEqual(['line 1', 'line 2', 'no mapping']);
  });
});

describe('classify refuses with one clear line and exit code 2', () => {
  it('a bank statement that is damaged, or given as the list', async () => {
    const cutOff = `${IMPORT_FOLDER}statement-mt940-cut-off.sta`;
    const list = testFile('list.tsv', LIST);
    const damaged = await run(['--mappings', list, '--input', cutOff]);
    const expected = { code: 2, out: '', err: expect.stringContaining('line 6: the statement of line 1') };
    expect(damaged).toMatchObject(expected);
    const asList = await run(['--mappings', cutOff]);
    expect(asList).toMatchObject({
      code: 2,
      err: expect.stringContaining('Open it on the Classifier (--input of classify).'),
    });
  });

  const cases: readonly [name: string, list: string | Buffer, args: readonly string[], message: RegExp][] = [
    [
      'an empty list',
      '',
      [],
      /^classify: .*list\.txt: no mapping\. Put a description and an account in each line\./,
    ],
    ['a list of blank lines', '\n \n', [], /list\.txt: no mapping/],
    ['a table without named columns', 'x,Foo Inc,1\ny,Bar Inc,2\n', [], /it has 3 columns.*--columns/],
    ['a list that is no text', Buffer.from('%PDF-1.7'), [], /list\.txt: it is a PDF document/],
    ['an encoding that is not known', LIST, ['--encoding', 'utf-9'], /--encoding utf-9: expected one of/],
    [
      'an encoding that the list is not in',
      Buffer.from('Foo Inc\t1\nCaf\xe9 Luna\t2\n', 'latin1'),
      ['--encoding', 'utf-8'],
      /list\.txt: line 2 is not UTF-8 text.*--encoding/,
    ],
    ['a delimiter that is none', LIST, ['--delimiter', 'x'], /--delimiter x: expected comma/],
    ['one column too few', LIST, ['--columns', '1,'], /--columns 1,: expected 2 columns/],
    [
      'one column for both',
      LIST,
      ['--columns', '1,1'],
      /both taken from column 1\. Name two columns.*--columns/,
    ],
    [
      'one column for both, by name and number',
      'Text,Konto\nFoo Inc,1\n',
      ['--columns', 'text,1'],
      /both taken from column 1\./,
    ],
    ['a column behind the last', LIST, ['--columns', '9,1'], /no column “9”/],
    ['a column before the first', LIST, ['--columns', '0,1'], /no column “0”/],
    [
      'a header below the last line',
      LIST,
      ['--header', '99'],
      /list\.txt: no line 99 can name its columns \(--header\)/,
    ],
    ['a sheet of a text', LIST, ['--sheet', 'x'], /list\.txt: it is no workbook.*--sheet/],
    ['a second list', LIST, ['--mappings', 'b.tsv'], /--mappings is given more than once/],
    ['an unknown option', LIST, ['--colour'], /Unknown option '--colour'/],
    ['a number of guesses that is none', LIST, ['--guess', '4'], /--guess 4: expected a number from 1 to 3/],
    ['a missing input file', LIST, ['--input', '/nowhere/lines.txt'], /cannot read \/nowhere\/lines\.txt/],
    ['a stray argument', LIST, ['lines.txt'], /lines\.txt/],
  ];
  it.each(cases)('%s', async (_name, list, args, message) => {
    const mappings = testFile('list.txt', list);
    const { code, out, err } = await run(['--mappings', mappings, ...args], 'x');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('a list that ends behind the line that names its columns', async () => {
    const { code, out, err } = await run(['--mappings', testFile('list.tsv', 'Description\tAccount\n')], 'x');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringContaining('line 1 (Description, Account) names the columns and was left out.'),
      expect.stringContaining('descriptions from column 1 (Description), accounts from column 2 (Account)'),
      expect.stringMatching(/^classify: .*list\.tsv: no mapping\./),
    ]);
  });

  it('descriptions that are not in the encoding that was chosen, or no text', async () => {
    const mappings = testFile('list.tsv', LIST);
    const lines = Buffer.from('Tesco\nCaf\xe9\n', 'latin1');
    const fromInput = await run(['--mappings', mappings, '--input-encoding', 'utf-8'], lines);
    expect(fromInput).toMatchObject({ code: 2, out: '' });
    expect(fromInput.err).toMatch(/standard input: line 2 is not UTF-8 text/);
    const binary = await run(['--mappings', mappings], Buffer.from('%PDF-1.7'));
    expect(binary).toMatchObject({ code: 2, out: '' });
  });

  it('a missing list', async () => {
    expect(await run(['--mappings', '/nowhere/none.tsv'])).toMatchObject({ code: 2, out: '' });
    expect((await run([])).err).toMatch(/--mappings FILE is missing/);
  });
});
