import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCsv } from '#engine/read/columns.ts';
import { parsePairFile } from '#engine/read/files.ts';
import { parsePastedPairs } from '#engine/read/pairs.ts';
import { textSource } from './byteSource.ts';

const cells: readonly [name: string, text: string, written: string][] = [
  ['an ordinary text', 'ACME, Ltd', '"ACME, Ltd"'],
  ['a quotation mark', 'the "A" shop', '"the ""A"" shop"'],
  ['a formula', '=1+1', '"\'=1+1"'],
  ['a plus', '+A1', '"\'+A1"'],
  ['a minus', '-A1', '"\'-A1"'],
  ['an at sign', '@SUM', '"\'@SUM"'],
  ['a full-width equals sign', '＝1', '"\'＝1"'],
  ['a tab', '\tx', '"\'\tx"'],
  ['a carriage return', '\rx', '"\'\rx"'],
  ['a guarded formula', "'=1", '"\'\'=1"'],
  ['a negative number', '-4000', '"-4000"'],
  ['a positive number', '+4.000,50', '"+4.000,50"'],
  ['a number with a formula behind it', '-1+A1', '"\'-1+A1"'],
];

describe('CSV download', () => {
  it.each(cells)('%s', (_name, glAccount, written) => {
    expect(writeCsv([{ description: 'x', glAccount }])).toBe(`\ufeff"x",${written}\r\n`);
  });

  it('is read back unchanged', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 5, maxLength: 30 }),
      fc.string({ unit: fc.constantFrom(...'=+-@\'",;\t.#$/[]_ aé1東'), minLength: 5, maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(part, part), { maxLength: 20 }), async (rows) => {
        const text = rows.map((row) => row.map((cell) => cell.replace(/\s/g, ' ')).join('\t')).join('\n');
        const { pairs } = parsePastedPairs(text);
        const result = await parsePairFile(textSource(writeCsv(pairs)));
        const back = result.kind === 'pairs' ? result.parsed.pairs : result.kind;
        const content = (list: typeof pairs) =>
          list.map(({ description, glAccount }) => [description, glAccount]);
        expect(back === 'empty' ? [] : content(back as typeof pairs)).toEqual(content(pairs));
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
