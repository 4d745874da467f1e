import { readFileSync } from 'node:fs';

const FOLDER = new URL('../fixtures/', import.meta.url);

type Names = Readonly<Record<string, unknown>>;
export type Tables<Row> = Readonly<Record<string, readonly Row[]>>;

/**
 * The tables of `tests/fixtures/NAME.json`, by their titles. In keys and texts there `$P` stands for what `names`
 * has under P, `$x1000` for a text of a thousand letters; a text `$undefined` and one like `$/a+/i` for what JSON cannot
 * say.
 */
export function tablesOf(name: string, names: Names = {}) {
  const tables = fixture<Tables<unknown>>(name, names);
  return <Row>(title: string): readonly Row[] => {
    const rows = tables[title];
    if (rows === undefined) throw new Error(`${name}.json has no table "${title}"`);
    return rows as readonly Row[];
  };
}

/** What the file has as a whole, filled in alike: tables by their titles, or one value. */
export function fixture<T>(name: string, names: Names = {}): T {
  const written: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
  // The longest first: $MARK is not $M.
  const byLength = Object.entries(names).toSorted(([one], [another]) => another.length - one.length);
  const meanings = byLength.map(([short, value]) => [`$${short}`, value] as const);
  return filled(written, new Map([['$undefined', undefined], ...meanings])) as T;
}

type Meanings = ReadonlyMap<string, unknown>;

function filled(value: unknown, meanings: Meanings): unknown {
  if (typeof value === 'string') return filledText(value, meanings);
  if (Array.isArray(value)) return value.map((item) => filled(item, meanings));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => [
    filled(key, meanings),
    filled(child, meanings),
  ]);
  return Object.fromEntries(entries);
}

function filledText(text: string, meanings: Meanings): unknown {
  if (meanings.has(text)) return meanings.get(text);
  const [, pattern, flags] = /^\$\/(.+)\/(\w*)$/s.exec(text) ?? [];
  if (pattern !== undefined) return new RegExp(pattern, flags);
  const long = text.replace(/\$x(\d+)/g, (_, length) => 'x'.repeat(Number(length)));
  return [...meanings].reduce((sum, [short, value]) => sum.replaceAll(short, () => String(value)), long);
}

/** `data` with other fields; undefined takes one away. What is no object is meant as it is. */
export function differing<T>(data: object, changes: unknown): T {
  if (typeof changes !== 'object' || changes === null) return changes as T;
  const fields = Object.entries({ ...data, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as T;
}
