import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#server/database/tree/canonicalJson.ts';
import { changeTree, viewAfter, viewOf } from '#server/database/tree/changes.ts';
import { compareKeys } from '#server/database/tree/childKeys.ts';
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
import { naiveCompareKeys, naiveSet } from './support/naive.ts';
import { AWKWARD_KEYS, type Data, pick, randomData, randomPath } from './support/random.ts';

function nodeOf(data: Data): TreeNode | null {
  return parseValue(data, { stored: () => null, now: 0, depth: 0 });
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
  (tree) => canonicalJson(tree),
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
        }
      }
    },
  );

  it('that was read from disk stays packed while a field of each child is looked at', () => {
    const stored = { a: { seq: 1, changes: { k: { after: 'x' } } } };
    const tree = new Branch();
    tree.children.set('list', fromPlain(stored));
    const packed = () => (tree.children.get('list') as Branch).packed !== null;
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
    const keys = ['b', '10', 'a', '9', '01', '1', '-3', '2147483648', '2147483647'];
    expect(keys.sort(compareKeys)).toEqual([
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
