import type { ByteSource } from '#engine/read/byteSource.ts';

/** Bytes in memory as a source. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** A text as UTF-8 without byte order mark. */
export function textSource(text: string): ByteSource {
  return sourceOf(new TextEncoder().encode(text));
}
