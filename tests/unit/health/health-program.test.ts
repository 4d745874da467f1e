import { describe, expect, it } from 'vitest';
import { main } from '#cli/healthProgram.ts';
import { runProgram } from '../../support/runProgram.ts';
import { testFile } from '../../support/testFolder.ts';

const run = (...args: readonly string[]) => runProgram(main, args);

const LIST = 'ACME LTD\t6100\nacme ltd\t6200\nACME LTD LONDON\t6100\nBP\t6100\n';

describe('health prints findings', () => {
  it('by kind, with reason and effect', async () => {
    const { code, out, err } = await run('--mappings', testFile('list.tsv', LIST));
    expect(code).toBe(0);
    expect(err).toMatch(
      /^\S+list\.tsv, line 4: the description has fewer than 5 characters;.*\n\S+list\.tsv: “ACME LTD” → 6100 wins against the same keyword in “acme ltd” → 6200\.\n$/,
    );
    expect(out).toContain(
      'Two spellings, two accounts (variant-conflict): 1 finding\n  The classifier takes both spellings',
    );
    expect(out).toContain(
      '  acme ltd → 6200\n    “ACME LTD” is the same keyword for account 6100, and wins. With account 6100 for both, no line changes.',
    );
    expect(out).toContain('Redundant (redundant): 1 finding\n');
  });

  it('as JSON, one object per finding, each on a line of its own', async () => {
    const { code, out } = await run('--mappings', testFile('list.tsv', LIST), '--json');
    const findings = JSON.parse(out) as Record<string, unknown>[];
    expect(code).toBe(0);
    expect(out.split('\n')).toHaveLength(findings.length + 3);
    expect(findings.map(({ kind, keyword, other }) => [kind, keyword, other])).toEqual([
      ['variant-conflict', 'acme ltd', 'ACME LTD'],
      ['never-wins', 'acme ltd', 'ACME LTD'],
      ['redundant', 'ACME LTD LONDON', 'ACME LTD'],
      ['exact-only', 'BP', null],
    ]);
    const other = { other: 'ACME LTD', otherAccount: '6100' };
    const effect = expect.stringContaining('no line changes');
    const conflict = { kind: 'variant-conflict', keyword: 'acme ltd', glAccount: '6200', ...other, effect };
    expect(findings[0]).toEqual(conflict);
  });

  it('of accounts against a chart', async () => {
    const list = testFile('accounts-list.tsv', 'ACME LTD,6100\nTESCO,6101\nBOOTS,9\n');
    const charts = [
      '6100\tTravel\n6200\tFuel\n',
      '"6100","Travel, and more"\n',
      'Name;Code\nTravel;6100\n',
      '\ufeff6100\r\n\r\n6200\r\n',
    ];
    for (const chart of charts) {
      const { out } = await run('--mappings', list, '--accounts', testFile('chart.tsv', chart), '--json');
      const rows = JSON.parse(out) as Record<string, unknown>[];
      expect(rows.map(({ kind, keyword, otherAccount }) => [kind, keyword, otherAccount])).toEqual([
        ['unknown-account', 'TESCO', '6100'],
        ['unknown-account', 'BOOTS', null],
      ]);
    }
  });

  it('of accounts, and says which column of the chart has their codes', async () => {
    const list = testFile('accounts-list.tsv', 'ACME LTD,6100\n');
    const chart = testFile('named.csv', 'Name,Account code\nOffice,6100\n');
    const { code, err } = await run('--mappings', list, '--accounts', chart);
    expect(code).toBe(0);
    expect(err).toContain('named.csv: line 1 was left out: codes from column 2 (Account code).');
  });

  it('of accounts that are words, which are codes as they stand', async () => {
    const list = testFile('words.tsv', 'ACME LTD,6100\nTESCO,6100 Travel\n');
    const chart = testFile('words-chart.txt', '6100 Travel\nOffice rent\n');
    const { code, out } = await run('--mappings', list, '--accounts', chart, '--json');
    const rows = JSON.parse(out) as Record<string, unknown>[];
    expect(code).toBe(0);
    expect(rows.map(({ kind, keyword }) => [kind, keyword])).toEqual([['unknown-account', 'ACME LTD']]);
  });

  it('of a chart with a quotation mark that opens nothing, which it names', async () => {
    const list = testFile('marked.tsv', 'ACME LTD,6100\n');
    const chart = testFile('marked-chart.txt', '6100,Travel\n6200,"Fuel\n');
    const err = `${chart}: Line 2: a quotation mark was read as a character.\n`;
    const outcome = await run('--mappings', list, '--accounts', chart);
    expect(outcome).toEqual({ code: 0, out: 'Nothing was found.\n', err });
  });

  it('or says that there are none', async () => {
    const list = testFile('good.tsv', 'ACME LTD\t6100\n');
    expect(await run('--mappings', list)).toEqual({ code: 0, out: 'Nothing was found.\n', err: '' });
    expect((await run('--mappings', list, '--json')).out).toBe('[\n]\n');
  });
});

describe('health refuses', () => {
  const LIST_FILE = 'good-list.tsv';
  type Case = [name: string, chart: string | Buffer | null, args: readonly string[], error: RegExp];
  const cases: readonly Case[] = [
    ['a missing list', null, [], /^health: --mappings FILE is missing/],
    ['an unknown option', null, ['--mapping', 'x'], /^health: Unknown option '--mapping'/],
    ['a list that is not there', null, ['--mappings', '/nowhere'], /^health: cannot read \/nowhere/],
    ['a chart with a line without code', '6100\n,Travel\n', [], /chart, line 2: the first column is empty/],
    [
      'a chart with code and name in one column',
      'Code\n6310 Gas\n6100 Travel and hotels\n',
      [],
      /chart, line 3: “6100 Travel and hotels” is read as one code, and no mapping has any code of this file\. Put a tab between code and name\.$/m,
    ],
    ['an empty chart', '\n\n', [], /chart: no account\./],
    ['a chart with nothing but names of columns', 'Code\tName\n', [], /chart: no account\./],
    ['an empty list', null, ['--mappings', '/dev/null'], /^health: \/dev\/null: no mapping\./],
    [
      'a chart that is no text',
      Buffer.from([80, 75, 3, 4, 0, 0]),
      [],
      /chart: it is a workbook that cannot be read/,
    ],
  ];
  it.each(cases)('%s, in one line and with exit code 2', async (_name, chart, args, error) => {
    const list = testFile(LIST_FILE, 'ACME LTD\t6100\n');
    const all = chart === null ? args : ['--mappings', list, '--accounts', testFile('chart', chart), ...args];
    const { code, out, err } = await run(...all);
    expect([code, out, err.trimEnd().split('\n').length]).toEqual([2, '', 1]);
    expect(err).toMatch(error);
  });
});
