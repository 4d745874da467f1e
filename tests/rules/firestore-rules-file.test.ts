import { describe, expect, it } from 'vitest';
import { compileFirestoreRules } from '#server/rules/firestore/compileFirestoreRules.ts';
import type { FirestoreRequest } from '#server/rules/rules.ts';
import { tablesOf } from '../support/tablesOf.ts';
import { evaluate, refusalOf, rulesWith } from './support/evaluate.ts';

const table = tablesOf('rules/firestore-rules-file');

const file = (body: string) =>
  `rules_version = '2';\nservice cloud.firestore {\n match /databases/{db}/documents {\n${body}\n }\n}`;

/** A read under this condition, which begins in column 15 of line 4. */
const when = (condition: string) => rulesWith(`\nallow get: if ${condition};`);

const MAKERS = { whole: (text: string) => text, file, when, rulesWith };

describe('a match block', () => {
  const cases = table<[name: string, pattern: string, path: string, isMatched: boolean]>('cases');
  it.each(cases)('%s', (_name, pattern, path, isMatched) => {
    const rules = file(`match ${pattern} { allow get; }`);
    expect(evaluate(rules, { path }).allowed).toBe(isMatched);
  });

  it('may stand in another, and sees its wildcards and functions', () => {
    const rules = file(`
      match /docs/{id} {
        function isFirst() { return id == 'd1'; }
        match /notes/{note} { allow get: if isFirst() && note == 'n' && db == '(default)'; }
      }`);
    expect(evaluate(rules, { path: 'docs/d1/notes/n' }).allowed).toBe(true);
    expect(evaluate(rules, { path: 'docs/d2/notes/n' }).allowed).toBe(false);
  });

  it('gives the rest as a text', () => {
    const rules = file("match /docs/{rest=**} { allow get: if rest == 'a/b/c' && resource == null; }");
    expect(evaluate(rules, { path: 'docs/a/b/c' }).allowed).toBe(true);
  });

  it('denies what none of several statements allows', () => {
    const rules = file(
      'match /docs/{id} { allow get: if false; allow get: if resource.data.x; allow list; }',
    );
    expect(evaluate(rules).allowed).toBe(false);
    expect(evaluate(rules, { operation: 'list' }).allowed).toBe(true);
  });

  it('goes on to the next statement after an error', () => {
    expect(evaluate(rulesWith('allow get: if resource.data.x == 1; allow get: if true;')).allowed).toBe(true);
  });
});

describe('an allow statement', () => {
  const operations = ['get', 'list', 'create', 'update', 'delete'] as const;
  const cases: [words: string, allowed: readonly FirestoreRequest['operation'][]][] = [
    ['get, delete', ['get', 'delete']],
    ['get, list, create, update, delete', operations],
    ['update', ['update']],
  ];
  it.each(cases)('of %s speaks of %j', (words, allowed) => {
    const rules = rulesWith(`allow ${words}: if true;`);
    expect(operations.filter((operation) => evaluate(rules, { operation }).allowed)).toEqual(allowed);
  });

  it('needs true, not something like it', () => {
    for (const value of ['1', '"true"', '[true]', 'null']) {
      expect(evaluate(rulesWith(`allow get: if ${value};`)).allowed).toBe(false);
    }
  });
});

