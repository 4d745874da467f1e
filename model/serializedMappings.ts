import type { Mapping, MappingKey } from './mapping.ts';

/**
 * A list of mappings as one text and the places where its parts end: the ledger worker gives it to the browser's storage
 * in a few milliseconds, where 100,000 objects would take a hundred. Not for the page, which passes on parcels.
 */
export type PackedText = {
  /** Key, description and account of every mapping, one after another. */
  readonly text: string;
  /** Three ends per mapping, as offsets into `text`. */
  readonly ends: Uint32Array;
};

export function packMappings(mappings: Iterable<Mapping>): PackedText {
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

export function unpackMappings(packed: PackedText): Mapping[] {
  return Array.from({ length: packed.ends.length / 3 }, (_unused, i) => ({
    key: part(packed, 3 * i) as MappingKey,
    description: part(packed, 3 * i + 1),
    glAccount: part(packed, 3 * i + 2),
  }));
}

function part({ text, ends }: PackedText, i: number): string {
  return text.slice(ends[i - 1] ?? 0, ends[i]);
}
