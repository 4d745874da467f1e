/** Keys that sort differently as text, as number and by length. */
export const AWKWARD_KEYS = [
  '1',
  '01',
  '10',
  '2',
  '-5',
  '-05',
  '2147483647',
  '2147483648',
  '-2147483648',
  '-2147483649',
  '00000000001',
  '12345678901',
  '1a',
  'a',
  'B',
  'ü',
  '😀',
  '\uffee',
  '-',
  ' ',
  '0',
  '-0',
  'a b',
  'toString',
  '__defineGetter__',
  'constructor',
  'quote\'"\\',
] as const;

const PRIMITIVES = [
  0,
  -0,
  1,
  -1,
  0.1,
  -2.5,
  1e300,
  5e-324,
  2 ** 53 - 1,
  8,
  true,
  false,
  '',
  'x',
  'üñí',
  '😀',
  '1',
  'a\nb"',
] as const;

export type Data = null | string | number | boolean | { [key: string]: Data };

/** Random data up to `depth` levels deep; nulls and empty objects included. */
export function randomData(random: () => number, depth: number): Data {
  const roll = random();
  if (roll < 0.1) return null;
  if (depth === 0 || roll < 0.45) return pick(random, PRIMITIVES);
  const data: { [key: string]: Data } = Object.create(null);
  for (let count = Math.floor(random() * 5); count > 0; count -= 1) {
    data[pick(random, AWKWARD_KEYS)] = randomData(random, depth - 1);
  }
  return data;
}

export function randomPath(random: () => number, maxDepth: number): string[] {
  return Array.from({ length: Math.floor(random() * (maxDepth + 1)) }, () => pick(random, AWKWARD_KEYS));
}

export function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}
