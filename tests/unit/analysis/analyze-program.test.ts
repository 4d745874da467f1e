import { describe, expect, it } from 'vitest';
import { main } from '#cli/analyzeProgram.ts';
import { runProgram } from '../../support/runProgram.ts';
import { testFile } from '../../support/testFolder.ts';

describe('the analyze program', () => {
  const hotels = Array.from({ length: 11 }, (_unused, i) => `Premier Inn${40 + i}\t6000`);

  it('prints consolidations as JSON', async () => {
    const { out, code } = await analyze([...hotels, 'premier inn,7000'].join('\n'), '--json');
    expect(code).toBe(0);
    const proposal = { status: 'CONFLICT', keyword: 'PREMIER INN', glAccount: '6000', count: 11 };
    const conflict = { key: 'premier inn', description: 'premier inn', glAccount: '7000' };
    const idsToDelete = hotels.map((line) => line.slice(0, line.indexOf('\t')));
    expect(JSON.parse(out)).toEqual([{ ...proposal, conflict, idsToDelete }]);
  });

  it('prints an empty array where nothing is shared', async () => {
    expect(await analyze('Premier Inn\t6000', '--json')).toEqual({ out: '[]\n', err: '', code: 0 });
  });

  it('prints a table for people', async () => {
    const { out } = await analyze(hotels.join('\n'));
    expect(out).toContain('0 duplicates, 1 proposals');
    expect(out).toMatch(/^OK +PREMIER INN +6000 +11 +11 +0$/m);
  });

  const mistakes: readonly [name: string, args: readonly string[], message: RegExp][] = [
    ['no file', [], /--mappings FILE is missing/],
    ['a file that is not there', ['--mappings', '/nowhere/none.tsv'], /cannot read .*none\.tsv/],
    ['an unknown option', ['--mapping', 'x'], /--mapping/],
  ];
  it.each(mistakes)('explains %s in one line and ends with code 2', async (_name, args, message) => {
    const { out, err, code } = await runProgram(main, args);
    expect({ out, code }).toEqual({ out: '', code: 2 });
    expect(err).toMatch(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('refuses an empty list', async () => {
    const { out, err, code } = await analyze('');
    expect({ out, code }).toEqual({ out: '', code: 2 });
    expect(err).toContain('list.tsv: no mapping.');
  });

  it('names the line of a file that it cannot use, and goes on', async () => {
    const { out, err, code } = await analyze('Premier Inn\t6000\nno account here', '--json');
    expect({ out, code }).toEqual({ out: '[]\n', code: 0 });
    expect(err).toContain('list.tsv, line 2: only one column.');
  });
});

function analyze(text: string, ...args: string[]) {
  return runProgram(main, ['--mappings', testFile('list.tsv', text), ...args]);
}
