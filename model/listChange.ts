import type { Mapping, MappingKey } from './mapping.ts';

/** A change of the list, to be made in one atomic multi-path update: `remove` first, then `set`. */
export type ListChange = { readonly set: readonly Mapping[]; readonly remove: readonly MappingKey[] };
