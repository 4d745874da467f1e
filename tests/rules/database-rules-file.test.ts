import { describe, expect, it } from 'vitest';
import { compileDatabaseRules } from '#server/rules/database/compileDatabaseRules.ts';
import { tablesOf } from '../support/tablesOf.ts';
import type { TreeValue } from './support/actions.ts';
import { ANN, refusalOf } from './support/evaluate.ts';
import { partsOf, type Tree, viewOf, withValue } from './support/memoryTree.ts';

const table = tablesOf('rules/database-rules-file');

type Rules = { readonly [name: string]: string | boolean | readonly string[] | Rules };

const compile = (rules: Rules) => compileDatabaseRules(JSON.stringify({ rules }));

function mayRead(rules: Rules, path: string, tree?: Tree): boolean {
  return compile(rules).mayRead({ auth: ANN, path: partsOf(path), root: viewOf(tree), now: 0 });
}

function mayWrite(rules: Rules, writes: Readonly<Record<string, TreeValue>>, tree?: Tree): boolean {
  const newTree = Object.entries(writes).reduce<Tree | undefined>(
    (sum, [path, value]) => withValue(sum, partsOf(path), value),
    tree,
  );
  return compile(rules).mayWrite({
    auth: ANN,
    paths: Object.keys(writes).map(partsOf),
    root: viewOf(tree),
    newRoot: viewOf(newTree),
    now: 0,
  });
}

describe('.read and .write', () => {
  it('deny where nothing is said', () => {
    expect(mayRead({}, 'a')).toBe(false);
    expect(mayWrite({}, { a: 1 })).toBe(false);
    expect(mayRead({ a: { '.read': true } }, 'b')).toBe(false);
  });

  it('grant what lies below, and below is not asked any more', () => {
    const rules = { a: { '.read': true, '.write': true, b: { '.read': false, '.write': false } } };
    expect(mayRead(rules, 'a/b/c')).toBe(true);
    expect(mayWrite(rules, { 'a/b/c': 1 })).toBe(true);
  });

  it('do not grant what lies above', () => {
    const rules = { a: { b: { '.read': true, '.write': true } } };
    expect(mayRead(rules, 'a')).toBe(false);
    expect(mayRead(rules, '')).toBe(false);
    expect(mayWrite(rules, { a: { b: 1 } })).toBe(false);
  });

  it('of the root grant everything', () => {
    expect(mayRead({ '.read': true }, 'any/where')).toBe(true);
    expect(mayWrite({ '.write': true }, { 'any/where': 1 })).toBe(true);
  });

  it('are refused by an error, and granted by a rule further down in spite of it', () => {
    const rules = { a: { '.read': 'auth.token.missing', $b: { '.read': "$b == 'b'" } } };
    expect(mayRead(rules, 'a')).toBe(false);
    expect(mayRead(rules, 'a/b')).toBe(true);
  });

  it('see data and newData at the place where they stand', () => {
    const rules = { a: { '.write': "data.child('b').val() == 1 && newData.child('b').val() == 2" } };
    expect(mayWrite(rules, { 'a/b': 2 }, { a: { b: 1 } })).toBe(true);
    expect(mayWrite(rules, { 'a/b': 3 }, { a: { b: 1 } })).toBe(false);
  });

  it('prefer a named child to the wildcard', () => {
    const rules = { a: { b: { '.read': false }, $other: { '.read': true } } };
    expect(mayRead(rules, 'a/b')).toBe(false);
    expect(mayRead(rules, 'a/c')).toBe(true);
  });

  it('bind each wildcard to its own key', () => {
    const rules = { $x: { $y: { '.read': "$x == 'p' && $y == 'q'" } } };
    expect(mayRead(rules, 'p/q')).toBe(true);
    expect(mayRead(rules, 'q/p')).toBe(false);
  });
});

describe('an update of several paths', () => {
  const rules = { $k: { '.write': "newData.val() != 'bad'" } };

  it('needs every path to be granted', () => {
    expect(mayWrite(rules, { a: 1, b: 2 })).toBe(true);
    expect(mayWrite(rules, { a: 1, b: 'bad' })).toBe(false);
    expect(mayWrite(rules, { a: 'bad', b: 1 })).toBe(false);
  });

  it('is evaluated with newData as the whole update leaves it', () => {
    const pair = { $k: { '.write': "newData.parent().child('other').val() == 1" } };
    expect(mayWrite(pair, { a: 1, other: 1 })).toBe(true);
    expect(mayWrite(pair, { a: 1 })).toBe(false);
  });
});

