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
    ['no version', 'service cloud.firestore {}', '1:1 expected "rules_version" but found "service"'],
    ['another version', "rules_version = '1';", "1:17 only rules_version '2' is supported"],
    [
      'another service',
      "rules_version = '2'; service firebase.storage {}",
      '1:30 expected "cloud" but found "firebase"',
    ],
    [
      'an unfinished block',
      file('match /docs/{id} {').replace(/\}\s*\}$/, ''),
      '5:2 expected match, allow, function or } but found the end',
    ],
    ['text after the end', `${file('')} x`, '6:3 expected the end of the file but found "x"'],
    [
      'allow outside of a match',
      "rules_version = '2'; service cloud.firestore { allow get; }",
      '1:48 expected match, function or } but found "allow"',
    ],
    ['an unknown operation', file('match /d/{i} { allow fetch; }'), '4:22 "fetch" is not an operation'],
    [
      'several operations in one word',
      file('match /d/{i} { allow read; }'),
      '4:22 "read" is not an operation',
    ],
    [
      'a condition without if',
      file('match /d/{i} { allow get: true; }'),
      '4:27 expected "if" but found "true"',
    ],
    ['a missing semicolon', file('match /d/{i} { allow get: if true }'), '4:35 expected ";" but found "}"'],
    [
      'a segment after **',
      file('match /{r=**}/x {}'),
      '4:14 nothing may follow a wildcard for all remaining segments',
    ],
    ['an unknown name', when('resorce == null'), '4:15 unknown name "resorce"'],
    ['an unknown function', when('isMe()'), '4:15 unknown function "isMe"'],
    ['an unknown method', when('"a".length() == 1'), '4:19 unknown method "length"'],
    [
      'an unknown member of request',
      when('request.tme == 1'),
      '4:23 "request" has no "tme" here; it has auth, resource, time',
    ],
    [
      'an unknown member of resource',
      when('resource.dat == 1'),
      '4:24 "resource" has no "dat" here; it has data',
    ],
    ['an unknown type', when('1 is integer'), '4:17 unknown type "integer"'],
    ['too few arguments', when('"a".matches() == 1'), '4:19 "matches" takes 1 argument(s), not 0'],
    [
      'too many arguments of a function',
      rulesWith('function f(a) { return a; }\nallow get: if f(1, 2);'),
      '4:15 "f" takes 1 argument(s), not 2',
    ],
    [
      'a function that calls itself',
      rulesWith('function f() { return g(); }\nfunction g() { return f(); }'),
      '3:31 the function "f" calls itself',
    ],
    [
      'a mistake in a function that is not called',
      rulesWith('function f() { return x; }'),
      '3:44 unknown name "x"',
    ],
    [
      'a pattern that is not written out',
      when('"a".matches(id)'),
      '4:19 matches() needs its pattern written out as a string',
    ],
    [
      'a pattern that is wrong',
      when('"a".matches("(")'),
      '4:27 error parsing regexp: missing closing ): `(`',
    ],
    [
      'a pattern that looks back',
      when('"a".matches("(a)\\\\1")'),
      '4:27 error parsing regexp: invalid escape sequence: `\\1`',
    ],
    ['a string without an end', when('"a'), '4:15 this string does not end'],
    [
      'an unknown escape',
      when('"\\d" == id'),
      '4:16 unknown escape "\\d"; a backslash itself is written "\\\\"',
    ],
    ['an unknown character', when('1 & 2'), '4:17 unexpected character "&"'],
    ['=== of another language', when('1 === 2'), '4:19 expected a value but found "="'],
    ['an unfinished expression', when('(1 < '), '4:20 expected a value but found ";"'],
    ['an operator that no rule uses', when('1 + 1 == 2'), '4:17 there is no "+" in these rules'],
    ['a path elsewhere', when('/a/b == 1'), '4:15 a path stands only in get(…)'],
    ['a map', when('{"a": 1} == 1'), '4:15 expected a value but found "{"'],
    ['an item by its index', when('[1][0] == 1'), '4:18 expected ";" but found "["'],
    ['a lookup that no rule uses', when('exists(/a/b)'), '4:15 unknown function "exists"'],
    ['a method that no rule uses', when('"a".upper() == "A"'), '4:19 unknown method "upper"'],
    ['an empty path segment', when('get(/a/ )'), '4:22 expected a path segment'],
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