describe('a function', () => {
  it('takes arguments and lets, and returns a value', () => {
    const rules = file(`
      function small(text) { let lower = text.lower(); let same = lower; return same; }
      match /docs/{id} { allow get: if small('Ab') == 'ab' && small(id).size() == 2; }`);
    expect(evaluate(rules).allowed).toBe(true);
  });

  it('may be declared after its use, and in the service', () => {
    const rules = `rules_version = '2'; service cloud.firestore {
      match /databases/{db}/documents { match /docs/{id} { allow get: if yes(); } function yes() { return top(); } }
      function top() { return true; } }`;
    expect(evaluate(rules).allowed).toBe(true);
  });

  it('hides outer names with its parameters', () => {
    const rules = file(`
      match /docs/{id} { function is(id, request) { return id == 1 && request == 2; } allow get: if is(1, 2) && id == 'd1'; }`);
    expect(evaluate(rules).allowed).toBe(true);
  });

  it('does not see the names of its caller', () => {
    const rules = file(`
      function callee() { return id; }
      match /docs/{id} { function caller(id) { return callee(); } allow get: if caller(1); }`);
    expect(refusalOf(compileFirestoreRules, rules)).toContain('unknown name "id"');
  });

  it('evaluates a let even where its value is not needed', () => {
    const rules = rulesWith(
      'function f() { let x = resource.data.missing; return true; } allow get: if f();',
    );
    expect(evaluate(rules, { resource: {} }).allowed).toBe(false);
  });
});

describe('lookups', () => {
  const lookUp = (name: string | number) => `get(/databases/$(db)/documents/users/u${name}).data != null`;
  const distinct = (count: number) => Array.from({ length: count }, (_, n) => lookUp(n)).join(' || ');

  it('of ten documents are allowed, of eleven not', () => {
    const stored = { 'users/u9': {}, 'users/u10': {} };
    const rules = (count: number) => file(`match /docs/{id} { allow get: if ${distinct(count)}; }`);
    expect(evaluate(rules(10), { stored: { 'users/u9': {} } }).allowed).toBe(true);
    expect(evaluate(rules(11), { stored: { 'users/u10': {} } }).allowed).toBe(false);
    expect(evaluate(rules(11), { stored }).allowed).toBe(true);
  });

  it('count a document once, however often it is looked up', () => {
    const same = Array.from({ length: 30 }, () => lookUp('x')).join(' || ');
    const rules = file(`match /docs/{id} { allow get: if ${same} || ${lookUp('y')}; }`);
    expect(evaluate(rules, { stored: { 'users/uy': {} } }).allowed).toBe(true);
  });

  it('are counted over all statements of the request', () => {
    const rules = file(`match /docs/{id} { allow get: if ${distinct(10)}; allow get: if ${lookUp('new')}; }`);
    expect(evaluate(rules, { stored: { 'users/unew': {} } }).allowed).toBe(false);
  });

  it('are listed in the decision, as joined paths', () => {
    const rules = file(`match /docs/{id} { allow get: if ${lookUp(1)} || ${lookUp(2)}; }`);
    expect([...evaluate(rules).reads]).toEqual(['users/u1', 'users/u2']);
    expect([...evaluate(rules, { stored: { 'users/u1': {} } }).reads]).toEqual(['users/u1']);
  });
});

describe('a rules file outside the supported language is refused with its place', () => {
  const cases: [name: string, text: string, refusal: string][] = [
    ...table<[string, keyof typeof MAKERS, string, string]>('refused files').map(
      ([name, maker, text, refusal]): [string, string, string] => [name, MAKERS[maker](text), refusal],
    ),
    [
      'an unfinished block',
      file('match /docs/{id} {').replace(/\}\s*\}$/, ''),
      '5:2 expected match, allow, function or } but found the end',
    ],
    ['text after the end', `${file('')} x`, '6:3 expected the end of the file but found "x"'],
    [
      'nesting without end',
      rulesWith(`\nallow get: if ${'('.repeat(5000)}`),
      '4:215 this is nested too deeply',
    ],
    [
      'a chain of ! without end',
      rulesWith(`\nallow get: if ${'!'.repeat(5000)}`),
      '4:214 this is nested too deeply',
    ],
  ];
  it.each(cases)('%s', (_name, text, refusal) => {
    expect(refusalOf(compileFirestoreRules, text)).toBe(refusal);
  });

  it('comments are no part of it', () => {
    const rules = rulesWith('/* allow get; \n */ // allow get;\n allow list; // more\n');
    expect(evaluate(rules).allowed).toBe(false);
    expect(evaluate(rules, { operation: 'list' }).allowed).toBe(true);
  });
});
