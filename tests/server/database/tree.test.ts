import { describe, expect, it } from 'vitest';
import { changeTree, viewAfter, viewOf } from '#server/database/tree/changes.ts';
import { compareKeys, sortKeys } from '#server/database/tree/childKeys.ts';
import { BackgroundHash, hashInSteps, hashOf } from '#server/database/tree/hash.ts';
import {
  Branch,
  copyOf,
  eachLeaf,
  fromPlain,
  keysAt,
  keysBelow,
  nodeAt,
  type TreeNode,
  toJson,
  toPlain,
  withValue,
} from '#server/database/tree/node.ts';
import { parseValue } from '#server/database/wire/values.ts';
import type { DataView as View } from '#server/rules/rules.ts';
import { seededRandom } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { naiveCompareKeys, naiveHash, naiveSet } from './support/naive.ts';
import { AWKWARD_KEYS, type Data, pick, randomData, randomPath } from './support/random.ts';

function nodeOf(data: Data): TreeNode | null {
  const parsed = parseValue(data, { stored: () => null, now: 0, depth: 0 });
  if (parsed.kind !== 'value') throw new Error(parsed.reason);
  return parsed.value;
}

function readFromDisk(node: TreeNode | null): TreeNode | null {
  return node === null ? null : fromPlain(toPlain(node));
}

function pack(node: TreeNode | null): void {
  if (node instanceof Branch) node.pack();
}

/** Reads a view completely, using every question a rule may ask. */
function read(view: View): Data {
  const keys = [...view.keys()];
  expect(view.hasChildren()).toBe(keys.length > 0);
  expect(view.exists()).toBe(keys.length > 0 || view.primitive() !== null);
  if (keys.length === 0) return view.primitive();
  expect(view.primitive()).toBe(null);
  return Object.fromEntries(keys.map((key) => [key, read(view.child(key))]));
}

/** What can be asked of a tree. */
const QUESTIONS: readonly ((tree: TreeNode | null, path: readonly string[]) => unknown)[] = [
  (tree) => hashOf(tree),
  (tree) => JSON.parse(toJson(tree)),
  (tree, path) => toPlain(nodeAt(tree, path)),
  (tree, path) => [...keysAt(tree, path)].sort(),
  (tree, path) => [...keysBelow(nodeAt(tree, path.slice(0, -1)), path.at(-1) ?? '')].sort(),
  (tree) => read(viewOf(tree)),
  (tree) => {
    const leaves: string[] = [];
    eachLeaf(tree, [], (path, value) => leaves.push(`${path.join('/')}=${value}`));
    return leaves.sort();
  },
  (tree) => {
    if (tree instanceof Branch) for (const _step of hashInSteps(tree));
    return hashOf(tree);
  },
];

