import { fail } from '../EvaluationFailure.ts';
import type { LinearRegex } from '../linearRegex.ts';
import type { BinaryOperator } from '../syntax/ast.ts';
import {
  FirestoreList,
  type FirestoreValue,
  isEqual,
  isSubset,
  MapDiff,
  MapValue,
  PathValue,
  SetValue,
  Timestamp,
} from './values.ts';

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

type Numeric = bigint | number;
type Operation = (left: FirestoreValue, right: FirestoreValue) => FirestoreValue;

/** Each binary operator, but for `&&` and `||`. */
export const operations: Readonly<Record<BinaryOperator, Operation>> = {
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
  '+': add,
  '-': (left, right) =>
    arithmetic(
      left,
      right,
      (a, b) => a - b,
      (a, b) => a - b,
    ),
  '*': (left, right) =>
    arithmetic(
      left,
      right,
      (a, b) => a * b,
      (a, b) => a * b,
    ),
  '/': divide,
  '%': remainder,
};

/** The types that `is` knows. */
export const typeTests: Readonly<Record<string, (value: FirestoreValue) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  int: (value) => typeof value === 'bigint',
  float: (value) => typeof value === 'number',
  number: isNumeric,
  string: (value) => typeof value === 'string',
  list: (value) => value instanceof FirestoreList,
  map: (value) => value instanceof MapValue,
  timestamp: (value) => value instanceof Timestamp,
  path: (value) => value instanceof PathValue,
  null: (value) => value === null,
};

export function negate(value: FirestoreValue): FirestoreValue {
  if (typeof value === 'bigint') return inRange(-value);
  return typeof value === 'number' ? -value : fail('only a number can be negated');
}

/** `value in container`: an item of a list or set, a key of a map. */
export function isIn(value: FirestoreValue, container: FirestoreValue): boolean {
  if (container instanceof FirestoreList || container instanceof SetValue) {
    return container.items.some((item) => isEqual(item, value));
  }
  if (container instanceof MapValue) return typeof value === 'string' && container.has(value);
  return fail('"in" needs a list, a set or a map');
}

/** `object.name`; a missing field is a failure. */
export function fieldOf(object: FirestoreValue, name: string): FirestoreValue {
  if (!(object instanceof MapValue)) return fail(`"${name}" is asked of something without fields`);
  return object.has(name) ? object.get(name) : fail(`there is no field "${name}"`);
}

function isNumeric(value: FirestoreValue): value is Numeric {
  return typeof value === 'bigint' || typeof value === 'number';
}

function compare(left: FirestoreValue, right: FirestoreValue): number {
  const [a, b] = comparable(left, right);
  if (a < b) return -1;
  if (a > b) return 1;
  return a >= b ? 0 : Number.NaN;
}

function comparable(left: FirestoreValue, right: FirestoreValue): [Numeric, Numeric] | [string, string] {
  if (isNumeric(left) && isNumeric(right)) return [left, right];
  if (typeof left === 'string' && typeof right === 'string') return [left, right];
  if (left instanceof Timestamp && right instanceof Timestamp) return [left.nanos, right.nanos];
  return fail('these two can not be compared');
}

function add(left: FirestoreValue, right: FirestoreValue): FirestoreValue {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  return arithmetic(
    left,
    right,
    (a, b) => a + b,
    (a, b) => a + b,
  );
}

function divide(left: FirestoreValue, right: FirestoreValue): FirestoreValue {
  if (right === 0n && typeof left === 'bigint') return fail('division by zero');
  return arithmetic(
    left,
    right,
    (a, b) => a / b,
    (a, b) => a / b,
  );
}

function remainder(left: FirestoreValue, right: FirestoreValue): FirestoreValue {
  if (right === 0n && typeof left === 'bigint') return fail('division by zero');
  return arithmetic(
    left,
    right,
    (a, b) => a % b,
    (a, b) => a % b,
  );
}

/** Two integers stay an integer; with a float on either side both are floats. */
function arithmetic(
  left: FirestoreValue,
  right: FirestoreValue,
  onInts: (a: bigint, b: bigint) => bigint,
  onFloats: (a: number, b: number) => number,
): FirestoreValue {
  if (!isNumeric(left) || !isNumeric(right)) return fail('this needs two numbers');
  if (typeof left === 'bigint' && typeof right === 'bigint') return inRange(onInts(left, right));
  return onFloats(Number(left), Number(right));
}

function inRange(value: bigint): bigint {
  return value > MAX_INT || value < MIN_INT ? fail('the integer is out of range') : value;
}

type Method = {
  /** Least and greatest number of arguments. */
  readonly arity: readonly [number, number];
  readonly call: (receiver: FirestoreValue, values: readonly FirestoreValue[]) => FirestoreValue;
};

/** The methods that values have; each checks its receiver's type. Unknown names are refused at start. */
export const methods: Readonly<Record<string, Method>> = {
  size: { arity: [0, 0], call: (receiver) => BigInt(sizeOf(receiver)) },
  lower: { arity: [0, 0], call: (receiver) => text(receiver).toLowerCase() },
  keys: { arity: [0, 0], call: (receiver) => new FirestoreList(map(receiver).keys()) },
  diff: { arity: [1, 1], call: (receiver, [other]) => new MapDiff(map(receiver), map(other)) },
  affectedKeys: { arity: [0, 0], call: (receiver) => affectedKeys(diff(receiver)) },
  hasOnly: { arity: [1, 1], call: (receiver, [other]) => isSubset(items(receiver), items(other)) },
  hasAny: { arity: [1, 1], call: (receiver, [other]) => hasAny(items(receiver), items(other)) },
};

/** `text.matches(pattern)`: the whole text, by a pattern that is a literal. */
export function matches(receiver: FirestoreValue, pattern: LinearRegex): boolean {
  return pattern.matches(text(receiver));
}

function text(value: FirestoreValue): string {
  return typeof value === 'string' ? value : fail('this needs a text');
}

function map(value: FirestoreValue | undefined): MapValue {
  return value instanceof MapValue ? value : fail('this needs a map');
}

function diff(value: FirestoreValue): MapDiff {
  return value instanceof MapDiff ? value : fail('this needs the difference of two maps');
}

function items(value: FirestoreValue | undefined): FirestoreList | SetValue {
  return value instanceof FirestoreList || value instanceof SetValue
    ? value
    : fail('this needs a list or a set');
}

function sizeOf(value: FirestoreValue): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof MapValue) return value.keys().length;
  return items(value).items.length;
}

/** Names of the fields that were added, removed or changed. */
function affectedKeys({ to, from }: MapDiff): SetValue {
  const added = to.keys().filter((name) => !from.has(name));
  const removed = from.keys().filter((name) => !to.has(name));
  const changed = to.keys().filter((name) => from.has(name) && !isEqual(to.get(name), from.get(name)));
  return new SetValue([...added, ...removed, ...changed]);
}

function hasAny(own: FirestoreList | SetValue, other: FirestoreList | SetValue): boolean {
  return own.items.some((item) => other.items.some((candidate) => isEqual(item, candidate)));
}
