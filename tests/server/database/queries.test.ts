import {
  endAt,
  equalTo,
  get,
  limitToLast,
  onValue,
  orderByChild,
  type QueryConstraint,
  query,
  ref,
  startAt,
} from 'firebase/database';
import { describe, expect, it } from 'vitest';
import { toPlain } from '#server/database/tree/node.ts';
import { parseQuery, select } from '#server/database/tree/query.ts';
import { parseValue } from '#server/database/wire/values.ts';
import { seededRandom } from '../../support/random.ts';
import { naiveCompareKeys } from './support/naive.ts';
import { AWKWARD_KEYS, type Data, pick, randomData } from './support/random.ts';
import { openRules } from './support/server.ts';
import { setupDatabase } from './support/setup.ts';

const setup = setupDatabase();

const DATA = {
  anna: { age: 30, city: 'Graz' },
  bert: { age: 25, city: 'Wien' },
  carl: { age: 30 },
  dora: { age: 'unknown', city: 'Linz' },
  emil: { city: 'Graz' },
  fred: { age: { exact: 31 } },
  gina: { age: false },
  10: { age: 25 },
  9: { age: -1 },
};

const BOUNDS: readonly [string, readonly QueryConstraint[]][] = [
  ['by child, last three', [orderByChild('age'), limitToLast(3)]],
  ['by child, equal', [orderByChild('age'), equalTo(30)]],
  ['by child, missing', [orderByChild('age'), equalTo(null)]],
  ['by child, a range over types', [orderByChild('age'), startAt(false), endAt('zzz')]],
  ['by a deep child', [orderByChild('age/exact'), limitToLast(1)]],
  ['by child, from a value on', [orderByChild('age'), startAt(25)]],
  ['by child, a page of history', [orderByChild('age'), endAt(29), limitToLast(2)]],
];

describe('queries through the SDK', () => {
  it.each(BOUNDS)(
    '%s: the server selects what the SDK selects from the whole node',
    async (_name, constraints) => {
      const server = await setup.server({ rules: openRules });
      server.service.update({ people: DATA });
      const [remote, local] = [setup.client(server), setup.client(server)];
      const stop = onValue(ref(local.database, 'people'), () => {});
      const expected = await get(query(ref(local.database, 'people'), ...constraints));
      const answered = await get(query(ref(remote.database, 'people'), ...constraints));
      const keys = (snapshot: typeof answered) => {
        const found: (string | null)[] = [];
        snapshot.forEach((child) => {
          found.push(child.key);
        });
        return found;
      };
      expect(keys(answered)).toEqual(keys(expected));
      expect(answered.val()).toEqual(expected.val());
      stop();
    },
  );
});

type Wire = { i?: string; sp?: Data; sin?: boolean; ep?: Data; ein?: boolean; l?: number; vf?: string };

const VALUE_RANKS: readonly ((value: Data) => boolean)[] = [
  (value) => value === null,
  (value) => value === false,
  (value) => value === true,
  (value) => typeof value === 'number',
  (value) => typeof value === 'string',
  (value) => typeof value === 'object',
];

/** Compares values in the order that the protocol notes list. */
function naiveCompareValues(a: Data, b: Data): number {
  const rank = (value: Data) => VALUE_RANKS.findIndex((holds) => holds(value));
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a !== 'number' && typeof a !== 'string') return 0;
  return a < (b as typeof a) ? -1 : Number(a > (b as typeof a));
}

function naiveSelect(data: Data, wire: Wire): Data {
  if (data === null || typeof data !== 'object') return null;
  const valueOfChild = (key: string): Data => {
    const child = data[key] as Data;
    return child !== null && typeof child === 'object' && Object.hasOwn(child, 'a')
      ? (child['a'] as Data)
      : null;
  };
  let keys = Object.keys(data).sort(
    (a, b) => naiveCompareValues(valueOfChild(a), valueOfChild(b)) || naiveCompareKeys(a, b),
  );
  const { sp, ep } = wire;
  if (sp !== undefined) keys = keys.filter((key) => naiveCompareValues(valueOfChild(key), sp) >= 0);
  if (ep !== undefined) keys = keys.filter((key) => naiveCompareValues(valueOfChild(key), ep) <= 0);
  if (wire.l !== undefined) keys = keys.slice(-wire.l);
  return keys.length === 0 ? null : Object.fromEntries(keys.map((key) => [key, data[key] as Data]));
}

function randomWire(random: () => number): Wire {
  const bound = () => pick<Data>(random, [null, false, true, 0, 1, 0.1, '', 'x', '1']);
  const wire: Wire = { i: 'a' };
  if (random() < 0.5) Object.assign(wire, { sp: bound(), sin: true });
  if (random() < 0.5) Object.assign(wire, { ep: bound(), ein: true });
  if (random() < 0.5) Object.assign(wire, { l: 1 + Math.floor(random() * 4), vf: 'r' });
  return wire;
}

/** Children with awkward keys, most of which have an "a" to be ordered by. */
function randomList(random: () => number): Data {
  if (random() < 0.2) return randomData(random, 3);
  const list: { [key: string]: Data } = {};
  for (let count = Math.floor(random() * 6); count > 0; count -= 1)
    list[pick(random, AWKWARD_KEYS)] = { a: randomData(random, 1), b: randomData(random, 1) };
  return list;
}

describe('select', () => {
  it.each([1, 2, 3])('agrees with a naive selection over 500 random queries (seed %i)', (seed) => {
    const random = seededRandom(seed);
    for (let round = 0; round < 500; round += 1) {
      const node = parseValue(randomList(random), { stored: () => null, now: 0, depth: 0 });
      const wire = randomWire(random);
      const query = parseQuery(wire);
      if (query === null) throw new Error('bad case');
      const data = toPlain(node) as Data;
      const expected = naiveSelect(data, wire);
      expect(toPlain(select(node, query)), JSON.stringify({ wire, data })).toEqual(expected);
    }
  });
});