describe('the tree', () => {
  it.each([1, 2, 3, 4, 5])('agrees with copying plain objects over 400 random writes (seed %i)', (seed) => {
    const random = seededRandom(seed);
    let tree: TreeNode | null = null;
    let plain: Data = null;
    for (let step = 0; step < 400; step += 1) {
      const path = randomPath(random, 4);
      const value = randomData(random, 3);
      tree = withValue(tree, path, nodeOf(value));
      plain = naiveSet(plain, path, value);
      expect(toPlain(tree)).toEqual(JSON.parse(JSON.stringify(plain)));
      if (step % 7 === 0) expect(hashOf(tree)).toBe(hashOf(nodeOf(plain)));
    }
  });

  it.each([1, 2, 3])(
    'that was read from disk, or is packed again, is the same, whatever is asked of it first (seed %i)',
    (seed) => {
      const random = seededRandom(seed);
      for (let round = 0; round < 100; round += 1) {
        let written = nodeOf(randomData(random, 4));
        let read = readFromDisk(written);
        for (let step = 0; step < 8; step += 1) {
          const path = randomPath(random, 4);
          const value = randomData(random, 2);
          const ask = pick(random, QUESTIONS);
          expect(ask(read, path)).toEqual(ask(written, path));
          if (step % 3 === 2) {
            // Whoever has a copy does not see what is written later.
            const [copy, before] = [copyOf(read), toPlain(read)];
            written = withValue(written, path, nodeOf(value));
            read = withValue(read, path, nodeOf(value));
            expect(toPlain(copy)).toEqual(before);
          }
          if (step % 4 === 1) pack(read);
          expect(toPlain(read)).toEqual(toPlain(written));
          expect(hashOf(read)).toBe(hashOf(written));
        }
      }
    },
  );

  it('that was read from disk stays packed while a field of each child is looked at, and is hashed', () => {
    const stored = { a: { seq: 1, changes: { k: { after: 'x' } } } };
    const tree = new Branch();
    tree.children.set('list', fromPlain(stored));
    const packed = () => (tree.children.get('list') as Branch).packed !== null;
    hashOf(tree);
    toJson(tree);
    expect(packed()).toBe(true);
    const entry = nodeAt(tree, ['list', 'a']);
    expect([nodeAt(entry, ['seq']), nodeAt(entry, ['none']), keysBelow(entry, 'changes')]).toEqual([
      1,
      null,
      ['k'],
    ]);
    expect(packed()).toBe(false);
    expect((entry as Branch).packed).toEqual(stored.a);
  });

  it('drops a branch with its last child', () => {
    const tree = withValue(withValue(null, ['a', 'b', 'c'], 1), ['x'], 2);
    expect(toPlain(withValue(tree, ['a', 'b', 'c'], null))).toEqual({ x: 2 });
  });

  it('keeps a primitive when something below it is removed', () => {
    expect(toPlain(withValue('leaf', ['a', 'b'], null))).toBe('leaf');
  });
});

describe('hashing in the background', () => {
  it('leaves nothing but the last step to whoever asks, and agrees with plain data whatever is written meanwhile', async () => {
    const random = seededRandom(9);
    const background = new BackgroundHash();
    const plain: Record<string, Data> = Object.fromEntries(
      Array.from({ length: 3000 }, (_, n) => [`k${n}`, { description: `d${n}`, glAccount: '1' }]),
    );
    const list = nodeOf(plain);
    let tree = withValue(null, ['list'], list);
    background.add(tree);
    const isHashed = (node: TreeNode) => node instanceof Branch && node.hash !== null;
    await until(() => expect(isHashed(nodeAt(tree, ['list', 'k0']) ?? '')).toBe(true));
    for (let step = 0; step < 200; step += 1) {
      const key = `k${Math.floor(random() * 3000)}`;
      const value = random() < 0.3 ? null : { description: `new ${step}`, glAccount: '2' };
      const node = nodeOf(value);
      tree = withValue(tree, ['list', key], node);
      background.add(node);
      if (value === null) delete plain[key];
      else plain[key] = value;
      if (step % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() =>
      expect([...(nodeAt(tree, ['list']) as Branch).children.values()].every(isHashed)).toBe(true),
    );
    background.stop();
    expect(hashOf(nodeAt(tree, ['list']))).toBe(naiveHash(plain));
  });

  it('goes in small steps, however few places lie above a big list', () => {
    const list = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, { a: n }]));
    const tree = nodeOf({ one: { list } }) as Branch;
    expect([...hashInSteps(tree)].length).toBeGreaterThan(3000);
    expect(hashOf(tree)).toBe(naiveHash({ one: { list } }));
  });
});

