import { expect, it, vi } from 'vitest';
import { oncePer } from '#model/oncePer.ts';
import { RowGuesses } from '#src/rows/RowGuesses.ts';
import { AnswerCache } from '#src/services/AnswerCache.ts';
import type { LedgerRun } from '#src/services/ledger.ts';
import { Renewal } from '#src/services/Renewal.ts';
import { WorkerEnded } from '#src/services/workerLink.ts';

const NEXT_TASK = () => new Promise((resolve) => setTimeout(resolve));

it('what one drawing needs is requested together, and once', async () => {
  const request = vi.fn(async (keys: readonly string[]) =>
    keys.map((key) => (key === 'none' ? undefined : key)),
  );
  const onAnswers = vi.fn();
  const cache = new AnswerCache(request, onAnswers);
  const draw = () => ['a', 'none', 'a'].map((key) => cache.get(key));
  expect(draw()).toEqual([undefined, undefined, undefined]);
  await NEXT_TASK();
  expect(draw()).toEqual(['a', undefined, 'a']);
  await NEXT_TASK();
  expect(request.mock.calls).toEqual([[['a', 'none']]]);
  expect(onAnswers).toHaveBeenCalledTimes(1);
  cache.keepOnly((_key, answer) => answer !== undefined);
  expect(draw()).toEqual(['a', undefined, 'a']);
  await NEXT_TASK();
  expect(request.mock.calls.at(-1)).toEqual([['none']]);
});

it('an answer that comes after the keys mean other things is dropped', async () => {
  let answer: (answers: readonly string[]) => void = () => {};
  const onAnswers = vi.fn();
  const cache = new AnswerCache<string, string>(
    () => new Promise((resolve) => (answer = resolve)),
    onAnswers,
  );
  cache.get('a');
  await NEXT_TASK();
  cache.clear();
  answer(['of the former text']);
  await NEXT_TASK();
  expect(cache.get('a')).toBeUndefined();
  expect(onAnswers).not.toHaveBeenCalled();
});

it('what a failed request was to answer is requested again when it is needed next', async () => {
  const onAnswers = vi.fn();
  let request: (keys: readonly string[]) => Promise<readonly string[]> = () =>
    Promise.reject(new WorkerEnded('The classifier has ended.'));
  const cache = new AnswerCache<string, string>((keys) => request(keys), onAnswers);
  cache.get('a');
  await NEXT_TASK();
  expect(onAnswers).not.toHaveBeenCalled();
  request = async (keys) => keys;
  cache.get('a');
  await NEXT_TASK();
  expect(cache.get('a')).toBe('a');
});

it('rows are asked about again whose likely accounts had no answer, and nothing is drawn for that', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const likelyAccounts = vi.fn(
    async (_rows: readonly number[]): Promise<unknown> => [[{ glAccount: '6100' }]],
  );
  likelyAccounts.mockRejectedValueOnce(new Error('not fetched')).mockResolvedValueOnce(undefined);
  const run = { likelyAccounts } as unknown as LedgerRun;
  const guesses = new RowGuesses();
  const onGuesses = vi.fn();
  guesses.state.subscribe(onGuesses);
  for (let time = 1; time <= 4; time++) {
    guesses.want(run, { row: 0, description: 'ACME' });
    await NEXT_TASK();
    expect(onGuesses).toHaveBeenCalledTimes(time > 2 ? 1 : 0);
  }
  expect(likelyAccounts).toHaveBeenCalledTimes(3);
});

it('calls during a request make one more request after it', async () => {
  const ends: (() => void)[] = [];
  const due: boolean[] = [];
  const renewal = new Renewal(async () => {
    await new Promise<void>((resolve) => ends.push(resolve));
    due.push(renewal.isDue);
  });
  for (let call = 0; call < 3; call++) renewal.renew();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await NEXT_TASK();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await NEXT_TASK();
  expect(due).toEqual([true, false]);
  expect(ends).toHaveLength(2);
});

it('a thing is made once for each object', () => {
  const numberOf = oncePer((of: { readonly name: string }, more: number) => ({ text: `${of.name} ${more}` }));
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  expect(numberOf(a, 1)).toBe(numberOf(a, 2));
  expect([a, b].map((of) => numberOf(of, 3).text)).toEqual(['a 1', 'b 3']);
});
