import { createHash } from 'node:crypto';
import { compareKeys, sortKeys } from './keyOrder.ts';

/** Some children in a row: their keys, and once it is made the text that they add to the hash of their parent. */
type Chunk = { readonly from: string; readonly keys: string[]; text: Buffer | null };

const CHUNK = 512;

/**
 * What the children of a big branch add to its hash, kept in chunks: a change makes one chunk anew instead of all
 * 100,000 entries. Whoever changes a child calls `touch`.
 */
export class ChildHashes {
  private readonly chunks: Chunk[] = [];

  /** @param keys of all children */
  constructor(keys: Iterable<string>) {
    const sorted = sortKeys(keys);
    for (let at = 0; at < sorted.length; at += CHUNK) this.chunks.push(chunkOf(sorted.slice(at, at + CHUNK)));
  }

  /** The child has changed, or has come or gone. */
  touch(key: string, exists: boolean): void {
    const index = Math.max(0, firstAfter(this.chunks, key, ({ from }) => from) - 1);
    const chunk = this.chunks[index];
    if (chunk === undefined) return;
    chunk.text = null;
    const at = firstAfter(chunk.keys, key, (other) => other);
    const isKnown = chunk.keys[at - 1] === key;
    if (exists && !isKnown) chunk.keys.splice(at, 0, key);
    if (!exists && isKnown) chunk.keys.splice(at - 1, 1);
    if (chunk.keys.length > 2 * CHUNK) this.chunks.splice(index + 1, 0, chunkOf(chunk.keys.splice(CHUNK)));
  }

  /** Makes the missing texts, one per step. @param entryOf what a child adds */
  *prepare(entryOf: (key: string) => string): Generator<void> {
    // By index: chunks may be split between two steps.
    for (let index = 0; index < this.chunks.length; index += 1) {
      const chunk = this.chunks[index];
      if (chunk === undefined || chunk.text !== null) continue;
      chunk.text = textOf(chunk, entryOf);
      yield;
    }
  }

  /** Base64 SHA-1 over the entries of all children in key order. */
  digest(entryOf: (key: string) => string): string {
    const sha1 = createHash('sha1');
    for (const chunk of this.chunks) {
      chunk.text ??= textOf(chunk, entryOf);
      sha1.update(chunk.text);
    }
    return sha1.digest('base64');
  }
}

function chunkOf(keys: string[]): Chunk {
  return { from: keys[0] ?? '', keys, text: null };
}

function textOf({ keys }: Chunk, entryOf: (key: string) => string): Buffer {
  return Buffer.from(keys.map(entryOf).join(''));
}

/** Index of the first element whose key comes after `key`. */
function firstAfter<T>(list: readonly T[], key: string, keyOf: (element: T) => string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareKeys(keyOf(list[middle] as T), key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
