import { type Mapping, mappingKey } from '#model/mapping.ts';

/** A mapping under the key of its description. */
export const mapping = (description: string, glAccount: string): Mapping => ({
  key: mappingKey(description),
  description,
  glAccount,
});
