import { type Mapping, mappingKey } from '#model/mapping.ts';

/** The mappings of a tab-separated text, line by line. */
export function mappingsOf(text: string): Mapping[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([description = '', glAccount = '']) => ({ key: mappingKey(description), description, glAccount }));
}

/** The mappings of a tab-separated text as the database keeps them: of two descriptions with one key, the last. */
export function storedMappingsOf(text: string): Mapping[] {
  return [...new Map(mappingsOf(text).map((mapping) => [mapping.key, mapping])).values()];
}
