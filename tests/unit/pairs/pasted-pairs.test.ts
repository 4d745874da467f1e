import { describe, expect, it } from 'vitest';
import { parsePastedPairs } from '#engine/read/pairs.ts';
import { RESERVED_KEYS } from '#model/keyProblem.ts';
import { MAX_KEY_BYTES } from '#model/mapping.ts';
import type { RejectionReason } from '#model/pair.ts';

type Pair = [line: number, description: string, glAccount: string];

describe('pasted pairs', () => {
  const FOUR = ['first', 'second', 'third', 'fourth'].map((name, i): Pair => [i + 1, name, `${i + 1}`]);
  const accepted: readonly [name: string, text: string, pairs: Pair[]][] = [
    ['one pair', 'ACME Ltd\t4000', [[1, 'ACME Ltd', '4000']]],
    ['both parts are trimmed', '  ACME Ltd \t 4000 ', [[1, 'ACME Ltd', '4000']]],
    ['LF, CR LF and CR end lines', 'first\t1\nsecond\t2\r\nthird\t3\rfourth\t4', FOUR],
    ['blank lines count as lines but are passed over', '\n \nACME Ltd\t4000\n', [[3, 'ACME Ltd', '4000']]],
    ['further columns are ignored', 'ACME Ltd\t4000\tnote', [[1, 'ACME Ltd', '4000']]],
    ['leading zeros of an account stay', 'ACME Ltd\t0040', [[1, 'ACME Ltd', '0040']]],
    ['five characters are enough', 'a b c\t1', [[1, 'a b c', '1']]],
    [
      'names of object members are ordinary descriptions in other letters, and as part of a longer one',
      '__PROTO__\t1\nConstructor\t2\ntoString ltd\t3\nlength\t4',
      [
        [1, '__PROTO__', '1'],
        [2, 'Constructor', '2'],
        [3, 'toString ltd', '3'],
        [4, 'length', '4'],
      ],
    ],
  ];
  it.each(accepted)('%s', (_name, text, pairs) => {
    const parsed = parsePastedPairs(text);
    expect(parsed.pairs.map(({ line, description, glAccount }) => [line, description, glAccount])).toEqual(
      pairs,
    );
    expect(parsed.rejected).toEqual([]);
  });

  it('a cell with a line break, which a spreadsheet quotes, is one description', () => {
    const cell = '"WEDDING\nBANQUETING ""SUITE"""';
    const parsed = parsePastedPairs(`fine line\t1\n${cell}\t2\n"15"" pipe"\t3`);
    expect(parsed.pairs.map(({ description, glAccount }) => [description, glAccount])).toEqual([
      ['fine line', '1'],
      ['WEDDING BANQUETING "SUITE"', '2'],
      ['"15"" pipe"', '3'],
    ]);
    expect(parsed.rejected).toEqual([]);
  });

  it('counts the lines with more than two columns, of which the further ones are left out', () => {
    const parsed = parsePastedPairs(
      'ACME Ltd\t1\tnote\nTESCO PLC\t2\t\t \nUBER TRIP\t3\t\tx\nACME Ltd\t1\tx',
    );
    expect(parsed).toMatchObject({ wide: 3, repeated: 1, rejected: [] });
    expect(parsed.pairs.map(({ glAccount }) => glAccount)).toEqual(['1', '2', '3']);
  });

  const rejected: readonly (readonly [name: string, text: string, reason: RejectionReason])[] = [
    ['no tab', 'ACME Ltd 4000', 'no-tab'],
    ['no description', '\t4000', 'empty-part'],
    ['a description that nobody sees', '\u200b\u00ad\u2060\u200e\u202e\t4000', 'empty-part'],
    ['an account that nobody sees', 'ACME Ltd\t\u200b', 'empty-part'],
    ['four characters and two that nobody sees', 'ac\u00adm\u200be\t4000', 'too-short'],
    ['no match, with one that nobody sees', 'ACME Ltd\tNo\u200b Match', 'no-match'],
    ['no account', 'ACME Ltd\t ', 'empty-part'],
    ['four characters after trimming', ' acme \t4000', 'too-short'],
    ['a key of 744 bytes', `${'a'.repeat(744)}\t1`, 'key-too-long'],
    ['a key of 744 bytes in UTF-8', `${'é'.repeat(372)}\t1`, 'key-too-long'],
    ['an account of 1,001 characters', `ACME Ltd\t${'1'.repeat(1001)}`, 'account-too-long'],
    ['the account of a row without a match', 'ACME Ltd\tNo Match', 'no-match'],
    ['that account in another case', 'ACME Ltd\t no match ', 'no-match'],
    ['a control character', 'ACME\u0001Ltd\t1', 'unstorable-character'],
    ...RESERVED_KEYS.map((key) => [`the name ${key}`, `${key}\t1`, 'reserved-key'] as const),
    ['half a surrogate pair', 'ACME \ud83d Ltd\t1', 'unstorable-character'],
  ];
  it.each(rejected)('a line with %s is rejected with its number, text and reason', (_name, text, reason) => {
    const parsed = parsePastedPairs(`fine line\t1\n${text}`);
    expect(parsed.rejected).toEqual([{ line: 2, text, reason }]);
    expect(parsed.pairs).toHaveLength(1);
  });

  it('takes a key of exactly as many bytes as can be stored', () => {
    expect(parsePastedPairs(`${'a'.repeat(MAX_KEY_BYTES)}\t1`).pairs).toHaveLength(1);
  });

  it('reads one pair of identical keywords, whatever their case', () => {
    const parsed = parsePastedPairs('ACME Ltd\t1\nacme  ltd\t1\nACME Ltd\t1');
    expect(parsed.pairs).toEqual([{ line: 1, description: 'ACME Ltd', glAccount: '1' }]);
    expect(parsed.repeated).toBe(2);
  });

  it('takes the first of contradicting lines and names the other', () => {
    const parsed = parsePastedPairs('ACME Ltd\t1\nAcme Ltd\t2');
    expect(parsed.pairs).toEqual([{ line: 1, description: 'ACME Ltd', glAccount: '1' }]);
    expect(parsed.contradictions).toEqual([
      {
        pair: { line: 2, description: 'Acme Ltd', glAccount: '2' },
        first: { line: 1, description: 'ACME Ltd', glAccount: '1' },
      },
    ]);
  });

  it('leaves a header out, and takes it for a pair on request', () => {
    const text = 'Description\tGL Account\nACME Ltd\t1';
    const parsed = parsePastedPairs(text);
    expect(parsed.header).toEqual({ line: 1, description: 'Description', glAccount: 'GL Account' });
    expect(parsed.pairs).toHaveLength(1);
    expect(parsePastedPairs(text, true).pairs.map(({ line }) => line)).toEqual([1, 2]);
  });

  it('finds the columns by their names, as in a file', () => {
    const parsed = parsePastedPairs('Date\tAmount\tText\tGL Account\n1.2.26\t5\tACME Ltd\t4000\nonly one\n');
    expect(parsed.pairs).toEqual([{ line: 2, description: 'ACME Ltd', glAccount: '4000' }]);
    expect(parsed).toMatchObject({ wide: 1, rejected: [{ line: 3, reason: 'no-tab' }] });
  });

  it('does not take a mapping for a header', () => {
    expect(parsePastedPairs('Description\t4000').header).toBeNull();
    expect(parsePastedPairs('ACME Ltd\t1\nDescription\tGL Account').header).toBeNull();
  });

  it('puts every line that is not blank in exactly one place', () => {
    const parsed = parsePastedPairs(
      'Keyword\tAccount\nACME Ltd\t1\nacme ltd\t1\nacme ltd\t2\n\nabc\t1\nno tab here\n',
    );
    const { pairs, rejected, repeated, contradictions, header } = parsed;
    expect([pairs, rejected, contradictions].map(({ length }) => length)).toEqual([1, 2, 1]);
    expect(repeated).toBe(1);
    expect(header).not.toBeNull();
  });
});
