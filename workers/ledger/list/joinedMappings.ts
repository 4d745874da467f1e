import type { Mapping, MappingKey } from '#model/mapping.ts';

/**
 * The form of the mapping list in the cache: one text and the places where its parts end. The browser's storage takes it
 * in a few milliseconds; 100,000 objects would take it a hundred.
 */
export type JoinedMappings = {
  /** Key, description and account of every mapping, one after another. */
  readonly text: string;
  /** Three ends per mapping, as offsets into `text`. */
  readonly ends: Uint32Array;
};

export function joinMappings(mappings: Iterable<Mapping>): JoinedMappings {
  const parts: string[] = [];
  for (const { key, description, glAccount } of mappings) parts.push(key, description, glAccount);
  const ends = new Uint32Array(parts.length);
  let end = 0;
  for (const [i, part] of parts.entries()) {
    end += part.length;
    ends[i] = end;
  }
  return { text: parts.join(''), ends };
}

export function splitMappings(joined: JoinedMappings): Mapping[] {
  return Array.from({ length: joined.ends.length / 3 }, (_unused, i) => ({
    key: part(joined, 3 * i) as MappingKey,
    description: part(joined, 3 * i + 1),
    glAccount: part(joined, 3 * i + 2),
  }));
}

function part({ text, ends }: JoinedMappings, i: number): string {
  return text.slice(ends[i - 1] ?? 0, ends[i]);
}
