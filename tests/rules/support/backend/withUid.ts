/**
 * `value` with every text `from` in it, and every such part of a path, replaced by `to`: real accounts have uids of the
 * identity service's choice.
 */
export function withUid<T>(value: T, from: string, to: string): T {
  return (from === to || from === '' ? value : replaced(value, from, to)) as T;
}

function replaced(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return inPath(value, from, to);
  if (Array.isArray(value)) return value.map((item) => replaced(item, from, to));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    inPath(key, from, to),
    replaced(item, from, to),
  ]);
  return Object.fromEntries(entries);
}

function inPath(path: string, from: string, to: string): string {
  return path
    .split('/')
    .map((part) => (part === from ? to : part))
    .join('/');
}
