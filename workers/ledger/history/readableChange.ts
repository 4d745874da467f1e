import type { KeyChange, MappingChange } from '#model/history.ts';
import { readMapping } from '#model/mapping.ts';

/** A change of the history as it reads: a former form as the mapping that it stood for. */
export function readableChange({ key, before, after }: KeyChange): MappingChange {
  const mappingOf = (stored: unknown) => (stored === null ? null : readMapping(key, stored));
  return { key, before: mappingOf(before), after: mappingOf(after) };
}
