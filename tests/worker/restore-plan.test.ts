import { describe, expect, it } from 'vitest';
import type { MappingChange } from '#model/history.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';
import { RESTORABLE_MAPPINGS, RestorePlanner } from '#workers/ledger/history/restorePlan.ts';
import { mapping } from '../support/mapping.ts';
import { below, type Random, seededRandom } from '../support/random.ts';

type List = ReadonlyMap<MappingKey, Mapping>;
type Entry = { readonly isTaken: boolean; readonly changes: readonly MappingChange[] };

const change = (before: Mapping | null, after: Mapping | null): MappingChange => ({
  key: (after ?? before)?.key as MappingKey,
  before,
  after,
});
const listOf = (...mappings: Mapping[]): List => new Map(mappings.map((entry) => [entry.key, entry]));
const plan = (list: List, ...entries: (readonly MappingChange[])[]) => {
  const planner = new RestorePlanner(RESTORABLE_MAPPINGS);
  for (const changes of entries) planner.add(changes);
  return planner.plan(list);
};
const nothing = { changes: [], conflicts: [], unusable: [], same: 0 };

const old = mapping('ACME', '6100');
const edited = mapping('ACME', '6200');
const others = mapping('ACME', '6300');

describe('the plan of a restore', () => {
  it('takes back an edit, an addition and a removal', () => {
    const added = mapping('TESCO', '6100');
    const removed = mapping('SHELL', '6400');
    const changes = [change(old, edited), change(null, added), change(removed, null)];
    expect(plan(listOf(edited, added), changes)).toEqual({
      ...nothing,
      changes: [
        { key: 'ACME', before: edited, after: old },
        { key: 'SHELL', before: null, after: removed },
        { key: 'TESCO', before: added, after: null },
      ],
    });
  });

  it('leaves alone what is as before already', () => {
    expect(plan(listOf(old), [change(old, edited)])).toEqual({ ...nothing, same: 1 });
  });

  it('finds what somebody has changed or removed since', () => {
    const conflict = { key: 'ACME', after: old, left: edited };
    expect(plan(listOf(others), [change(old, edited)]).conflicts).toEqual([{ ...conflict, before: others }]);
    expect(plan(listOf(), [change(old, edited)]).conflicts).toEqual([{ ...conflict, before: null }]);
  });

  it('finds what somebody has changed between two entries of one change set', () => {
    const last = mapping('ACME', '6400');
    const planned = plan(listOf(last), [change(old, edited)], [change(others, last)]);
    const expected = { ...nothing, conflicts: [{ key: 'ACME', before: last, after: old, left: last }] };
    expect(planned).toEqual(expected);
  });

  it('refuses a former value without a usable account', () => {
    const unknown = mapping('ACME', 'Unknown');
    const noMatch = mapping('TESCO', 'No Match');
    const planned = plan(listOf(edited), [change(unknown, edited), change(noMatch, null)]);
    expect(planned.unusable.map(({ key }) => key)).toEqual(['ACME', 'TESCO']);
    expect(planned.changes).toEqual([]);
  });

  it('refuses a key that cannot be stored any more', () => {
    const reserved = mapping('constructor', '6100');
    expect(plan(listOf(), [change(reserved, null)]).unusable).toHaveLength(1);
  });
});

describe('against a naive replay of random histories', () => {
  const keys = ['A', 'B', 'C', 'D', 'E'];

  /** Some entries, the list after each of them (the first: before all), and which of them are to be taken back. */
  function history(random: Random) {
    const lists: List[] = [listOf(...keys.slice(0, 2).map((key) => mapping(key, '1')))];
    const entries: Entry[] = [];
    for (let i = 0; i < 1 + below(random, 8); i++) {
      const list = new Map(lists.at(-1));
      const changes = keys.flatMap((key) => {
        const before = list.get(key as MappingKey) ?? null;
        const after = below(random, 4) === 0 ? null : mapping(key, String(1 + below(random, 3)));
        if (below(random, 3) > 0 || before?.glAccount === after?.glAccount) return [];
        if (after === null) list.delete(key as MappingKey);
        else list.set(after.key, after);
        return [change(before, after)];
      });
      entries.push({ isTaken: below(random, 2) === 0, changes });
      lists.push(list);
    }
    return { lists, entries };
  }

  const after = (list: List, lines: readonly MappingChange[]) => {
    const result = new Map(list);
    for (const { key, after: value } of lines) {
      if (value === null) result.delete(key);
      else result.set(key, value);
    }
    return result;
  };
  const sorted = (list: List) => [...list.values()].map(({ key, glAccount }) => `${key} ${glAccount}`).sort();
  const seeds = Array.from({ length: 400 }, (_unused, seed) => seed);

  it('restores the list as it was after any entry, without a conflict', () => {
    for (const seed of seeds) {
      const random = seededRandom(seed);
      const { lists, entries } = history(random);
      const moment = below(random, lists.length);
      const now = lists.at(-1) as List;
      const planned = plan(now, ...entries.slice(moment).map(({ changes }) => changes));
      expect(planned.conflicts, `seed ${seed}`).toEqual([]);
      expect(sorted(after(now, planned.changes)), `seed ${seed}`).toEqual(sorted(lists[moment] as List));
    }
  });

  it('takes back some entries: a key that others changed in between or since is a conflict, no other is', () => {
    for (const seed of seeds) {
      const { lists, entries } = history(seededRandom(seed));
      const now = lists.at(-1) as List;
      const planned = plan(now, ...entries.filter(({ isTaken }) => isTaken).map(({ changes }) => changes));
      for (const key of keys as MappingKey[]) {
        const at = (place: number) => lists[place]?.get(key)?.glAccount;
        const own = entries.flatMap(({ isTaken, changes }, i) =>
          isTaken && changes.some((made) => made.key === key) ? [i] : [],
        );
        const [first] = own;
        const ends = [...own.slice(1), entries.length];
        const isForeign = own.some((i, n) => at(i + 1) !== at(ends[n] ?? -1));
        const isChanged = first !== undefined && at(first) !== now.get(key)?.glAccount;
        const found = [planned.changes, planned.conflicts].map((lines) =>
          lines.find((line) => line.key === key),
        );
        const message = `seed ${seed}, ${key}`;
        const expected = [isChanged && !isForeign, isChanged && isForeign];
        expect(
          found.map((line) => line !== undefined),
          message,
        ).toEqual(expected);
        if (isChanged) expect((found[0] ?? found[1])?.after?.glAccount, message).toBe(at(first));
      }
    }
  });
});
