import { describe, expect, it } from 'vitest';
import { normalise } from '#engine/normalise.ts';

const cases: readonly [name: string, input: string, expected: string][] = [
  ['lower case', 'ACME Ltd', 'acme ltd'],
  ['a no-break space is a space', 'ACME\u00a0Ltd', 'acme ltd'],
  ['a run of white space is one space', ' a \t\r\n b ', 'a b'],
  ['the six characters become underscores, one for one', 'a.b#c$d/e[f]..', 'a_b_c_d_e_f___'],
  ['combining marks are composed', 'e\u0301', '\u00e9'],
  ['a capital I with dot has two units in lower case', 'İ', 'i\u0307'],
];

describe('normalise', () => {
  it.each(cases)('%s', (_name, input, expected) => {
    expect(normalise(input)).toBe(expected);
  });
});
