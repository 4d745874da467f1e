import { expect, it } from 'vitest';
import { detailOf } from '#model/detailOf.ts';
import { toFailedResult } from '#src/services/toFailedResult.ts';

it('the detail of a failure is the message of an error, or what was thrown', () => {
  const expected = ['no such row', 'refused', 'undefined'];
  expect([new TypeError('no such row'), 'refused', undefined].map(detailOf)).toEqual(expected);
});

it('a lost answer resolves as failed, with what else the outcome says', async () => {
  expect(await toFailedResult(Promise.resolve({ kind: 'saved' }))).toEqual({ kind: 'saved' });
  const lost = toFailedResult(Promise.reject(new Error('stopped')), { count: 0 });
  expect(await lost).toEqual({ kind: 'failed', detail: 'stopped', count: 0 });
});
