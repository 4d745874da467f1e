import type { Data } from './random.ts';

/** What is stored of data: nulls and empty objects vanish, -0 is 0. */
function compact(data: Data): Data {
  if (data === 0) return 0;
  if (data === null || typeof data !== 'object') return data;
  const entries = Object.entries(data)
    .map(([key, child]) => [key, compact(child)] as const)
    .filter(([, child]) => child !== null);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** The tree after a set, by copying all of it. */
export function naiveSet(root: Data, path: readonly string[], value: Data): Data {
  const [key, ...rest] = path;
  if (key === undefined) return compact(value);
  const isBranch = root !== null && typeof root === 'object';
  const child = naiveSet(isBranch && Object.hasOwn(root, key) ? (root[key] as Data) : null, rest, value);
  if (!isBranch && child === null) return root;
  return compact(Object.fromEntries([...Object.entries(isBranch ? root : {}), [key, child]]));
}

/** Key order, written from the protocol notes as a sort of tuples. */
export function naiveCompareKeys(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)];
  for (let i = 0; i < left.length; i += 1) {
    const [x, y] = [left[i] as number | string, right[i] as number | string];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

function rank(key: string): [number, number, number, string] {
  const isInteger =
    /^-?\d+$/.test(key) &&
    key.replace(/^-?0*/, '').length <= 10 &&
    Math.trunc(Number(key)) === (Number(key) | 0);
  return isInteger ? [0, Number(key), key.length, key] : [1, 0, 0, key];
}
