import { fail } from '../EvaluationFailure.ts';
import type { LinearRegex } from '../linearRegex.ts';
import type { BinaryOperator } from '../syntax/ast.ts';
import {
  isEqual,
  isSubset,
  ListValue,
  MapDiff,
  MapValue,
  PathValue,
  SetValue,
  Timestamp,
  type Value,
} from './values.ts';

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

type Numeric = bigint | number;
type Operation = (left: Value, right: Value) => Value;

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
export const typeTests: Readonly<Record<string, (value: Value) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  int: (value) => typeof value === 'bigint',
  float: (value) => typeof value === 'number',
  number: isNumeric,
  string: (value) => typeof value === 'string',
  list: (value) => value instanceof ListValue,
  map: (value) => value instanceof MapValue,
  timestamp: (value) => value instanceof Timestamp,
  path: (value) => value instanceof PathValue,
  null: (value) => value === null,
};

export function negate(value: Value): Value {
  if (typeof value === 'bigint') return inRange(-value);
  return typeof value === 'number' ? -value : fail('only a number can be negated');
}

/** `value in container`: an item of a list or set, a key of a map. */
export function isIn(value: Value, container: Value): boolean {
  if (container instanceof ListValue || container instanceof SetValue) {
    return container.items.some((item) => isEqual(item, value));
  }
  if (container instanceof MapValue) return typeof value === 'string' && container.has(value);
  return fail('"in" needs a list, a set or a map');
}

/** `object.name`; a missing field is a failure. */
export function fieldOf(object: Value, name: string): Value {
  if (!(object instanceof MapValue)) return fail(`"${name}" is asked of something without fields`);
  return object.has(name) ? object.get(name) : fail(`there is no field "${name}"`);
}

function isNumeric(value: Value): value is Numeric {
  return typeof value === 'bigint' || typeof value === 'number';
}

function compare(left: Value, right: Value): number {
  const [a, b] = comparable(left, right);
  if (a < b) return -1;
  if (a > b) return 1;
  return a >= b ? 0 : Number.NaN;
}

function comparable(left: Value, right: Value): [Numeric, Numeric] | [string, string] {
  if (isNumeric(left) && isNumeric(right)) return [left, right];
  if (typeof left === 'string' && typeof right === 'string') return [left, right];
  if (left instanceof Timestamp && right instanceof Timestamp) return [left.nanos, right.nanos];
  return fail('these two can not be compared');
}

function add(left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  return arithmetic(
    left,
    right,
    (a, b) => a + b,
    (a, b) => a + b,
  );
}

function divide(left: Value, right: Value): Value {
  if (right === 0n && typeof left === 'bigint') return fail('division by zero');
  return arithmetic(
    left,
    right,
    (a, b) => a / b,
    (a, b) => a / b,
  );
}

function remainder(left: Value, right: Value): Value {
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
  left: Value,
  right: Value,
  onInts: (a: bigint, b: bigint) => bigint,
  onFloats: (a: number, b: number) => number,
): Value {
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
  readonly call: (receiver: Value, values: readonly Value[]) => Value;
};

/** The methods that values have; each checks its receiver's type. Unknown names are refused at start. */
export const methods: Readonly<Record<string, Method>> = {
  size: { arity: [0, 0], call: (receiver) => BigInt(sizeOf(receiver)) },
  lower: { arity: [0, 0], call: (receiver) => text(receiver).toLowerCase() },
  keys: { arity: [0, 0], call: (receiver) => new ListValue(map(receiver).keys()) },
  diff: { arity: [1, 1], call: (receiver, [other]) => new MapDiff(map(receiver), map(other)) },
  affectedKeys: { arity: [0, 0], call: (receiver) => affectedKeys(diff(receiver)) },
  hasOnly: { arity: [1, 1], call: (receiver, [other]) => isSubset(items(receiver), items(other)) },
  hasAny: { arity: [1, 1], call: (receiver, [other]) => hasAny(items(receiver), items(other)) },
};

/** `text.matches(pattern)`: the whole text, by a pattern that is a literal. */
export function matches(receiver: Value, pattern: LinearRegex): boolean {
  return pattern.matches(text(receiver));
}

function text(value: Value): string {
  return typeof value === 'string' ? value : fail('this needs a text');
}

function map(value: Value | undefined): MapValue {
  return value instanceof MapValue ? value : fail('this needs a map');
}

function diff(value: Value): MapDiff {
  return value instanceof MapDiff ? value : fail('this needs the difference of two maps');
}

function items(value: Value | undefined): ListValue | SetValue {
  return value instanceof ListValue || value instanceof SetValue ? value : fail('this needs a list or a set');
}

function sizeOf(value: Value): number {
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

function hasAny(own: ListValue | SetValue, other: ListValue | SetValue): boolean {
  return own.items.some((item) => other.items.some((candidate) => isEqual(item, candidate)));
}
