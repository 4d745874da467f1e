import { createHash } from 'node:crypto';

/** Bounds of a query without a key sort before and after every key (brackets are forbidden in real keys). */
export const MIN_KEY = '[MIN_NAME]';
export const MAX_KEY = '[MAX_NAME]';

const INTEGER_KEY = /^-?0*\d{1,10}$/;
const INT32_MIN = -2147483648;
const INT32_MAX = 2147483647;

/**
 * Order of sibling keys in the Realtime Database: keys that read as signed 32-bit integers first, by number,
 * equal numbers by length (`1` before `01`); all others after them by UTF-16 unit.
 */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  if (a === MIN_KEY || b === MAX_KEY) return -1;
  if (b === MIN_KEY || a === MAX_KEY) return 1;
  const numberA = integerOf(a);
  const numberB = integerOf(b);
  if (numberA === null && numberB === null) return a < b ? -1 : 1;
  if (numberA === null) return 1;
  if (numberB === null) return -1;
  return numberA - numberB || a.length - b.length;
}

/** Sorts keys by {@link compareKeys}; the native sort takes the texts, which are nearly always all there is. */
export function sortKeys(keys: Iterable<string>): string[] {
  const integers: string[] = [];
  const texts: string[] = [];
  for (const key of keys) (integerOf(key) === null ? texts : integers).push(key);
  return [...integers.sort(compareKeys), ...texts.sort()];
}

function integerOf(key: string): number | null {
  if (!INTEGER_KEY.test(key)) return null;
  const value = Number(key);
  return value >= INT32_MIN && value <= INT32_MAX ? value : null;
}

/** Some children in a row: their keys, and once it is made the text that they add to the hash of their parent. */
type Chunk = { readonly from: string; readonly keys: string[]; text: Buffer | null };

const CHUNK = 512;

/**
 * What the children of a big branch add to its hash, cached in chunks: a change recomputes one chunk instead of all
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