describe('the hash of a big list', () => {
  it.each([1, 2, 3])('agrees with plain data as children come, change and go (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const keys = [...AWKWARD_KEYS, ...Array.from({ length: 2500 }, (_, n) => `key ${n} of many`)];
    const plain: Record<string, Data> = Object.fromEntries(keys.map((key) => [key, 1]));
    let tree = nodeOf(plain);
    const put = (key: string, value: Data) => {
      tree = withValue(tree, [key], nodeOf(value));
      if (value === null) delete plain[key];
      else plain[key] = value;
    };
    expect(hashOf(tree)).toBe(naiveHash(plain));
    for (let step = 0; step < 3000; step += 1) {
      // The new ones side by side, so that one chunk grows beyond its measure.
      const key = random() < 0.5 ? pick(random, keys) : `key 1 of many, ${step}`;
      put(key, pick<Data>(random, [null, step, { deep: step }]));
      if (step % 300 === 0) expect(hashOf(tree)).toBe(naiveHash(plain));
    }
    for (const key of keys.slice(5)) put(key, null);
    expect(hashOf(tree)).toBe(naiveHash(plain));
  });
});

describe('the view of a pending write', () => {
  it.each([1, 2, 3, 4])('shows what the tree would be, over 300 random updates (seed %i)', (seed) => {
    const random = seededRandom(seed);
    for (let step = 0; step < 300; step += 1) {
      const base = randomData(random, 4);
      const list = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
        path: randomPath(random, 3),
        value: nodeOf(randomData(random, 2)),
      }));
      const changes = changeTree(list);
      if (changes === null) continue;
      const pending = read(viewAfter(nodeOf(base), changes));
      let after = nodeOf(base);
      for (const { path, value } of list) after = withValue(after, path, value);
      expect(pending).toEqual(read(viewOf(after)));
    }
  });

  it('does not change the tree', () => {
    const base = nodeOf({ a: { b: 1 } });
    const changes = changeTree([{ path: ['a', 'b'], value: null }]);
    if (changes === null) throw new Error('overlap');
    expect(viewAfter(base, changes).exists()).toBe(false);
    expect(toPlain(base)).toEqual({ a: { b: 1 } });
  });

  it.each([
    ['the same place twice', [['a'], ['a']]],
    ['a place below another', [['a'], ['a', 'b']]],
    ['a place above another', [['a', 'b'], ['a']]],
    ['the root and a place', [[], ['a']]],
    ['a place and the root', [['a'], []]],
  ])('has no defined result for %s', (_name, paths) => {
    expect(changeTree(paths.map((path) => ({ path, value: 1 })))).toBe(null);
  });
});

describe('key order', () => {
  it('puts integers first by number, then texts by code unit', () => {
    expect(sortKeys(['b', '10', 'a', '9', '01', '1', '-3', '2147483648', '2147483647'])).toEqual([
      '-3',
      '1',
      '01',
      '9',
      '10',
      '2147483647',
      '2147483648',
      'a',
      'b',
    ]);
  });

  it('agrees with the order as written in the protocol notes for every pair of awkward keys', () => {
    for (const a of AWKWARD_KEYS) {
      for (const b of AWKWARD_KEYS) {
        expect(Math.sign(compareKeys(a, b)), `${a} ${b}`).toBe(naiveCompareKeys(a, b));
      }
    }
  });
});

describe('the hash', () => {
  it.each([1, 2, 3])('agrees with hashing plain data without caches (seed %i)', (seed) => {
    const random = seededRandom(seed);
    for (let step = 0; step < 200; step += 1) {
      const data = naiveSet(null, [], withoutEdges(randomData(random, 4)));
      expect(hashOf(nodeOf(data))).toBe(naiveHash(data));
    }
  });

  it('is forgotten along the path of a write', () => {
    const tree = nodeOf({ a: { b: { c: 1 } } });
    const before = hashOf(tree);
    withValue(tree, ['a', 'b', 'c'], 2);
    expect(hashOf(tree)).not.toBe(before);
    withValue(tree, ['a', 'b', 'c'], 1);
    expect(hashOf(tree)).toBe(before);
  });

  it('is empty where there is nothing', () => {
    expect(hashOf(nodeAt(null, ['a']))).toBe('');
  });
});

/** Numbers whose SDK hash differs from their true bits are left to the test that asks the SDK. */
function withoutEdges(data: Data): Data {
  if (data === 2 ** 53 - 1) return 1;
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(Object.entries(data).map(([key, child]) => [key, withoutEdges(child)]));
}
