import type { ByteSource } from '#engine/read/byteSource.ts';
import type { Unreadable } from '#model/fileReading.ts';

/** A file as a source that is read piece by piece. */
export function sourceOfBlob(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
  };
}

/** What a reading answers, or why the browser cannot read its file: it went away, is a folder, or may not be read. */
export async function orUnreadable<Outcome>(reading: Promise<Outcome>): Promise<Outcome | Unreadable> {
  try {
    return await reading;
  } catch (error) {
    const isOfFile = error instanceof DOMException && error.name !== 'AbortError';
    if (isOfFile) return { kind: 'unreadable', detail: error.message };
    throw error;
  }
}
