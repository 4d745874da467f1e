import type { Mapping, MappingKey } from '../../src/model/mapping.ts';
import type { MappingId } from './classifier.ts';

/** The list under a classifier: every mapping it ever held, by id, and which of them are in force. */
export type MappingList = {
  readonly mappings: Mapping[];
  /** Ids in force by stored key. Made at the first call, since a list that never changes has no need of it. */
  keys(): Map<MappingKey, MappingId>;
  /** Work ahead for the first call of `keys`: takes up to `count` more of them. */
  prepareKeys(count: number): void;
  idsInForce(): ArrayLike<MappingId>;
};

/** Numbers the mappings in their order. Their stored keys are distinct, as in the database. */
export function createMappingList(given: Iterable<Mapping>): MappingList {
  const mappings = [...given];
  const first = mappings.length;
  const ids = new Map<MappingKey, MappingId>();
  let prepared = 0;
  let mayHaveChanged = false;
  const prepareKeys = (count: number) => {
    const end = Math.min(first, prepared + count);
    for (; prepared < end; prepared++) ids.set((mappings[prepared] as Mapping).key, prepared);
  };
  return {
    mappings,
    prepareKeys,
    keys() {
      prepareKeys(first);
      mayHaveChanged = true;
      return ids;
    },
    idsInForce: () => (mayHaveChanged ? Int32Array.from(ids.values()) : firstIds(first)),
  };
}

/** 0 to `count` - 1; a loop takes a tenth of the time of an iterator over as many. */
function firstIds(count: number): Int32Array {
  const ids = new Int32Array(count);
  for (let id = 0; id < count; id++) ids[id] = id;
  return ids;
}
