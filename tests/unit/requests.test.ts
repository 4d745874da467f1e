import { expect, it, vi } from 'vitest';
import { oncePer } from '#model/oncePer.ts';
import { AnswerCache } from '#src/services/AnswerCache.ts';
import { Renewal } from '#src/services/Renewal.ts';

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
