import type { ByteSource } from '#engine/import/byteSource.ts';

/** A file as a source that is read piece by piece. */
export function sourceOfBlob(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  };
}
