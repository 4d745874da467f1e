import type { Mapping, MappingKey } from '#model/mapping.ts';

/**
 * A list of mappings in the form in which the page passes it from one worker to another, and to the browser's storage,
 * without reading it. A `Blob` crosses as a handle; the text itself (8 MB for 100,000 pairs) would be copied each time.
 */
export type SerializedMappings = {
  /** Number of mappings. */
  readonly size: number;
  /** Key, description and account of every mapping, one after another, as a JSON array. */
  readonly blob: Blob;
};

/** Linear in the text; about 100 ms for 100,000 mappings, so not for the page. */
export function serializeMappings(mappings: Iterable<Mapping>): SerializedMappings {
  const parts: string[] = [];
  for (const { key, description, glAccount } of mappings) parts.push(key, description, glAccount);
  // JSON, since a Blob made of the bare text would replace half surrogate pairs.
  return { size: parts.length / 3, blob: new Blob([JSON.stringify(parts)]) };
}

/** Reads the mappings back. Rejects with a `DOMException` when the browser has lost the stored `Blob`. */
export async function deserializeMappings({ size, blob }: SerializedMappings): Promise<Mapping[]> {
  const parts = JSON.parse(await blob.text()) as string[];
  return Array.from({ length: size }, (_unused, i) => ({
    key: parts[3 * i] as MappingKey,
    description: parts[3 * i + 1] as string,
    glAccount: parts[3 * i + 2] as string,
  }));
}

/** Whether something that was stored is a serialised list in today's form. */
export function isSerializedMappings(stored: unknown): stored is SerializedMappings {
  const { size, blob } = (stored ?? {}) as Partial<SerializedMappings>;
  return typeof size === 'number' && blob instanceof Blob;
}
