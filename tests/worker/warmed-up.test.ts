import { expect, it, vi } from 'vitest';
import type { Mapping, MappingKey } from '../../src/model/mapping.ts';
import { createClassifier } from '../../workers/engine/createClassifier.ts';
import { warmUpEngine } from '../../workers/engine/warmUp.ts';
import { createTiming } from '../../workers/ledger/timing.ts';
import { warmedUp } from '../../workers/ledger/warmedUp.ts';
import { createFakeTiming, settled } from '../support/fakeTiming.ts';

const LIST: readonly Mapping[] = [
  { key: 'TESCO' as MappingKey, description: 'TESCO STORES', glAccount: '6100' },
];

/** Steps without an end. */
function* endless(seen: { steps: number }): Generator<number, void> {
  for (;;) yield ++seen.steps;
}

/** A slice ends at once. */
function withShortSlices() {
  const clock = vi.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => (now += 5));
  return () => clock.mockRestore();
}

it('steps are taken after what waits already, and end when the list comes', async () => {
  const restore = withShortSlices();
  const seen = { steps: 0 };
  const create = warmedUp(createClassifier, endless(seen), createFakeTiming());
  expect(seen.steps).toBe(0);
  await settled();
  await settled();
  const before = seen.steps;
  expect(before).toBeGreaterThan(0);
  const classifier = create(LIST);
  expect(classifier.mapping(classifier.classify('tesco  stores 2041')).glAccount).toBe('6100');
  for (let round = 0; round < 5; round++) await settled();
  expect(seen.steps).toBe(before);
  restore();
});

it('a list that is here at once is not kept waiting', async () => {
  const seen = { steps: 0 };
  const create = warmedUp(createClassifier, endless(seen), createFakeTiming());
  expect(create(LIST).size).toBe(1);
  await settled();
  await settled();
  expect(seen.steps).toBe(0);
});

it('a list that comes in the middle of the real thing is answered from', async () => {
  const timing = createTiming();
  const steps = warmUpEngine();
  const create = warmedUp(createClassifier, steps, timing);
  await timing.breathe();
  await timing.breathe();
  const classifier = create(LIST);
  expect(classifier.mapping(classifier.classify('TESCO STORES')).glAccount).toBe('6100');
  expect(classifier.classify('something else')).toBe(-1);
  await timing.breathe();
  expect(steps.next().done).toBe(false);
});

it('a failure is told and costs nothing but time', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  // biome-ignore lint/correctness/useYield: it breaks before its first step
  function* broken(): Generator<number, void> {
    throw new Error('no room');
  }
  const create = warmedUp(createClassifier, broken(), createFakeTiming());
  await settled();
  await settled();
  expect(warn).toHaveBeenCalledWith('The classifier could not be warmed up:', expect.any(Error));
  expect(create(LIST).size).toBe(1);
  warn.mockRestore();
});
