import { expect, it } from 'vitest';
import { type Mapping, type MappingKey, makeMapping } from '#model/mapping.ts';
import { ListIndex } from '#workers/ledger/list/ListIndex.ts';
import type { ListEvent } from '#workers/ledger/list/MappingList.ts';
import { settled } from '../support/fakeTiming.ts';

const mapping = (description: string) => makeMapping({ description, glAccount: '1' });

/** The descriptions of a list, which are made anew after a change of more than two; `finish` ends what is being made. */
function setup(...descriptions: string[]) {
  const entries = new Map<MappingKey, Mapping>();
  for (const one of descriptions.map(mapping)) entries.set(one.key, one);
  const listeners = new Set<(event: ListEvent) => void>();
  const ends: (() => void)[] = [];
  const index = new ListIndex<Set<MappingKey>>({
    list: {
      entries,
      watch(onEvent) {
        listeners.add(onEvent);
        return () => listeners.delete(onEvent);
      },
    },
    async make(mappings, signal) {
      await new Promise<void>((resolve) => ends.push(resolve));
      signal.throwIfAborted();
      return new Set(mappings.map(({ key }) => key));
    },
    apply(keys, changes) {
      for (const [key, after] of changes) if (after) keys.add(key);
      return changes.size <= 2;
    },
  });
  const emit = (event: ListEvent) => {
    for (const listener of listeners) listener(event);
  };
  return {
    index,
    made: () => ends.length,
    finish: () => ends.at(-1)?.(),
    emit,
    change(...added: string[]) {
      const changes = new Map(added.map(mapping).map((one) => [one.key, one]));
      for (const [key, one] of changes) entries.set(key, one);
      emit({ kind: 'changed', changes });
    },
  };
}

it('is made once, and has the changes that came meanwhile and afterwards', async () => {
  const { index, change, finish, made } = setup('ACME');
  expect(index.now).toBeNull();
  const asked = [index.get(), index.get()];
  change('BOLT');
  finish();
  expect([...((await asked[0]) ?? [])]).toEqual(['ACME', 'BOLT']);
  change('CUBE');
  expect([...(index.now ?? [])]).toEqual(['ACME', 'BOLT', 'CUBE']);
  expect([await asked[1], made()]).toEqual([index.now, 1]);
});

it('is null where the list is read again or dropped meanwhile, and made again at the next question', async () => {
  for (const end of [{ kind: 'loading' }, 'drop'] as const) {
    const { index, emit, finish, made } = setup('ACME');
    const asked = index.get();
    if (end === 'drop') index.drop();
    else emit(end);
    finish();
    expect([await asked, index.now]).toEqual([null, null]);
    const again = index.get();
    finish();
    expect([(await again)?.size, made()]).toEqual([1, 2]);
  }
});

it('is made again after a change that is too much for it', async () => {
  const { index, change, finish, made } = setup('ACME');
  const late = index.get();
  change('BOLT', 'CUBE', 'DOCK');
  finish();
  expect(await late).toBeNull();
  const again = index.get();
  finish();
  expect((await again)?.size).toBe(4);
  change('EAST', 'FORD', 'GOLF');
  await settled();
  expect([index.now, made()]).toEqual([null, 2]);
});
