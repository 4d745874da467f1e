import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DatabaseCompiler } from '#server/rules/database/DatabaseCompiler.ts';
import { ClaimsValue, Snapshot } from '#server/rules/database/values.ts';
import { EvaluationFailure } from '#server/rules/EvaluationFailure.ts';
import { ExpressionParser } from '#server/rules/syntax/ExpressionParser.ts';
import { RulesSyntaxError } from '#server/rules/syntax/source.ts';
import { TokenReader } from '#server/rules/syntax/TokenReader.ts';
import { seededRandom } from '../support/random.ts';
import { ANN, checkCondition, type Outcome, refusalOf } from './support/evaluate.ts';
import { checkTypes } from './support/expressionTypes.ts';
import { type Tree, viewOf } from './support/memoryTree.ts';

type Situation = { readonly auth: typeof ANN | null; readonly tree?: Tree; readonly newTree?: Tree };

/** What a condition comes to at `a/$b` where nothing is checked beforehand. */
function uncheckedOutcome(condition: string, { auth, tree, newTree = tree }: Situation): Outcome {
  const source = { text: condition };
  const [root, newRoot] = [new Snapshot(viewOf(tree)), new Snapshot(viewOf(newTree))];
  try {
    const compiled = new DatabaseCompiler(source, ['$b'], 2).compile(parse(condition));
    const value = compiled({
      request: { auth: auth && new ClaimsValue(auth), now: 0, root, newRoot },
      data: root.at(['a', 'b']),
      newData: newRoot.at(['a', 'b']),
      wildcards: ['b'],
    });
    return value === true ? 'true' : 'false';
  } catch (error) {
    if (error instanceof EvaluationFailure) return 'error';
    if (error instanceof RulesSyntaxError) return 'refused';
    throw error;
  }
}

const parse = (condition: string) =>
  new ExpressionParser(new TokenReader({ text: condition }), { slash: 'regex' }).parse();

type Json = { readonly [name: string]: string | boolean | readonly string[] | Json };

/** All conditions of a rules file. */
function conditionsIn(node: Json): string[] {
  return Object.entries(node).flatMap(([name, value]) => {
    if (typeof value === 'string' && name.startsWith('.')) return [value];
    return typeof value === 'object' && !Array.isArray(value) ? conditionsIn(value as Json) : [];
  });
}

/** What may stand behind each `!` of a condition, in words. */
function negated(condition: string): string[] {
  const source = { text: condition };
  const found: string[] = [];
  checkTypes(parse(condition), source, (types, at) =>
    found.push(`${[...types]} at ${condition.slice(at, at + 60)}`),
  );
  return found;
}

/** Why a condition is refused for its types; else that it is accepted. */
const typeRefusal = (condition: string) => refusalOf(checkCondition, condition);

const OUR_CONDITIONS = conditionsIn(
  JSON.parse(readFileSync(new URL('../../rules/database.rules.json', import.meta.url), 'utf8')) as Json,
);

it('none of our rules is refused for its types', () => {
  expect(OUR_CONDITIONS.length).toBeGreaterThan(50);
  expect(OUR_CONDITIONS.map(typeRefusal).filter((refusal) => refusal !== 'accepted')).toEqual([]);
});

it('in our rules only what is surely true or false stands behind a "!": engines read nothing differently there', () => {
  const all = OUR_CONDITIONS.flatMap(negated);
  expect(all.filter((words) => !words.startsWith('boolean at'))).toEqual([]);
  expect(all.length).toBeGreaterThan(20);
  expect(negated('!data.val()')).toEqual(['null,boolean,number,string,subtree at !data.val()']);
});

it('a refusal names the place, and what is there', () => {
  expect(typeRefusal('data.val().child("x").exists()')).toBe(
    '1:6 a place of the database is needed here, and this is null or true or false or a number or a text or a value with children',
  );
  expect(typeRefusal('true && null < 1')).toBe('1:14 "<" has no value for null and a number');
  expect(typeRefusal('"text"')).toBe('1:1 a rule must come to true or false');
});

const LEAVES = [
  'null',
  'true',
  '1',
  '"a"',
  'now',
  'auth',
  'auth.uid',
  'auth.token',
  'auth.token.level',
  '$b',
].concat([
  'data',
  'newData',
  'root',
  'data.val()',
  'data.child("n").val()',
  'data.child("name").val()',
  'data.parent()',
]);

it('what is refused for its types has no value in any situation', () => {
  const random = seededRandom(20);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const expression = (depth: number): string => {
    if (depth === 0) return pick(LEAVES);
    const inner = () => expression(depth - 1);
    return pick([
      () => `(${inner()} ${pick(['==', '!=', '<', '>=', '+', '-', '*'])} ${inner()})`,
      () => `!(${inner()})`,
      () => `${inner()}.${pick(['val()', 'exists()', 'isNumber()', 'length', 'parent()', 'toLowerCase()'])}`,
      () => `${inner()}.${pick(['child', 'contains'])}(${inner()})`,
      () => pick(LEAVES),
    ])();
  };
  const situations: readonly Situation[] = [
    { auth: ANN },
    { auth: null },
    { auth: ANN, tree: { a: { b: { n: 5, name: 'Ann' } } } },
    { auth: ANN, tree: { a: { b: 'text' } }, newTree: { a: { b: true } } },
  ];
  const counts = { refused: 0, asked: 0 };
  for (let round = 0; round < 800; round++) {
    // All of its parts are evaluated: "&&", "||" and "?:" may leave out the one without a value.
    const condition = `${expression(2)} == null`;
    const outcomes = situations.map((situation) => uncheckedOutcome(condition, situation));
    if (outcomes.includes('refused')) continue;
    const isRefused = typeRefusal(condition) !== 'accepted';
    counts[isRefused ? 'refused' : 'asked']++;
    if (isRefused) expect([condition, ...outcomes]).toEqual([condition, ...outcomes.map(() => 'error')]);
  }
  expect(Math.min(counts.refused, counts.asked)).toBeGreaterThan(80);
});
