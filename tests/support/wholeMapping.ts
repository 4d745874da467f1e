import { type Mapping, type MappingFields, type MappingKey, mappingKey } from '#model/mapping.ts';

/**
 * A mapping with a text in every field. A field that is added to `Mapping`, optional or not, does not compile until it is
 * here; then the tests that use this show each place where it is lost.
 */
export const WHOLE_FIELDS: Required<MappingFields> = { description: 'Premier Inn', glAccount: '6200' };

export const WHOLE: Required<Mapping> = { key: mappingKey(WHOLE_FIELDS.description), ...WHOLE_FIELDS };

/** A mapping with a field that this version does not know of. */
export const WITH_LATER_FIELD = { ...WHOLE, laterField: 'kept' };

/** The mapping with another key. */
export function wholeAt(key: string): Required<Mapping> {
  return { ...WHOLE, key: key as MappingKey };
}
