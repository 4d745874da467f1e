import {
  endAt,
  endBefore,
  equalTo,
  get,
  limitToFirst,
  limitToLast,
  onValue,
  orderByChild,
  orderByKey,
  orderByValue,
  type QueryConstraint,
  query,
  ref,
  set,
  startAfter,
  startAt,
  update,
} from 'firebase/database';
import { describe, expect, it } from 'vitest';
import { toPlain } from '#server/database/tree/json.ts';
import { select } from '#server/database/tree/query.ts';
import { parseQuery } from '#server/database/wire/queryObject.ts';
import { parseValue } from '#server/database/wire/values.ts';
import { seededRandom } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { naiveCompareKeys } from './support/naive.ts';
import { AWKWARD_KEYS, type Data, pick, randomData } from './support/random.ts';
import { openGuard } from './support/server.ts';
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
  ['by key, first two', [orderByKey(), limitToFirst(2)]],
  ['by key, last two', [orderByKey(), limitToLast(2)]],
  ['by key, a range', [orderByKey(), startAt('bert'), endAt('emil')]],
  ['by key, an open range', [orderByKey(), startAfter('bert'), endBefore('emil')]],
  ['by key, equal', [orderByKey(), equalTo('9')]],
  ['by child, first three', [orderByChild('age'), limitToFirst(3)]],
  ['by child, last three', [orderByChild('age'), limitToLast(3)]],
  ['by child, equal', [orderByChild('age'), equalTo(30)]],
  ['by child, equal and key', [orderByChild('age'), equalTo(30, 'carl')]],
  ['by child, missing', [orderByChild('age'), equalTo(null)]],
  ['by child, a range over types', [orderByChild('age'), startAt(false), endAt('zzz')]],
  ['by child, after', [orderByChild('age'), startAfter(25)]],
  ['by child, before', [orderByChild('age'), endBefore(30)]],
  ['by child, from a value and key', [orderByChild('age'), startAt(25, 'bert'), limitToFirst(2)]],
  ['by a deep child', [orderByChild('age/exact'), limitToLast(1)]],
  ['without an order, first', [limitToFirst(3)]],
  ['without an order, last', [limitToLast(3)]],
];

