import { describe, expect, it } from 'vitest';
import { normalise, traceNormalise } from '#engine/normalise.ts';

const cases: readonly [name: string, input: string, expected: string][] = [
  ['lower case', 'ACME Ltd', 'acme ltd'],
  ['a no-break space is a space', 'ACME\u00a0Ltd', 'acme ltd'],
  ['a run of white space is one space', ' a \t\r\n b ', 'a b'],
  ['the six characters become underscores, one for one', 'a.b#c$d/e[f]..', 'a_b_c_d_e_f___'],
  ['characters that nobody sees are dropped', 'RE\u200bWE\u00ad \u202eMA\u2060RKT\ufeff', 'rewe markt'],
  ['they are dropped first', 'e\u00ad\u0301 \u200b x', '\u00e9 x'],
  ['nothing is left of them alone', '\ufeff\u200e \u00ad', ''],
  ['what looks alike otherwise stays different', 'O\u2019Neil \u2013', 'o\u2019neil \u2013'],
  ['combining marks are composed', 'e\u0301', '\u00e9'],
  ['a capital I with dot has two units in lower case', 'İ', 'i\u0307'],
];

describe('normalise', () => {
  it.each(cases)('%s', (_name, input, expected) => {
    expect(normalise(input)).toBe(expected);
  });

  it('drops these characters of all, and no other', () => {
    const dropped: string[] = [];
    for (let unit = 0; unit < 0x10000; unit++) {
      const character = String.fromCharCode(unit);
      if (normalise(`x${character}x`) === 'xx') dropped.push(unit.toString(16));
    }
    expect(dropped.join(' ')).toBe(
      'ad 200b 200c 200d 200e 200f 202a 202b 202c 202d 202e 2060 2061 2062 2063 2064 feff',
    );
  });
});

it.each([
  ['RE\u200bWE MARKT 12', 'rewe markt', 'RE\u200bWE MARKT'],
  ['x \u00adREWE\u00ad 12', 'rewe', 'REWE\u00ad'],
  ['cafe\u2060\u0301 z', 'caf\u00e9', 'cafe\u2060\u0301'],
  ['a\u200b \u200b b', 'a b', 'a\u200b \u200b b'],
])('traceNormalise finds in %j the place of %j', (typed, keyword, expected) => {
  const { text, starts, ends } = traceNormalise(typed);
  const at = text.indexOf(keyword);
  expect(typed.slice(starts[at], ends[at + keyword.length - 1])).toBe(expected);
});
