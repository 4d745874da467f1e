import { describe, expect, it } from 'vitest';
import { parsePairFile } from '#engine/read/files.ts';
import type { ParsedPairs } from '#engine/read/pairs.ts';
import { parsePastedPairs } from '#engine/read/pairs.ts';
import { seededRandom } from '../../support/random.ts';
import { textSource } from './byteSource.ts';

const HEADER = 'Keyword;Account\n';
const FILE = '"Shop; two";2\nabc;3\n\n"Shop; two";2\nshop one;9\n"SHOP; TWO";7\n"broken\nline";1\n;5\n';

async function placeBelow(above: ParsedPairs | null, csv: string) {
  const result = await parsePairFile(textSource(csv), () => {}, undefined, {}, above);
  if (result.kind !== 'pairs') throw new Error(`refused: ${result.kind}`);
  return { ...result.placed, parsed: result.parsed };
}

describe('a file placed below a text', () => {
  it('is what a blank text becomes, with its header and the numbers that its lines have there', async () => {
    const { text, parsed } = await placeBelow(null, HEADER + FILE);
    expect(text.split('\n')).toEqual([
      'Keyword\tAccount',
      'Shop; two\t2',
      'abc\t3',
      'Shop; two\t2',
      'shop one\t9',
      'SHOP; TWO\t7',
      'broken line\t1',
      '\t5',
    ]);
    expect(parsed).toEqual(parsePastedPairs(text));
    expect(parsed.rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'too-short'],
      [8, 'empty-part'],
    ]);
  });

  it.each([
    ['that ends without a line break', 'Shop one\t1'],
    ['of two lines and a blank one', 'Shop one\t1\n\n'],
    ['whose columns are the other way round', 'Account\tNote\tKeyword\n1\tx\tShop one'],
    ['with lines of every kind', 'Keyword\tAccount\nShop one\t1\nno tab\nshop ONE\t1\nShop one\t2\nabc\t1'],
  ])('gives what reading the whole text gives: below a text %s', async (_name, above) => {
    const { text, parsed } = await placeBelow(parsePastedPairs(above), HEADER + FILE);
    expect(text).not.toContain('Keyword\tAccount');
    expect(parsed).toEqual(parsePastedPairs(`${above}${above.endsWith('\n') ? '' : '\n'}${text}`));
  });

  it('leaves the header of the text above a pair, where the user has made it one', async () => {
    const above = parsePastedPairs('Description\tGL Account\nShop one\t1', true);
    const { parsed } = await placeBelow(above, FILE);
    expect(parsed.header).toBeNull();
    const wanted = ['Description', 'Shop one', 'Shop; two', 'broken line'];
    expect(parsed.pairs.map(({ description }) => description)).toEqual(wanted);
  });

  it('gives what reading the whole text gives, whatever the lines', async () => {
    const random = seededRandom(11);
    const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
    const line = (tab: string) =>
      pick([
        `${pick(['Shop', 'SHOP', 'shop  '])} ${pick(['one', 'two', 'ONE'])}${tab}${pick(['1', '2'])}`,
        `abc${tab}1`,
        `a line without any`,
        `${tab}4`,
        '',
      ]);
    const lines = (tab: string) => Array.from({ length: 12 }, () => line(tab)).join('\n');
    for (let times = 0; times < 200; times++) {
      const above = `Shop of the first line\t1\n${lines('\t')}`;
      const file = `first shop of a file,1\n${lines(',')}`;
      const { text, parsed } = await placeBelow(parsePastedPairs(above), file);
      expect(parsed).toEqual(parsePastedPairs(`${above}${above.endsWith('\n') ? '' : '\n'}${text}`));
      const alone = await placeBelow(null, file);
      expect(alone.parsed).toEqual(parsePastedPairs(alone.text));
    }
  });
});
