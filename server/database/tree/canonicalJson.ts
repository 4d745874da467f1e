import { Branch } from './node.ts';

/**
 * A subtree, or plain data, as JSON text that depends on nothing but what it says: without white space, the keys of an object in
 * the order of their UTF-16 code units.
 */
export function canonicalJson(value: unknown): string {
  if (value instanceof Branch)
    return value.packed === null ? ofMap(value.children) : canonicalJson(value.packed);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const plain = value as Readonly<Record<string, unknown>>;
  let text = '{';
  for (const key of Object.keys(plain).sort()) text += member(text, key, plain[key]);
  return `${text}}`;
}

function ofMap(children: Pick<ReadonlyMap<string, unknown>, 'get'> & { keys(): Iterable<string> }): string {
  let text = '{';
  for (const key of [...children.keys()].sort()) text += member(text, key, children.get(key));
  return `${text}}`;
}

function member(before: string, key: string, value: unknown): string {
  return `${before.length === 1 ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value)}`;
}
