import type { MappingId } from '#model/classification.ts';
import type { Mapping, MappingKey } from '#model/mapping.ts';

/** The list under a classifier: the mappings in force, by id and by stored key. Ids are never used again. */
export type MappingList = {
  get(id: MappingId): Mapping | undefined;
  idOf(key: MappingKey): MappingId | undefined;
  add(mapping: Mapping): MappingId;
  /** Removes what has this key; its id means nothing from then on. */
  remove(key: MappingKey): void;
  idsInForce(): ArrayLike<MappingId>;
};

/** Numbers the mappings in their order. Their stored keys are distinct, as in the database. */
export function createMappingList(given: Iterable<Mapping>): MappingList {
  /** The mappings that were given: ids 0 to `first` - 1. */
  let mappings: (Mapping | undefined)[] = [...given];
  const first = mappings.length;
  /** Those with other ids; since ids only grow, an array would grow with every change. */
  const later = new Map<MappingId, Mapping>();
  /** Made at the first call of `idOf`, since a list that never changes has no need of it. */
  const ids = new Map<MappingKey, MappingId>();
  let next = first;
  let mayHaveChanged = false;
  let removedOfFirst = 0;
  const idsByKey = () => {
    if (!mayHaveChanged)
      for (const [id, mapping] of mappings.entries()) if (mapping) ids.set(mapping.key, id);
    mayHaveChanged = true;
    return ids;
  };
  /** An array of mostly holes gives way to a map. */
  const dropHoles = () => {
    for (const [id, mapping] of mappings.entries()) if (mapping) later.set(id, mapping);
    mappings = [];
  };
  return {
    get: (id) => mappings[id] ?? later.get(id),
    idOf: (key) => idsByKey().get(key),
    add(mapping) {
      const id = next++;
      idsByKey().set(mapping.key, id);
      later.set(id, mapping);
      return id;
    },
    remove(key) {
      const id = idsByKey().get(key);
      if (id === undefined) return;
      ids.delete(key);
      later.delete(id);
      if (id >= mappings.length) return;
      mappings[id] = undefined;
      if (++removedOfFirst * 2 > first) dropHoles();
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
