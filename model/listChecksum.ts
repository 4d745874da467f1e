/**
 * Number of mappings of a list, and the sum, modulo 2^53, of a 32-bit hash over the key and the stored value of each.
 * Two lists that agree in both are taken for equal: what was changed past the app, or did not arrive, shows as a
 * difference. The sum does not depend on the order, and a change of one mapping is added without reading the others.
 */
export type ListChecksum = { readonly count: number; readonly sum: number };

export const EMPTY_SUM: ListChecksum = { count: 0, sum: 0 };

const MODULUS = 2 ** 53;

/** The sum of a whole list; `entries` are keys and values as they are stored. */
export function sumOf(entries: Iterable<readonly [key: string, stored: unknown]>): ListChecksum {
  let [count, sum] = [0, 0];
  for (const [key, stored] of entries) {
    if (isNothing(stored)) continue;
    count += 1;
    sum = sumWith(sum, hashOfEntry(key, stored));
  }
  return { count, sum };
}

/** The sum of the list after a mapping has been added to it. `stored`: see {@link hashOfEntry}; null for no mapping. */
export function withEntry({ count, sum }: ListChecksum, key: string, stored: unknown): ListChecksum {
  if (isNothing(stored)) return { count, sum };
  return { count: count + 1, sum: sumWith(sum, hashOfEntry(key, stored)) };
}

function sumWith(sum: number, hash: number): number {
  const room = MODULUS - hash;
  // Never above 2^53, up to which numbers are exact.
  return sum >= room ? sum - room : sum + hash;
}

/** The sum of the list after a mapping has been removed from it. */
export function withoutEntry({ count, sum }: ListChecksum, key: string, stored: unknown): ListChecksum {
  if (isNothing(stored)) return { count, sum };
  const hash = hashOfEntry(key, stored);
  return { count: count - 1, sum: sum >= hash ? sum - hash : sum + (MODULUS - hash) };
}

export function isSameSum(a: ListChecksum, b: ListChecksum): boolean {
  return a.count === b.count && a.sum === b.sum;
}

/**
 * The hash of one mapping: FNV-1a over 16-bit units, finished as in MurmurHash3. Read are the key, then the value: a text
 * with its length and units, any other primitive as its JSON text, an object key by key in the order of code units (an
 * array, as which the SDK hands over number-like keys, is the object with these keys). So every reader gets the same.
 */
export function hashOfEntry(key: string, stored: unknown): number {
  let hash = withValue(withText(OFFSET_BASIS, key), stored);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** Tell the kinds of values apart. */
const TEXT = 1;
const OTHER = 2;
const OBJECT = 3;

function withUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, PRIME);
}

function withText(hash: number, text: string): number {
  let sum = withUnit(withUnit(hash, text.length & 0xffff), text.length >>> 16);
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), PRIME);
  return sum;
}

function withValue(hash: number, value: unknown): number {
  if (typeof value === 'string') return withText(withUnit(hash, TEXT), value);
  if (typeof value !== 'object' || value === null)
    return withText(withUnit(hash, OTHER), JSON.stringify(value ?? null));
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields)
    .filter((name) => !isNothing(fields[name]))
    .sort();
  let sum = withUnit(withUnit(hash, OBJECT), names.length);
  for (const name of names) sum = withValue(withText(sum, name), fields[name]);
  return sum;
}

/** Missing places of an array are null: nothing is stored there. */
function isNothing(stored: unknown): boolean {
  return stored === null || stored === undefined;
}
