import { describe, expect, it } from 'vitest';
import { type DatabaseSituation, databaseOutcome, NOW, type Outcome } from './support/evaluate.ts';

type Row = readonly [expression: string, outcome: Outcome];

const tree = { a: { b: { name: 'Ann', n: 5, yes: true, deep: { x: 1 } }, c: 'text' }, top: 7 };
const situation: DatabaseSituation = {
  tree,
  newTree: { ...tree, a: { ...tree.a, b: { name: 'Bea', n: 6, added: 1 } } },
};

const tables: Readonly<Record<string, readonly Row[]>> = {
  'operators bind as in the language': [
    ['true || false && false', 'true'],
    ['1 + 2 * 3 == 7', 'true'],
    ['10 - 2 - 3 == 5', 'true'],
    ['7 / 2 == 3.5', 'true'],
    ['7 % 4 == 3', 'true'],
    ['7.5 % 1 == 0.5', 'true'],
    ['1 == 1.0', 'true'],
    ['-2 < -1', 'true'],
    ['!false && !(false || false)', 'true'],
    ['1 < 2 ? 3 > 2 : false', 'true'],
    ['"a" + "b" == "ab"', 'true'],
    ['"a" + 1 == "a1"', 'true'],
    ['1 + 1 == 2', 'true'],
    ['"a" < "b"', 'true'],
    ['"a" < 1', 'error'],
    ['"3" - 1 == 2', 'error'],
    ['null + 1 == 1', 'error'],
    ['true + 1 == 2', 'error'],
    ['null == null', 'true'],
    ['null == false', 'false'],
    ['"1" == 1', 'false'],
    ['!1', 'error'],
    ['1 && true', 'error'],
  ],
  'an error is not made good by the other side': [
    ['null < 1 || true', 'error'],
    ['true || null < 1', 'true'],
    ['false && null < 1', 'false'],
    ['null < 1 && false', 'error'],
    ['null < 1 ? true : true', 'error'],
  ],
  'places before and after the write': [
    ['data.child("name").val() == "Ann"', 'true'],
    ['newData.child("name").val() == "Bea"', 'true'],
    ['data.child("deep/x").val() == 1', 'true'],
    ['data.child("/deep//x").val() == 1', 'true'],
    ['data.child("deep").child("x").val() == 1', 'true'],
    ['data.child("missing").val() == null', 'true'],
    ['data.child("missing").exists()', 'false'],
    ['data.child("missing/deeper").exists()', 'false'],
    ['data.child("n").child("x").exists()', 'false'],
    ['data.exists() && newData.exists()', 'true'],
    ['data.child("deep").val() == null', 'false'],
    ['data.child("deep").val() != null', 'true'],
    ['data.child("deep").val() == data.child("deep").val()', 'false'],
    ['newData.child("deep").exists()', 'false'],
    ['data.parent().child("c").val() == "text"', 'true'],
    ['newData.parent().parent().child("top").val() == 7', 'true'],
    ['data.parent().parent().parent().exists()', 'error'],
    ['root.child("a/c").val() == "text"', 'true'],
    ['root.child("a").child($b).child("n").val() == 5', 'true'],
    ['root.child("a/b/added").exists()', 'false'],
    ['data.hasChildren()', 'true'],
    ['data.child("n").hasChildren()', 'false'],
    ['data.hasChildren(["name", "n"])', 'true'],
    ['data.hasChildren(["name", "missing"])', 'false'],
    ['data.hasChildren([])', 'error'],
    ['data.child("name").isString()', 'true'],
    ['data.child("n").isNumber()', 'true'],
    ['data.child("yes").isBoolean()', 'true'],
    ['data.child("n").isString()', 'false'],
    ['data.child("deep").isNumber()', 'false'],
    ['data.child("missing").isBoolean()', 'false'],
    ['data.child(1).exists()', 'error'],
    ['data.val().child("x").exists()', 'error'],
    ['data == newData', 'error'],
    ['$b == "b"', 'true'],
    [`now == ${Date.parse(NOW)}`, 'true'],
  ],
  'who asks': [
    ['auth != null', 'true'],
    ['auth == null', 'false'],
    ['auth.uid == "uid-ann"', 'true'],
    ['auth.token.email == "Ann@Example.test"', 'true'],
    ['auth.token.email_verified', 'true'],
    ['auth.token.missing == null', 'true'],
    ['auth.token.missing', 'error'],
    ['auth.token.constructor == null', 'true'],
    ['auth.token.firebase.sign_in_provider == "password"', 'true'],
    ['auth.token.missing.deeper == null', 'error'],
  ],
  texts: [
    ['"abc".length == 3', 'true'],
    ['data.child("name").val().length == 3', 'true'],
    ['data.child("n").val().length == 1', 'error'],
    ['"abc".contains("b") && !"abc".contains("x")', 'true'],
    ['"abc".beginsWith("ab") && !"abc".beginsWith("b")', 'true'],
    ['"abc".endsWith("bc") && !"abc".endsWith("b")', 'true'],
    ['"a.b.c".replace(".", "%2E") == "a%2Eb%2Ec"', 'true'],
    ['"a.b".replace(".", "$&") == "a$&b"', 'true'],
    ['"abc".replace("", "x") == "abc"', 'error'],
    ['"ÄbC".toLowerCase() == "äbc"', 'true'],
    ['"abc".matches(/b/)', 'true'],
    ['"abc".matches(/^b/)', 'false'],
    ['"abc".matches(/^a.c$/)', 'true'],
    ['"abc".matches(/ABC/)', 'false'],
    ['"abc".matches(/ABC/i)', 'true'],
    ['"a/c".matches(/^a\\/c$/)', 'true'],
    ['5.matches(/5/)', 'error'],
    ['"abc".child("a").exists()', 'error'],
  ],
};

describe.each(Object.entries(tables))('in Realtime Database rules %s', (_title, rows) => {
  it.each(rows)('%s: %s', (expression, outcome) => {
    expect(databaseOutcome(expression, situation)).toBe(outcome);
  });
});

describe('in Realtime Database rules someone signed out', () => {
  it.each<Row>([
    ['auth == null', 'true'],
    ['auth.uid == "x"', 'error'],
    ['auth.token.email == "x"', 'error'],
  ])('%s: %s', (expression, outcome) => {
    expect(databaseOutcome(expression, { ...situation, auth: null })).toBe(outcome);
  });
});
