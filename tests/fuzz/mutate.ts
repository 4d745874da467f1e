/** Values that parsers stumble over. */
const AWKWARD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  '/',
  '//',
  '..',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '.sv',
  '.priority',
  '$',
  [],
  {},
  [[[[]]]],
  { '.sv': 'timestamp' },
  { '.sv': { increment: 'x' } },
  { '.value': { '.value': 1 } },
  'x'.repeat(2000),
];

/** A copy of JSON data with one place replaced, removed, doubled, renamed or buried deep. */
export function mutateMessage(value: unknown, random: () => number): unknown {
  const isBranch = typeof value === 'object' && value !== null;
  if (!isBranch || random() < 0.15) return awkward(value, random);
  const entries = Object.entries(value);
  const index = Math.floor(random() * entries.length);
  const chosen = entries[index];
  if (chosen === undefined) return awkward(value, random);
  const [key, child] = chosen;
  const roll = random();
  if (roll < 0.1) entries.splice(index, 1);
  else if (roll < 0.2) entries[index] = [String(awkward(key, random)).slice(0, 100), child];
  else entries[index] = [key, mutateMessage(child, random)];
  return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
}

function awkward(value: unknown, random: () => number): unknown {
  // Deeper ones are tried by themselves (attacks): the tools of this side would not survive them.
  if (random() < 0.1) return buried(value, 1 + Math.floor(random() * 300));
  return AWKWARD[Math.floor(random() * AWKWARD.length)];
}

function buried(value: unknown, depth: number): unknown {
  let result = value;
  for (let level = 0; level < depth; level += 1) result = level % 2 === 0 ? [result] : { a: result };
  return result;
}

/** A copy of bytes with some flipped, cut out, inserted or repeated. */
export function mutateBytes(bytes: Buffer, random: () => number): Buffer {
  let result = Buffer.from(bytes);
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
    const at = Math.floor(random() * result.length);
    const length = Math.floor(random() * 20);
    const [head, part, tail] = [
      result.subarray(0, at),
      result.subarray(at, at + length),
      result.subarray(at + length),
    ];
    const noise = Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
    const roll = random();
    if (roll < 0.3) result = Buffer.concat([head, noise, tail]);
    else if (roll < 0.5) result = Buffer.concat([head, tail]);
    else if (roll < 0.7) result = Buffer.concat([head, part, part, tail]);
    else result = Buffer.concat([head, noise, part, tail]);
  }
  return result;
}