describe('.validate', () => {
  const rules = {
    a: {
      '.write': true,
      '.validate': "newData.hasChildren(['n'])",
      n: { '.validate': 'newData.isNumber()' },
      $other: { '.validate': false },
    },
  };

  it('applies to all that is written, however deep', () => {
    const deep = { '.write': true, a: { $b: { $c: { '.validate': 'newData.isNumber()' } } } };
    expect(mayWrite(deep, { '': { a: { b: { c: 1 } } } })).toBe(true);
    expect(mayWrite(deep, { '': { a: { b: { c: 1, d: 'x' } } } })).toBe(false);
  });

  it('does not cascade: each one has to hold', () => {
    expect(mayWrite(rules, { a: { n: 1 } })).toBe(true);
    expect(mayWrite(rules, { a: { n: 'x' } })).toBe(false);
    expect(mayWrite(rules, { a: { m: 1 } })).toBe(false);
  });

  it('of $other false closes a shape', () => {
    expect(mayWrite(rules, { a: { n: 1, extra: 1 } })).toBe(false);
  });

  it('applies on the way to the path that is written', () => {
    expect(mayWrite(rules, { 'a/n': 2 })).toBe(true);
    const small = { a: { '.write': true, '.validate': "newData.child('n').val() < 9" } };
    expect(mayWrite(small, { 'a/n': 10 }, { a: { n: 1 } })).toBe(false);
  });

  it('leaves out what the write does not touch', () => {
    expect(mayWrite(rules, { 'a/n': 2 }, { a: { n: 1, old: 'x' } })).toBe(true);
  });

  it('is skipped where the write leaves nothing', () => {
    expect(mayWrite(rules, { a: null }, { a: { n: 1 } })).toBe(true);
    expect(mayWrite(rules, { 'a/n': null }, { a: { n: 1 } })).toBe(true);
    expect(mayWrite(rules, { 'a/n': null }, { a: { n: 1, old: 'x' } })).toBe(false);
  });

  it('that fails with an error refuses', () => {
    expect(mayWrite({ '.write': true, '.validate': 'newData.val() > 1' }, { '': 'text' })).toBe(false);
  });

  it('alone grants nothing', () => {
    expect(mayWrite({ a: { '.validate': true } }, { a: 1 })).toBe(false);
  });
});

describe('the places that a read depends on', () => {
  const affected = (read: string, path: string) =>
    compile({ list: { $k: { '.read': read } } }).affectsReads(partsOf(path));
  const cases = table<[read: string, path: string, isAffected: boolean]>('cases');
  it.each(cases)('%s after a write at "%s": %s', (read, path, isAffected) => {
    expect(affected(read, path)).toBe(isAffected);
  });

  it('are none for rules that decide writes', () => {
    expect(compile({ a: { '.write': "root.child('b').exists()" } }).affectsReads(['b'])).toBe(false);
  });
});

describe('a rules file outside the supported language is refused with its place', () => {
  const rule = (expression: string) => `{"rules": {\n  "a": {".read": ${JSON.stringify(expression)}}}}`;
  const MAKERS = { whole: (text: string) => text, rule };
  const cases = table<[string, keyof typeof MAKERS, string, string]>('refused files');
  it.each(cases)('%s', (_name, maker, text, refusal) => {
    expect(refusalOf(compileDatabaseRules, MAKERS[maker](text))).toBe(refusal);
  });

  it.each([
    ['a comma too many', '{"rules": {},}'],
    ['a missing comma', '{"rules": {"a": {} "b": {}}}'],
    ['text after the end', '{"rules": {}} x'],
    ['a comment', '{"rules": { // x\n}}'],
  ])('%s is no JSON', (_name, text) => {
    expect(refusalOf(compileDatabaseRules, text)).toMatch(/^\/ .*JSON/);
  });

  it('indexes are accepted, and decide nothing', () => {
    expect(mayRead({ a: { '.indexOn': ['x', 'y'], '.read': true } }, 'a')).toBe(true);
    expect(mayRead({ a: { '.indexOn': '.value' } }, 'a')).toBe(false);
  });
});
