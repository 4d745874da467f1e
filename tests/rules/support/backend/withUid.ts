/** `value` with every text `from` in it replaced by `to`: real accounts have uids of the identity service's choice. */
export function withUid<T>(value: T, from: string, to: string): T {
  return (from === to || from === '' ? value : replaced(value, from, to)) as T;
}

function replaced(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((item) => replaced(item, from, to));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, from, to)]));
}
