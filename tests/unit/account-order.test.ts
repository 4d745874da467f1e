import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAccounts } from '#model/accountOrder.ts';

it.each([
  ['digits before segments with letters', ['0000', '0004', '1A90', '1B30', '3N90']],
  ['digits by number', ['4', '70', '700', '6100', '06101', '10000']],
  ['numbers of any length', ['9007199254740992', '9007199254740993', '10000000000000000000000']],
  ['equal numbers by code unit', ['0004', '004', '4', '5']],
  ['a code before those that go on behind it', ['6100', '6100-01', '6100-01-A', '6100-2', '6101']],
  [
    'digits before letters in every segment',
    ['6100.5', '6100.10', '6100.5A', '6100.A', 'A.1', 'A.2', 'A.10'],
  ],
  ['equal segments by code unit', ['6100 1', '6100-1', '6100.1', '6100/1', '6101']],
  ['letters as people read them', ['K9', 'K020', 'K021', 'rent', 'Rent', 'Úhrada', 'Wages']],
  ['codes without a segment first', ['', '-', '…', '0', 'A']],
  ['leading punctuation does not count', ['1', '-2', '3']],
])('the order of accounts: %s', (_rule, sorted) => {
  expect(sorted.toReversed().sort(compareAccounts)).toEqual(sorted);
  expect(sorted.toSorted(compareAccounts)).toEqual(sorted);
});

describe('the order is total', () => {
  const character = fc.constantFrom(...'00012579AaBbzäÄé١１東-./ _°½ß\u0301\u200b\ud800');
  const code = fc.oneof(
    fc.string({ unit: character, maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.stringMatching(/^0{0,3}[0-9]{15,24}$/),
  );
  const options = { seed: 19, numRuns: 4_000 };
  const sign = (a: string, b: string) => Math.sign(compareAccounts(a, b));

  it('of two codes one comes first, whichever is asked about; only the same code is equal', () => {
    fc.assert(
      fc.property(code, code, (a, b) => {
        expect(sign(a, b)).toBe(-sign(b, a) + 0);
        expect(sign(a, b) === 0).toBe(a === b);
        expect(sign(a, a)).toBe(0);
      }),
      options,
    );
  });

  it('what comes before another comes before all that follow that one', () => {
    fc.assert(
      fc.property(code, code, code, (a, b, c) => {
        if (sign(a, b) < 0 && sign(b, c) < 0) expect(sign(a, c)).toBe(-1);
      }),
      options,
    );
  });
});
