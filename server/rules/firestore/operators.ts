import { fail } from '../EvaluationFailure.ts';
import type { BinaryOperator } from '../syntax/ast.ts';
import { Timestamp } from './Timestamp.ts';
import { isEqual, ListValue, MapValue, PathValue, SetValue, type Value } from './values.ts';

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
