import type { Mapping, MappingKey } from '../../src/model/mapping.ts';
import type { MappingId } from './classifier.ts';

/** The list under a classifier: every mapping it ever held, by id, and which of them are in force. */
export type MappingList = {
  readonly mappings: Mapping[];
  /** Ids in force by stored key. Made at the first call, since a list that never changes has no need of it. */
  keys(): Map<MappingKey, MappingId>;
  idsInForce(): ArrayLike<MappingId>;
};

/** Numbers the mappings in their order. Their stored keys are distinct, as in the database. */
export function createMappingList(given: Iterable<Mapping>): MappingList {
  const mappings = [...given];
  let ids: Map<MappingKey, MappingId> | undefined;
  const keys = () => {
    ids ??= new Map(mappings.map((mapping, id) => [mapping.key, id]));
    return ids;
  };
  const idsInForce = () => (ids ? Int32Array.from(ids.values()) : Int32Array.from(mappings.keys()));
  return { mappings, keys, idsInForce };
}