describe('queries through the SDK', () => {
  it.each(BOUNDS)(
    '%s: the server selects what the SDK selects from the whole node',
    async (_name, constraints) => {
      const server = await setup.server({ guard: openGuard });
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

  it('keep a listening query up to date as children come, change and go', async () => {
    const server = await setup.server({ guard: openGuard });
    server.service.update({ list: { a: 3, b: 1, c: 2 } });
    const [ann, bob] = [setup.client(server), setup.client(server)];
    const seen: unknown[] = [];
    const smallest = query(ref(ann.database, 'list'), orderByValue(), limitToFirst(2));
    const stop = onValue(smallest, (snapshot) => seen.push(snapshot.val()));
    await until(() => expect(seen.at(-1)).toEqual({ b: 1, c: 2 }));
    await set(ref(bob.database, 'list/d'), 0);
    await until(() => expect(seen.at(-1)).toEqual({ d: 0, b: 1 }));
    await update(ref(bob.database, 'list'), { d: null, b: 9 });
    await until(() => expect(seen.at(-1)).toEqual({ c: 2, a: 3 }));
    await set(ref(bob.database, 'list'), null);
    await until(() => expect(seen.at(-1)).toBe(null));
    stop();
  });

  it('keep two queries at one place apart', async () => {
    const server = await setup.server({ guard: openGuard });
    server.service.update({ list: { a: 1, b: 2, c: 3 } });
    const ann = setup.client(server);
    const [first, last]: [unknown[], unknown[]] = [[], []];
    const list = ref(ann.database, 'list');
    const stops = [
      onValue(query(list, orderByKey(), limitToFirst(1)), (snapshot) => first.push(snapshot.val())),
      onValue(query(list, orderByKey(), limitToLast(1)), (snapshot) => last.push(snapshot.val())),
    ];
    await until(() => expect([first.at(-1), last.at(-1)]).toEqual([{ a: 1 }, { c: 3 }]));
    stops[0]?.();
    server.service.update({ 'list/z': 26 });
    await until(() => expect(last.at(-1)).toEqual({ z: 26 }));
    stops[1]?.();
  });
});

type Wire = {
  i?: string;
  sp?: Data;
  sn?: string;
  sin?: boolean;
  ep?: Data;
  en?: string;
  ein?: boolean;
  l?: number;
  vf?: string;
};

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
    if (wire.i === '.value') return child;
    if (wire.i !== 'a') return null;
    return child !== null && typeof child === 'object' && Object.hasOwn(child, 'a')
      ? (child['a'] as Data)
      : null;
  };
  const compareTo = (key: string, value: Data, name: string | undefined) =>
    wire.i === '.key'
      ? naiveCompareKeys(key, String(value))
      : naiveCompareValues(valueOfChild(key), value) ||
        (name === undefined ? 0 : naiveCompareKeys(key, name));
  let keys = Object.keys(data).sort(
    (a, b) => naiveCompareValues(valueOfChild(a), valueOfChild(b)) || naiveCompareKeys(a, b),
  );
  if (wire.sp !== undefined) {
    const { sp, sn, sin } = wire;
    keys = keys.filter(
      (key) => compareTo(key, sp, sn) > 0 || (sin !== false && compareTo(key, sp, sn) === 0),
    );
  }
  if (wire.ep !== undefined) {
    const { ep, en, ein } = wire;
    keys = keys.filter(
      (key) => compareTo(key, ep, en) < 0 || (ein !== false && compareTo(key, ep, en) === 0),
    );
  }
  if (wire.l !== undefined) keys = wire.vf === 'r' ? keys.slice(-wire.l) : keys.slice(0, wire.l);
  return keys.length === 0 ? null : Object.fromEntries(keys.map((key) => [key, data[key] as Data]));
}

function randomWire(random: () => number): Wire {
  const i = pick(random, ['.key', '.value', 'a']);
  const bound = () =>
    i === '.key'
      ? pick(random, AWKWARD_KEYS)
      : pick<Data>(random, [null, false, true, 0, 1, 0.1, '', 'x', '1']);
  const wire: Wire = { i };
  if (random() < 0.5) Object.assign(wire, { sp: bound(), sin: true });
  if (random() < 0.5) Object.assign(wire, { ep: bound(), ein: true });
  if (wire.sp !== undefined && i !== '.key' && random() < 0.5) wire.sn = pick(random, AWKWARD_KEYS);
  if (wire.ep !== undefined && i !== '.key' && random() < 0.5) wire.en = pick(random, AWKWARD_KEYS);
  // Exclusive bounds always come with a key, save for the key index itself.
  if ((wire.sn !== undefined || i === '.key') && random() < 0.5) wire.sin = false;
  if ((wire.en !== undefined || i === '.key') && random() < 0.5) wire.ein = false;
  if (random() < 0.5) Object.assign(wire, { l: 1 + Math.floor(random() * 4), vf: pick(random, ['l', 'r']) });
  return wire;
}

describe('select', () => {
  it.each([1, 2, 3])('agrees with a naive selection over 500 random queries (seed %i)', (seed) => {
    const random = seededRandom(seed);
    for (let round = 0; round < 500; round += 1) {
      const parsed = parseValue(randomData(random, 3), { stored: null, now: 0, depth: 0 });
      const wire = randomWire(random);
      const asked = parseQuery(wire);
      if (parsed.kind === 'invalid' || asked.kind === 'invalid' || asked.query === null)
        throw new Error('bad case');
      const data = toPlain(parsed.value) as Data;
      const expected = naiveSelect(data, wire);
      expect(toPlain(select(parsed.value, asked.query)), JSON.stringify({ wire, data })).toEqual(expected);
    }
  });
});
