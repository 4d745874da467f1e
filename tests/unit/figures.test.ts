import { expect, it } from 'vitest';
import { counted, grouped } from '#model/text/figures.ts';

it('figures are in groups of three digits', () => {
  const expected = ['0', '999', '1,000', '50,000', '1,234,567'];
  expect([0, 999, 1000, 50_000, 1_234_567].map(grouped)).toEqual(expected);
});

it('only one thing is in the singular', () => {
  const wanted = ['0 rows', '1 row', '2 rows', '50,000 rows'];
  expect([0, 1, 2, 50_000].map((n) => counted(n, 'row'))).toEqual(wanted);
});

it('a plural can be given', () => {
  expect([1, 1000].map((n) => counted(n, 'entry', 'entries'))).toEqual(['1 entry', '1,000 entries']);
});
