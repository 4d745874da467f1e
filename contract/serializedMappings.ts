import {
  collectMapping,
  MAPPING_FIELDS,
  type Mapping,
  type MappingKey,
  REQUIRED_FIELDS,
  textsOf,
} from '#model/mapping.ts';

/**
 * A list of mappings in the form in which the page passes it from one worker to another, and in which the browser stores
 * it. The page has only a handle of the bytes: 100,000 mappings are some 12 MB, and each copy of them would block it.
 */
export type SerializedMappings = {
  /** Number of mappings. */
  readonly size: number;
  /**
   * For each mapping the ends of its key and of its fields (32 bits each, in this machine's byte order), as offsets into the
   * text behind them, which has these one after another. The text is a JSON string, since bare UTF-8 has no half surrogate
   * pairs.
   */
  readonly bytes: Blob;
};

/** Texts of a mapping: its key, then its fields. */
const TEXTS = 1 + MAPPING_FIELDS.length;

/** Linear in the text; for 100,000 mappings it takes too long for the page. */
export function serializeMappings(mappings: Iterable<Mapping>): SerializedMappings {
  const parts: string[] = [];
  for (const mapping of mappings) parts.push(mapping.key, ...textsOf(mapping));
  const ends = new Uint32Array(parts.length);
  let end = 0;
  for (const [i, part] of parts.entries()) {
    end += part.length;
    ends[i] = end;
  }
  return { size: parts.length / TEXTS, bytes: new Blob([ends, JSON.stringify(parts.join(''))]) };
}

/** Reads the mappings back. Rejects when the browser has lost what it stored, and when that is damaged. */
export async function deserializeMappings({ size, bytes }: SerializedMappings): Promise<Mapping[]> {
  const buffer = await bytes.arrayBuffer();
  const ends = new Uint32Array(buffer, 0, TEXTS * size);
  const text = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, ends.byteLength))) as string;
  if ((ends.at(-1) ?? 0) !== text.length) throw new Error(`A list of ${size} mappings is damaged.`);
  const part = (i: number) => text.slice(ends[i - 1] ?? 0, ends[i]);
  return Array.from({ length: size }, (_unused, i) => mappingOfTexts((at) => part(TEXTS * i + at)));
}

/** @param textAt the key at 0, then the fields; an optional one that the mapping lacks is blank */
function mappingOfTexts(textAt: (at: number) => string): Mapping {
  return collectMapping(textAt(0) as MappingKey, (name) => {
    const text = textAt(1 + MAPPING_FIELDS.indexOf(name));
    return text === '' && !REQUIRED_FIELDS.includes(name) ? undefined : text;
  });
}

/** Whether something that was stored is a list in this form. */
export function isSerializedMappings(stored: unknown): stored is SerializedMappings {
  const { size, bytes } = (stored ?? {}) as Partial<SerializedMappings>;
  return typeof size === 'number' && bytes instanceof Blob;
}
