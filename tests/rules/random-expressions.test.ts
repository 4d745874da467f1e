import { describe, expect, it } from 'vitest';
import { seededRandom } from '../support/random.ts';
import { databaseOutcome, firestoreOutcome, type Outcome } from './support/evaluate.ts';

const RUNS = 400;
/** An expression without a value in either language. */
const ERROR = { firestore: 'resource.data.missing == 1', database: 'data.val() < 1' };

type Random = () => number;
const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

/** Writes a number in the syntax of a language. */
type NumberOf = (random: Random, depth: number) => string;

/** A condition of plain numbers in the syntax that a language shares with JavaScript; few parentheses. */
function condition(random: Random, depth: number, number: NumberOf): string {
  if (depth === 0) return pick(random, ['true', 'false', '1 < 2', '3 <= 2']);
  const inner = () => condition(random, depth - 1, number);
  const parts = [
    () => `${inner()} && ${inner()}`,
    () => `${inner()} || ${inner()}`,
    () => `!(${inner()})`,
    () => `!${pick(random, ['true', 'false'])} || ${inner()}`,
    () => `(${inner()} ? ${inner()} : ${inner()})`,
    () =>
      `${number(random, depth)} ${pick(random, ['==', '!=', '<', '<=', '>', '>='])} ${number(random, depth)}`,
    () => `${number(random, 1)} < ${number(random, 1)} == ${pick(random, ['true', 'false'])}`,
  ];
  return pick(random, parts)();
}

const digit: NumberOf = (random) => String(Math.floor(random() * 9) + 1);

function calculation(random: Random, depth: number): string {
  if (depth === 0) return digit(random, 0);
  const inner = () => calculation(random, depth - 1);
  const parts = [
    () => `${inner()} + ${inner()}`,
    () => `${inner()} - ${inner()}`,
    () => `${inner()} * ${inner()}`,
    () => `${inner()} % ${Math.floor(random() * 9) + 1}`,
    () => `(${inner()})`,
    inner,
  ];
  return pick(random, parts)();
}

describe.each([1, 2, 3])('random conditions (seed %i)', (seed) => {
  it.each([
    ['Firestore', digit, firestoreOutcome],
    ['the Realtime Database', calculation, databaseOutcome],
  ] as const)('come out in the language of %s as JavaScript has them', (_language, number, outcomeOf) => {
    const random = seededRandom(seed);
    for (let run = 0; run < RUNS; run += 1) {
      const text = condition(random, 4, number);
      const expected = String(new Function(`return ${text}`)());
      expect([text, outcomeOf(text)]).toEqual([text, expected]);
    }
  });
});

/** A condition of three values, as a tree. */
type Logic =
  | Outcome
  | { readonly operator: '&&' | '||'; readonly left: Logic; readonly right: Logic }
  | { readonly operator: '!'; readonly left: Logic };

function logic(random: Random, depth: number): Logic {
  if (depth === 0) return pick(random, ['true', 'false', 'error'] as const);
  const operator = pick(random, ['&&', '||', '!'] as const);
  const left = logic(random, depth - 1);
  return operator === '!' ? { operator, left } : { operator, left, right: logic(random, depth - 1) };
}

function print(tree: Logic, error: string): string {
  if (typeof tree === 'string') return tree === 'error' ? `(${error})` : tree;
  if (tree.operator === '!') return `!(${print(tree.left, error)})`;
  return `(${print(tree.left, error)} ${tree.operator} ${print(tree.right, error)})`;
}

/** Either side may decide, whatever the other comes to. */
function tolerant(tree: Logic): Outcome {
  if (typeof tree === 'string') return tree;
  const left = tolerant(tree.left);
  if (tree.operator === '!') return opposite(left);
  const decisive = tree.operator === '||' ? 'true' : 'false';
  const both = [left, tolerant(tree.right)];
  if (both.includes(decisive)) return decisive;
  return both.includes('error') ? 'error' : opposite(decisive);
}

/** From the left; an error ends it. */
function strict(tree: Logic): Outcome {
  if (typeof tree === 'string') return tree;
  const left = strict(tree.left);
  if (tree.operator === '!') return opposite(left);
  const decisive = tree.operator === '||' ? 'true' : 'false';
  return left === decisive || left === 'error' ? left : strict(tree.right);
}

function opposite(outcome: Outcome): Outcome {
  if (outcome === 'error') return 'error';
  return outcome === 'true' ? 'false' : 'true';
}

describe.each([4, 5, 6])('random conditions with errors (seed %i)', (seed) => {
  it('come out by the table of three values in Firestore, from the left in the Realtime Database', () => {
    const random = seededRandom(seed);
    for (let run = 0; run < RUNS; run += 1) {
      const tree = logic(random, 4);
      const firestore = print(tree, ERROR.firestore);
      const database = print(tree, ERROR.database);
      expect([firestore, firestoreOutcome(firestore, { resource: {} })]).toEqual([firestore, tolerant(tree)]);
      expect([database, databaseOutcome(database)]).toEqual([database, strict(tree)]);
    }
  });
});
