/** Bytes that can be read piece by piece, such as those of a File. */
export type ByteSource = {
  /** Number of bytes. */
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
};

/** Bytes read at a time. */
export const PIECE = 1 << 20;

/** Bytes in memory as a source. */
export function sourceOfBytes(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** All bytes of a source. Throws the signal's reason when cancelled. */
export async function readAll(source: ByteSource, signal?: AbortSignal): Promise<Uint8Array> {
  const all = new Uint8Array(source.size);
  for (let from = 0; from < source.size; from += PIECE) {
    signal?.throwIfAborted();
    all.set(await source.read(from, Math.min(source.size, from + PIECE)), from);
  }
  return all;
}
