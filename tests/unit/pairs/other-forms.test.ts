import { describe, expect, it } from 'vitest';
import { otherForms } from '#engine/upload/otherForms.ts';

describe('an account that the list has in another form', () => {
  it.each([
    ['6100-01', '610001'],
    ['GL6100', '6100'],
    ['6100.10', '6100.1'],
    ['0450', '450'],
    ['610,000', '610000'],
  ])('%s is stored as %s', (account, stored) => {
    expect(otherForms([account, account], ['7000', stored])).toEqual([{ account, stored }]);
  });

  it.each([
    ['6100', ['6100', '61']],
    ['6100-01', ['6100-01', '610001']],
    ['Sales', ['6100']],
    ['6100-01', ['6100', '01', '6100/01']],
  ])('%s beside %j is none', (account, stored) => {
    expect(otherForms([account], stored)).toEqual([]);
  });
});
